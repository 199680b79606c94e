import type { t } from '../messages/index.svelte.ts'
import type { IconName } from '../ui/icons.ts'

type Messages = ReturnType<typeof t>
/** A text without values. */
type Word = { [key in keyof Messages]: Messages[key] extends string ? key : never }[keyof Messages]

/** Who may see a page. */
interface Rights {
  /** Required permission, if any. */
  permission?: string
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
  word: Word
}

/** An entry of the menu: one page, or several with tabs between them. */
export interface Entry {
  word: Word
  icon: IconName
  pages: readonly Page[]
}

const one = (icon: IconName, word: Word, href: string, rights: Rights = {}): Entry => ({
  icon,
  word,
  pages: [{ href, word, ...rights }],
})

const items = { permission: 'items.read' }
const keys = { permission: 'apikeys.manage' }
const bills = { permission: 'billing.read', isOfPayers: true } as const
const organisation = { permission: 'organisation.read' }
const runs = { operatorScope: 'runs.manage' } as const
const platform = { operatorScope: 'platform.admin' } as const

/** The menu of an organisation, top to bottom; blocks are separated by a gap. */
export const organisationMenu: readonly (readonly Entry[])[] = [
  [
    one('house', 'home', '/'),
    one('layers', 'desk', '/desk', { ...items, isTest: true }),
    one('mails', 'postbatches', '/postbatches', items),
    one('mail', 'allMail', '/items', items),
    one('layout-template', 'templates', '/templates', { permission: 'templates.read' }),
    one('mail-x', 'doNotMail', '/suppressions', items),
  ],
  [
    one('repeat', 'postflows', '/postflows', items),
    {
      icon: 'code-xml',
      word: 'developers',
      pages: [
        { href: '/keys', word: 'keys', ...keys },
        { href: '/webhooks', word: 'webhooks', permission: 'webhooks.manage' },
        { href: '/events', word: 'events', permission: 'events.read', isOfMakers: true },
        { href: '/requests', word: 'logs', ...keys },
        { href: '/exports', word: 'exports', ...items, isOfMakers: true },
        { href: '/integrations', word: 'integrations', ...items, isOfMakers: true },
      ],
    },
  ],
  [
    one('printer', 'printAndPost', '/runs', items),
    {
      icon: 'wallet',
      word: 'billing',
      pages: [
        { href: '/balance', word: 'balance', ...bills },
        { href: '/invoices', word: 'invoices', ...bills },
        { href: '/prices', word: 'prices', ...bills },
      ],
    },
    {
      icon: 'settings',
      word: 'settings',
      pages: [
        { href: '/settings', word: 'organisation', ...organisation },
        { href: '/settings/return-addresses', word: 'returnAddresses', ...organisation },
        { href: '/members', word: 'team', ...organisation },
        { href: '/settings/categories', word: 'categories', ...items },
        { href: '/person', word: 'dataRequests', ...items },
        { href: '/audit-log', word: 'auditLog', permission: 'organisation.manage' },
        { href: '/support', word: 'help', ...organisation },
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
        { href: '/operator/instance', word: 'instance', ...platform },
        { href: '/operator/fonts', word: 'fontsAndProfiles', ...platform },
        { href: '/operator/inbox', word: 'inbox', ...platform },
      ],
    },
  ],
]
