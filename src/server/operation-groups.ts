import type { Operation } from '../core/engine/operation.ts'

/** Operation groups with their descriptions. */
export const groups = {
  AdvertisingCategories: 'What mail is about: the platform’s categories and the organisation’s own.',
  Analytics: 'Counts by day and present statuses, for the organisation or one Postflow or Postbatch.',
  Billing: 'Balance, ledger, prices, invoices and credit notes.',
  Developers: 'API keys and what they did, the test clock, and simulated ends of test items.',
  Exports: 'Lists as files, written in the background.',
  Instance:
    'What operators do to the instance as a whole: hold printing and invoicing, retry jobs, manage users, examine it, back it up.',
  Integrations: 'Addresses that make items out of what other programs post.',
  Items: 'Pieces of mail, from created to returned: what was printed, and what is known of a recipient.',
  MappingPresets: 'Which column of a list is which field.',
  Media: 'What signed addresses lead to.',
  Meta: 'The API about itself.',
  Organisation: 'The organisation that calls: settings, return addresses, members, roles, the audit log.',
  Organisations: 'Signing in, and the organisations that a user belongs to or operates.',
  Overview: 'What waits for a person, and a search over everything.',
  PlatformAssets: 'Fonts and colour profiles of the program, and those that the operator adds.',
  Printers: 'Printers that runs are handed to, and the rules that choose one.',
  Postbatches: 'One mailing: imported, validated, approved as a whole.',
  Postflows: 'Always-on flows that programs drop items into.',
  Products:
    'What can be printed, with sheets, zones and prices; and the catalogue, by which operators say it.',
  Renders: 'Previews of a template as PDF and PNG.',
  Runs: 'Production runs: what goes to the printer together.',
  Status: 'How the server is.',
  Support: 'Tickets, and what to send along with one.',
  SuppressionReasons: 'Why a person gets no mail: the platform’s reasons and the organisation’s own.',
  Suppressions: 'Who must not get mail, and why.',
  TemplateLibrary: 'Designs to begin with.',
  Templates: 'Designs in folders: a draft and immutable published versions.',
  Uploads: 'Files: pictures, PDF pages and fonts for templates, and lists of recipients.',
  Webhooks: 'The event feed, endpoints, their deliveries, test and replay.',
} as const
export type Group = keyof typeof groups

/** Groups of nouns that differ from the group's name. */
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

/**
 * Returns the group of an operation: `invoices.list` → `Billing`. Throws for a noun without a group; add new
 * nouns above.
 */
export const groupOf = ({ id }: Pick<Operation, 'id'>): Group => {
  const noun = id.slice(0, id.indexOf('.'))
  const own = noun.charAt(0).toUpperCase() + noun.slice(1)
  const group = byNoun[noun] ?? (Object.hasOwn(groups, own) ? (own as Group) : undefined)
  if (!group) throw new Error(`The operation ${id} belongs to no group: say which in operation-groups.ts.`)
  return group
}
