import type { words } from 'words:pages'
import type { t } from '../messages/index.svelte.ts'
import type { IconName } from '../ui/icons.ts'

type Messages = ReturnType<typeof t>
/** A text without values. */
type Word = { [key in keyof Messages]: Messages[key] extends string ? key : never }[keyof Messages]
/** A name of a page, loaded with the tabs. */
type PageWord = keyof ReturnType<typeof words>

/** Who may see a page. */
interface Rights {
  /** Required permissions, if any. */
  permissions?: readonly string[]
  /** Required operator scope, if any. */
  operatorScope?: 'platform.admin' | 'catalogue.manage' | 'runs.manage' | 'printers.manage'
  /** True to hide it from members who only approve. */
  isOfMakers?: true
  /** True for test mode only. */
  isTest?: true
  /** True to hide it from organisations that print their own mail. */
  isOfPayers?: true
}

export interface Page extends Rights {
  href: string
  /** Undefined for the only page of an entry, which has the entry's name. */
  word?: PageWord
  /** Shown before its name at the left of the content. */
  icon?: IconName
}

/**
 * A kind of work. The menu shows the entries for the user's kinds, which follow from permissions, because
 * organisations name their roles themselves.
 */
export type Work = 'office' | 'programs' | 'approval'

/** An entry of the menu: one page, or several with tabs between them, or with a list of them at the left. */
export interface Entry {
  word: Word
  icon: IconName
  /** The work that needs it; undefined for all. */
  work?: readonly Work[] | undefined
  /** True if only organisations that print their own mail need it. */
  isForOwnMail?: true
  /** True to list its pages at the left of the content, not as tabs. */
  isAside?: true
  pages: readonly Page[]
}

const one = (
  icon: IconName,
  word: Word,
  href: string,
  rights: Rights = {},
  work?: readonly Work[],
): Entry => ({
  icon,
  word,
  work,
  pages: [{ href, ...rights }],
})

const items = { permissions: ['items.read'] }
const keys = { permissions: ['apikeys.manage'] }
const bills = { permissions: ['billing.read'], isOfPayers: true } as const
const organisation = { permissions: ['organisation.read'] }
const runs = { operatorScope: 'runs.manage' } as const
const platform = { operatorScope: 'platform.admin' } as const

const makers = ['office', 'programs'] as const

/** The menu of an organisation, top to bottom; blocks are separated by a gap. */
export const organisationMenu: readonly (readonly Entry[])[] = [
  [
    one('house', 'home', '/'),
    one('layers', 'desk', '/desk', { ...items, isTest: true }, ['programs']),
    one('mails', 'postbatches', '/postbatches', items),
    one('mail', 'allMail', '/items', items),
    one('layout-template', 'templates', '/templates', { permissions: ['templates.read'] }, makers),
    one('mail-x', 'doNotMail', '/suppressions', items, ['office']),
  ],
  [
    one('repeat', 'postflows', '/postflows', items, ['programs']),
    {
      icon: 'code-xml',
      word: 'developers',
      work: ['programs'],
      pages: [
        { href: '/keys', word: 'keys', ...keys },
        { href: '/webhooks', word: 'webhooks', permissions: ['webhooks.manage'] },
        { href: '/events', word: 'events', permissions: ['events.read'], isOfMakers: true },
        { href: '/requests', word: 'logs', ...keys },
        { href: '/exports', word: 'exports', ...items, isOfMakers: true },
        { href: '/integrations', word: 'integrations', ...items, isOfMakers: true },
      ],
    },
  ],
  [
    { ...one('printer', 'printAndPost', '/runs', items, ['office']), isForOwnMail: true },
    {
      icon: 'wallet',
      word: 'billing',
      work: makers,
      pages: [
        { href: '/balance', word: 'balance', ...bills },
        { href: '/balance/top-ups', word: 'topUps', ...bills },
        { href: '/balance/spending', word: 'spending', ...bills },
        {
          href: '/balance/cost-centres',
          word: 'costCentres',
          ...bills,
          permissions: ['billing.read', 'items.read'],
        },
        { href: '/invoices', word: 'invoices', ...bills },
        { href: '/prices', word: 'prices', ...bills },
        { href: '/balance/settings', word: 'billingSettings', ...bills },
      ],
    },
    {
      icon: 'settings',
      word: 'settings',
      work: makers,
      isAside: true,
      pages: [
        { href: '/settings', word: 'organisation', icon: 'building-2', ...organisation },
        { href: '/settings/return-addresses', word: 'returnAddresses', icon: 'map-pin', ...organisation },
        { href: '/members', word: 'team', icon: 'users', ...organisation },
        { href: '/settings/categories', word: 'categories', icon: 'tags', ...items },
        { href: '/person', word: 'dataRequests', icon: 'shield', ...items },
        {
          href: '/audit-log',
          word: 'auditLog',
          icon: 'history',
          permissions: ['organisation.manage'],
        },
        { href: '/support', word: 'help', icon: 'life-buoy', ...organisation },
      ],
    },
  ],
]

/** The menu of the operator's area. */
export const operatorMenu: readonly (readonly Entry[])[] = [
  [
    one('factory', 'production', '/operator/runs', runs),
    one('undo-2', 'returnedMail', '/operator/returns', runs),
  ],
  [
    one('building-2', 'customers', '/operator/organisations', platform),
    one('tags', 'catalogue', '/operator/catalogue', { operatorScope: 'catalogue.manage' }),
    one('printer', 'printers', '/operator/printers', { operatorScope: 'printers.manage' }),
  ],
  [
    {
      icon: 'server',
      word: 'server',
      pages: [
        { href: '/operator/instance', word: 'health', ...platform },
        { href: '/operator/instance/jobs', word: 'jobs', ...platform },
        { href: '/operator/instance/users', word: 'users', ...platform },
        { href: '/operator/instance/seller', word: 'seller', ...platform },
        { href: '/operator/instance/check', word: 'check', ...platform },
        { href: '/operator/instance/backups', word: 'backups', ...platform },
        { href: '/operator/instance/log', word: 'log', ...platform },
        { href: '/operator/fonts', word: 'fonts', ...platform },
        { href: '/operator/inbox', word: 'inbox', ...platform },
      ],
    },
  ],
]
