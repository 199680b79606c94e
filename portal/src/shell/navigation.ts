import type { Messages } from '../messages/en.ts'
import type { IconName } from '../ui/icons.ts'

export interface Entry {
  href: string
  icon: IconName
  label: (words: Messages) => string
  /** Required permission, if any. */
  permission?: string
  /** Required operator scope, if any. */
  operatorScope?: 'platform.admin' | 'catalogue.manage' | 'runs.manage' | 'printers.manage'
  /** True to hide it from members who only approve. */
  isOfMakers?: true
  /** True for test mode only. */
  isTest?: boolean
  /** True to hide it from organisations that print their own mail. */
  isOfPayers?: true
}

/** Entries below a collapsible heading; the first group has none. */
export interface Group {
  /** Key of the group's stored state. */
  name: string
  label?: (words: Messages) => string
  /** True if collapsed by default, because few users need it daily. */
  isFolded?: true
  entries: readonly Entry[]
}

/** The menu, top to bottom. */
export const navigation: readonly Group[] = [
  {
    name: 'mail',
    entries: [
      { href: '/', icon: 'house', label: (words) => words.home },
      { href: '/desk', icon: 'layers', label: (words) => words.desk, permission: 'items.read', isTest: true },
      { href: '/items', icon: 'mail', label: (words) => words.items, permission: 'items.read' },
      { href: '/postbatches', icon: 'mails', label: (words) => words.postbatches, permission: 'items.read' },
      { href: '/postflows', icon: 'repeat', label: (words) => words.postflows, permission: 'items.read' },
      { href: '/runs', icon: 'printer', label: (words) => words.runs, permission: 'items.read' },
      { href: '/suppressions', icon: 'ban', label: (words) => words.suppressions, permission: 'items.read' },
      {
        href: '/templates',
        icon: 'layout-template',
        label: (words) => words.templates,
        permission: 'templates.read',
      },
      { href: '/person', icon: 'user-search', label: (words) => words.aboutPerson, permission: 'items.read' },
    ],
  },
  {
    name: 'programs',
    label: (words) => words.programs,
    isFolded: true,
    entries: [
      {
        href: '/events',
        icon: 'zap',
        label: (words) => words.events,
        permission: 'events.read',
        isOfMakers: true,
      },
      { href: '/webhooks', icon: 'webhook', label: (words) => words.webhooks, permission: 'webhooks.manage' },
      { href: '/keys', icon: 'key-round', label: (words) => words.keys, permission: 'apikeys.manage' },
      {
        href: '/requests',
        icon: 'scroll-text',
        label: (words) => words.requests,
        permission: 'apikeys.manage',
      },
      {
        href: '/integrations',
        icon: 'plug',
        label: (words) => words.integrations,
        permission: 'items.read',
        isOfMakers: true,
      },
      {
        href: '/exports',
        icon: 'download',
        label: (words) => words.exports,
        permission: 'items.read',
        isOfMakers: true,
      },
    ],
  },
  {
    name: 'money',
    label: (words) => words.moneyGroup,
    entries: [
      {
        href: '/balance',
        icon: 'wallet',
        label: (words) => words.balance,
        permission: 'billing.read',
        isOfPayers: true,
      },
      {
        href: '/invoices',
        icon: 'receipt-text',
        label: (words) => words.invoices,
        permission: 'billing.read',
        isOfPayers: true,
      },
      {
        href: '/prices',
        icon: 'tags',
        label: (words) => words.prices,
        permission: 'billing.read',
        isOfPayers: true,
      },
    ],
  },
  {
    name: 'organisation',
    label: (words) => words.organisation,
    entries: [
      { href: '/members', icon: 'users', label: (words) => words.members, permission: 'organisation.read' },
      {
        href: '/settings',
        icon: 'settings',
        label: (words) => words.settings,
        permission: 'organisation.read',
      },
      {
        href: '/audit-log',
        icon: 'history',
        label: (words) => words.auditLog,
        permission: 'organisation.manage',
      },
      {
        href: '/support',
        icon: 'life-buoy',
        label: (words) => words.support,
        permission: 'organisation.read',
      },
    ],
  },
  {
    name: 'operator',
    label: (words) => words.operator,
    isFolded: true,
    entries: [
      {
        href: '/operator/organisations',
        icon: 'building-2',
        label: (words) => words.allOrganisations,
        operatorScope: 'platform.admin',
      },
      {
        href: '/operator/runs',
        icon: 'factory',
        label: (words) => words.allRuns,
        operatorScope: 'runs.manage',
      },
      {
        href: '/operator/catalogue',
        icon: 'tags',
        label: (words) => words.catalogue,
        operatorScope: 'catalogue.manage',
      },
      {
        href: '/operator/printers',
        icon: 'printer',
        label: (words) => words.printers,
        operatorScope: 'printers.manage',
      },
      {
        href: '/operator/fonts',
        icon: 'type',
        label: (words) => words.fontsAndProfiles,
        operatorScope: 'platform.admin',
      },
      {
        href: '/operator/inbox',
        icon: 'inbox',
        label: (words) => words.inbox,
        operatorScope: 'platform.admin',
      },
      {
        href: '/operator/instance',
        icon: 'server',
        label: (words) => words.instance,
        operatorScope: 'platform.admin',
      },
    ],
  },
]
