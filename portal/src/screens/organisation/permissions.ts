import type { Schemas } from '../../api/client.ts'
import { words } from '../../messages/index.svelte.ts'

export type Permission = Schemas['OrganisationPermission']

/** Descriptions of permissions. A missing one doesn't compile. */
const en: Record<Permission, string> = {
  'items.read': 'See mail and its recipients: items, mailings, runs, figures',
  'items.write': 'Create, change and cancel items; also decide about them',
  'items.approve': 'Approve or reject items and mailings that others made',
  'postflows.write': 'Set up Postflows, prepare mailings and send them',
  'suppressions.manage': 'Decide who gets no mail',
  'templates.read': 'See templates',
  'templates.write': 'Make and publish templates',
  'billing.read': 'See balance, prices and invoices',
  'billing.manage': 'Top up, and change how invoices are made',
  'events.read': 'See what happened, event by event',
  'webhooks.manage': 'Send events to other programs',
  'apikeys.manage': 'Make keys for programs',
  'organisation.read': 'See the organisation, its members and addresses',
  'organisation.manage': 'Change settings and return addresses, read the audit log',
  'members.manage': 'Invite and remove members, give roles',
}

const nl: Record<Permission, string> = {
  'items.read': 'Post en ontvangers bekijken: poststukken, mailings, drukgangen, cijfers',
  'items.write': 'Poststukken maken, wijzigen en annuleren; er ook over beslissen',
  'items.approve': 'Goedkeuren of afkeuren wat anderen maakten: poststukken en mailings',
  'postflows.write': 'Postflows inrichten, mailings klaarzetten en versturen',
  'suppressions.manage': 'Bepalen wie geen post krijgt',
  'templates.read': 'Sjablonen bekijken',
  'templates.write': 'Sjablonen maken en publiceren',
  'billing.read': 'Saldo, prijzen en facturen bekijken',
  'billing.manage': 'Saldo aanvullen en wijzigen hoe er gefactureerd wordt',
  'events.read': 'Bekijken wat er gebeurde, stap voor stap',
  'webhooks.manage': 'Gebeurtenissen naar andere programma’s sturen',
  'apikeys.manage': 'Sleutels voor programma’s maken',
  'organisation.read': 'De organisatie, haar leden en adressen bekijken',
  'organisation.manage': 'Instellingen en retouradressen wijzigen, auditlog lezen',
  'members.manage': 'Leden uitnodigen en verwijderen, rollen geven',
}

export const permissionWords = words({ en, nl })

/** Permissions by area, in the order of the screens. */
export const permissionGroups: readonly { area: Area; permissions: readonly Permission[] }[] = [
  {
    area: 'mail',
    permissions: ['items.read', 'items.approve', 'items.write', 'postflows.write', 'suppressions.manage'],
  },
  { area: 'designs', permissions: ['templates.read', 'templates.write'] },
  { area: 'money', permissions: ['billing.read', 'billing.manage'] },
  { area: 'programs', permissions: ['events.read', 'webhooks.manage', 'apikeys.manage'] },
  { area: 'organisation', permissions: ['organisation.read', 'organisation.manage', 'members.manage'] },
]

type Area = 'mail' | 'designs' | 'money' | 'programs' | 'organisation'

export const areaWords = words<Record<Area, string>>({
  en: {
    mail: 'Mail',
    designs: 'Templates',
    money: 'Money',
    programs: 'Programs',
    organisation: 'Organisation',
  },
  nl: {
    mail: 'Post',
    designs: 'Sjablonen',
    money: 'Geld',
    programs: 'Programma’s',
    organisation: 'Organisatie',
  },
})
