import type { Operation } from '../core/engine/operation.ts'

export const groups = {
  AdvertisingCategories: 'Subjects of mail: the platform’s categories and the organisation’s own.',
  Analytics: 'Counts by day and current status, for the organisation or one Postflow or Postbatch.',
  Billing: 'Balance, ledger, prices, invoices and credit notes.',
  Developers: 'API keys and their requests, the test clock, and simulated outcomes of test items.',
  Exports: 'Exports of lists as files, written in the background.',
  Instance:
    'Operation of the instance: pause printing and invoicing, retry jobs, manage users, run checks and backups.',
  Integrations: 'Connectors that create items from requests of other programs.',
  Items: 'Pieces of mail from creation to return, with what was printed and the data of recipients.',
  MappingPresets: 'Saved mappings from columns of a list to fields.',
  Media: 'Files behind signed URLs.',
  Meta: 'The API about itself.',
  Organisation: 'The caller’s organisation: settings, return addresses, members, roles, the audit log.',
  Organisations: 'Sign-in, and the organisations that a user belongs to or operates.',
  Overview: 'Items that need attention, and a global search.',
  PlatformAssets: 'Built-in fonts and colour profiles, and those that the operator adds.',
  Printers: 'Printers that receive runs, and the rules that select them.',
  Postbatches: 'Single mailings, imported, validated and approved as a whole.',
  Postflows: 'Continuous flows to which programs add items.',
  Products: 'Products with sheets, zones and prices, and the catalogue in which operators define them.',
  Renders: 'Previews of a template as PDF and PNG.',
  Runs: 'Production runs: items that are printed together.',
  Status: 'State of the server.',
  Support: 'Support tickets and their attachments.',
  SuppressionReasons: 'Reasons for suppressing recipients: the platform’s and the organisation’s own.',
  Suppressions: 'Recipients who must not get mail, with reasons.',
  TemplateLibrary: 'Ready-made designs.',
  Templates: 'Designs in folders: a draft and immutable published versions.',
  Uploads: 'Files: pictures, PDF pages and fonts for templates, and lists of recipients.',
  Webhooks: 'The event feed, endpoints and their deliveries, tests and replays.',
} as const
export type Group = keyof typeof groups

/** The group for each noun of operation ids that isn't itself the name of a group. */
const byNoun: Readonly<Record<string, Group>> = {
  attention: 'Overview',
  auditLog: 'Organisation',
  backups: 'Instance',
  catalogue: 'Products',
  events: 'Webhooks',
  imports: 'Postbatches',
  invitations: 'Organisation',
  invoices: 'Billing',
  invoicing: 'Instance',
  itemActions: 'Items',
  jobs: 'Instance',
  members: 'Organisation',
  passwordReset: 'Organisations',
  printerRules: 'Printers',
  printing: 'Instance',
  profile: 'Organisations',
  returnAddresses: 'Organisation',
  returnCodes: 'Runs',
  roles: 'Organisation',
  search: 'Overview',
  secondFactor: 'Organisations',
  session: 'Organisations',
  seller: 'Billing',
  sessions: 'Organisations',
  setup: 'Organisations',
  tickets: 'Support',
  users: 'Instance',
}

/** Returns an operation's group: `invoices.list` → `Billing`. Throws for nouns without a group above. */
export const groupOf = ({ id }: Pick<Operation, 'id'>): Group => {
  const noun = id.slice(0, id.indexOf('.'))
  const own = noun.charAt(0).toUpperCase() + noun.slice(1)
  const group = byNoun[noun] ?? (Object.hasOwn(groups, own) ? (own as Group) : undefined)
  if (!group) throw new Error(`The operation ${id} belongs to no group. Add its noun to operation-groups.ts.`)
  return group
}
