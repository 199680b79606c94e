import type { Messages } from '../messages/en.ts'

export interface Entry {
  href: string
  label: (words: Messages) => string
  /** What a person must be allowed for it to show; none shows it to all. */
  permission?: string
  /** What an operator must hold for it to show. */
  operatorScope?: 'platform.admin' | 'catalogue.manage' | 'runs.manage'
  /** True where a person who came to approve, and makes nothing, has no use for it. */
  isOfMakers?: true
  /** True where it exists in test mode only. */
  isTest?: boolean
}

/** What stands at the left, from top to bottom, in groups. */
export const navigation: readonly { label?: (words: Messages) => string; entries: readonly Entry[] }[] = [
  {
    entries: [
      { href: '/', label: (words) => words.home },
      { href: '/desk', label: (words) => words.desk, permission: 'items.read', isTest: true },
      { href: '/items', label: (words) => words.items, permission: 'items.read' },
      { href: '/postbatches', label: (words) => words.postbatches, permission: 'items.read' },
      { href: '/postflows', label: (words) => words.postflows, permission: 'items.read' },
      { href: '/runs', label: (words) => words.runs, permission: 'items.read' },
      { href: '/suppressions', label: (words) => words.suppressions, permission: 'items.read' },
      { href: '/templates', label: (words) => words.templates, permission: 'templates.read' },
      { href: '/person', label: (words) => words.aboutPerson, permission: 'items.read' },
    ],
  },
  {
    label: (words) => words.developers,
    entries: [
      { href: '/events', label: (words) => words.events, permission: 'events.read', isOfMakers: true },
      { href: '/webhooks', label: (words) => words.webhooks, permission: 'webhooks.manage' },
      { href: '/keys', label: (words) => words.keys, permission: 'apikeys.manage' },
      { href: '/requests', label: (words) => words.requests, permission: 'apikeys.manage' },
      {
        href: '/integrations',
        label: (words) => words.integrations,
        permission: 'items.read',
        isOfMakers: true,
      },
      { href: '/exports', label: (words) => words.exports, permission: 'items.read', isOfMakers: true },
    ],
  },
  {
    label: (words) => words.moneyGroup,
    entries: [
      { href: '/balance', label: (words) => words.balance, permission: 'billing.read' },
      { href: '/invoices', label: (words) => words.invoices, permission: 'billing.read' },
      { href: '/prices', label: (words) => words.prices, permission: 'billing.read' },
    ],
  },
  {
    label: (words) => words.organisation,
    entries: [
      { href: '/members', label: (words) => words.members, permission: 'organisation.read' },
      { href: '/settings', label: (words) => words.settings, permission: 'organisation.read' },
      { href: '/audit-log', label: (words) => words.auditLog, permission: 'organisation.manage' },
      { href: '/support', label: (words) => words.support, permission: 'organisation.read' },
    ],
  },
  {
    label: (words) => words.operator,
    entries: [
      {
        href: '/operator/organisations',
        label: (words) => words.allOrganisations,
        operatorScope: 'platform.admin',
      },
      { href: '/operator/runs', label: (words) => words.allRuns, operatorScope: 'runs.manage' },
      { href: '/operator/inbox', label: (words) => words.inbox, operatorScope: 'platform.admin' },
      { href: '/operator/instance', label: (words) => words.instance, operatorScope: 'platform.admin' },
    ],
  },
]
