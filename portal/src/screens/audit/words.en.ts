import type { Schemas } from '../../api/client.ts'

type ManyItems = Schemas['ItemActionKind']
type Action = Schemas['AuditEntry']['action']
type ActorType = Schemas['Actor']['type']

/** What the log calls its resources, as people call them. */
const kinds = {
  advertisingCategory: 'Advertising category',
  apiKey: 'API key',
  backup: 'Backup',
  billingSettings: 'Billing settings',
  calendar: 'Calendar',
  connector: 'Connector',
  countryZones: 'Country zones',
  currency: 'Currency',
  hold: 'Hold',
  invitation: 'Invitation',
  invoice: 'Invoice',
  item: 'Item',
  itemAction: 'Action on many items',
  job: 'Job',
  mappingPreset: 'Preset for lists',
  member: 'Member',
  organisation: 'Organisation',
  postageProduct: 'Postage product',
  postbatch: 'Mailing',
  postflow: 'Postflow',
  priceList: 'Price list',
  product: 'Product',
  printer: 'Printer',
  printerRule: 'Rule for printers',
  resetLink: 'Link for a password',
  returnAddress: 'Return address',
  role: 'Role',
  secondFactor: 'Second factor',
  security: 'Security',
  specification: 'Specification',
  stock: 'Stock',
  suppression: 'Suppression',
  suppressionReason: 'Suppression reason',
  template: 'Template',
  templateFolder: 'Template folder',
  templateVersion: 'Template version',
  seller: 'Who invoices',
  testData: 'Test data',
  topUp: 'Top-up',
  user: 'User',
  webhookEndpoint: 'Webhook',
}
export type KindWords = Readonly<Record<keyof typeof kinds, string>>

const actions: Readonly<Record<Action, string>> = {
  CREATED: 'made',
  CHANGED: 'changed',
  REMOVED: 'removed',
  OBSERVED: 'noticed',
}
const actors: Readonly<Record<ActorType, string>> = {
  USER: 'Person',
  API_KEY: 'Program',
  OPERATOR: 'Command line, or the server itself',
  PUBLIC: 'By a link, or from outside',
}

export const wordsEn = {
  kinds: kinds as KindWords,
  actions,
  actors,
  /** What was decided, by its operation. */
  decisions: {
    'items.approve': 'Item approved',
    'items.reject': 'Item rejected',
    'postbatches.approve': 'Mailing approved',
  } as Readonly<Record<string, string>>,
  /** What was asked for many items at once. */
  manyItems: {
    APPROVE: (items: string) => `Approval of ${items}`,
    REJECT: (items: string) => `Rejection of ${items}`,
    CANCEL: (items: string) => `Cancellation of ${items}`,
    REPRINT: (items: string) => `Reprint of ${items}`,
  } satisfies Record<ManyItems, (items: string) => string>,
  items: (number: number, written: string) => (number === 1 ? '1 item' : `${written} items`),
  /** What items and actions on many of them are described by, in a reader's words. */
  itemFields: {
    totalCount: 'Number of items',
    reason: 'Reason',
    status: 'State',
    decision: 'Decision',
  } as Readonly<Record<string, string>>,
  itemValues: {
    APPROVED: 'Approved',
    REJECTED: 'Rejected',
    PROCESSING: 'Going on',
    STOPPED: 'Stopped',
  } as Readonly<Record<string, string>>,
  /** What happened to what, in two or three words. */
  what: (kind: string, action: string) => `${kind} ${action}`,
  security: {
    'security.sign_in_failed': 'Sign-in failed',
    'security.second_factor_failed': 'Wrong code of the second factor',
    'security.locked_out': 'Locked out after too many attempts',
    'security.revoked_key_used': 'A key that no longer works was used',
    'security.host_refused': 'Asked under a name that is not this server’s',
  } as Readonly<Record<string, string>>,
  times: (count: string) => `${count} times`,
  who: 'Who',
  anyone: 'Anyone',
  persons: 'People',
  programs: 'Programs',
  commandLine: 'Command line and server',
  fromOutside: 'From outside',
  kind: 'What about',
  anyKind: 'Everything',
  from: 'From',
  until: 'Until',
  change: 'What happened',
  versionOf: (template: string, number: number) => `${template}, version ${number}`,
  fields: 'What changed',
  when: 'When',
  empty: 'Nothing has been changed yet',
  emptyText:
    'Every change of settings by people, programs and the operator stands here for good, with what it was before. So does who approved and rejected items. Items, runs and mailings have histories of their own.',
  noMatches: 'Nothing in the log matches what you chose above.',
  entry: 'Entry of the log',
  how: 'How',
  operation: 'Operation',
  request: 'Request',
  subject: 'Of',
  mode: 'Mode',
  bothModes: 'both',
  field: 'Field',
  before: 'Before',
  after: 'After',
  address: 'From network address',
  count: 'How often',
  lasted: 'Until',
  gone: 'This entry is no longer in the log: what was only noticed is kept for 90 days.',
  hidden: 'not shown',
  hiddenText: 'Secrets and data of people are never written into the log.',
  nothing: 'empty',
  yes: 'yes',
  no: 'no',
}
