import type { TableName } from '../../model/index.ts'

export interface Policy {
  /** Resource name in the log. */
  resource: string
  /** Resource names of rows with these ids. */
  resourceById?: Readonly<Record<string, string>>
  /** Logged without values: secrets, and personal data that must be erasable. */
  hide?: readonly string[]
  /** Maintained by the program; a change of these alone isn't logged. */
  ignore?: readonly string[]
  /** Shown instead of the row's columns; undefined for rows that the log omits. */
  view?(row: Row): Row | undefined
  /** Logged as `event: security.<name>`. */
  event?(before: Row | undefined, after: Row | undefined): string | undefined
}

type Row = Readonly<Record<string, unknown>>

const testDataFact = 'test-data|'

/** Shows holds, last backup, seller, currency, return codes, deletions of test data; omits internal facts. */
const factView = ({ id, value }: Row): Row | undefined => {
  if (id === 'backup') {
    const { startedAt, folder } = JSON.parse(String(value))
    return { id, startedAt, folder }
  }
  if (id === 'currency') return { id, currency: value }
  if (String(id).startsWith(testDataFact)) {
    const { askedAt, itemCount } = JSON.parse(String(value))
    return { id: 'testData', organisationId: String(id).slice(testDataFact.length), askedAt, itemCount }
  }
  if (id === 'return-codes') return { id: 'returnCodes', codes: JSON.parse(String(value)) }
  if (id === 'seller') return { id, ...JSON.parse(String(value)) }
  if (!String(id).endsWith('-hold')) return undefined
  const { since, ...rest } = JSON.parse(String(value))
  return { id, heldAt: since, ...rest }
}

/** Omits the organisation, so that the change appears in the operators' log. */
const jobView = ({ id, status, dueAt, wakeAt }: Row): Row => ({ id, status, dueAt, wakeAt })

/** Shows reset links that an operator hands over: their bearer can act as the user. Omits mailed ones. */
const linkView = ({ id, purpose, userId, mailed, expiresAt }: Row): Row | undefined =>
  purpose === 'RESET' && mailed === false ? { id, userId, expiresAt } : undefined

const linkEvent = (before: Row | undefined, after: Row | undefined): string | undefined =>
  !before && after ? 'reset_link_made' : undefined

const differs = (field: string, before: Row | undefined, after: Row | undefined): boolean =>
  JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field])

/** Returns the event of a row that grants permissions: granted, removed, or `field` changed. */
const grant =
  (noun: string, field: string) =>
  (before: Row | undefined, after: Row | undefined): string | undefined => {
    if (!before) return `${noun}_granted`
    if (!after) return `${noun}_removed`
    return differs(field, before, after) ? `${noun}_changed` : undefined
  }

const userEvent = (before: Row | undefined, after: Row | undefined): string | undefined => {
  const scopes = (row: Row | undefined) => (row?.operatorScopes as readonly string[] | undefined) ?? []
  if (scopes(after).some((scope) => !scopes(before).includes(scope))) return 'operator_promoted'
  if (scopes(before).some((scope) => !scopes(after).includes(scope))) return 'operator_demoted'
  if (!before) return 'user_created'
  if (differs('secondFactorAt', before, after)) return secondFactorEvent(before, after)
  if (!differs('status', before, after)) return undefined
  return after?.status === 'ACTIVE' ? 'user_enabled' : 'user_disabled'
}

const secondFactorEvent = (before: Row, after: Row | undefined): string => {
  if (after?.secondFactorAt == null) return 'second_factor_off'
  return before.secondFactorAt == null ? 'second_factor_on' : 'second_factor_replaced'
}

const recoveryEvent = (before: Row | undefined, after: Row | undefined): string | undefined => {
  const codes = (row: Row | undefined) => (row?.recoveryCodes as readonly string[] | undefined) ?? []
  // Setting up and removing a second factor is logged with the user's row.
  if (before?.confirmedAt == null || !after || !differs('recoveryCodes', before, after)) return undefined
  return codes(after).every((code) => codes(before).includes(code))
    ? 'recovery_code_used'
    : 'recovery_codes_renewed'
}

const keyEvent = (before: Row | undefined, after: Row | undefined): string | undefined => {
  if (!before) return 'key_created'
  return before.revokedAt === null && after?.revokedAt !== null ? 'key_revoked' : undefined
}

const organisationEvent = (before: Row | undefined, after: Row | undefined): string | undefined => {
  if (!before || !differs('status', before, after)) return undefined
  return after?.status === 'SUSPENDED' ? 'organisation_suspended' : 'organisation_resumed'
}

/** Changes by users and keys are audited (docs/design/security.md). Items and runs have histories. */
export const auditedTables: Partial<Record<TableName, Policy>> = {
  advertisingCategories: { resource: 'advertisingCategory' },
  apiKeys: { resource: 'apiKey', hide: ['hash'], event: keyEvent },
  billingProfiles: { resource: 'billingSettings' },
  calendars: { resource: 'calendar', ignore: ['days', 'daysUntil'] },
  connectors: {
    resource: 'connector',
    hide: ['tokenHash', 'signatureSecret'],
    ignore: ['receivedCount', 'lastReceivedAt'],
  },
  costs: { resource: 'cost' },
  countryZones: { resource: 'countryZones' },
  facts: {
    resource: 'hold',
    resourceById: {
      backup: 'backup',
      seller: 'seller',
      testData: 'testData',
      currency: 'currency',
      returnCodes: 'returnCodes',
    },
    view: factView,
  },
  instanceAssets: { resource: 'platformAsset', ignore: ['blobKey'] },
  invoices: { resource: 'invoice', ignore: ['hasPdf', 'sentAt'] },
  invitations: { resource: 'invitation', ignore: ['emailKey'] },
  // Reason and filters may contain personal data. The requester is the entry's actor.
  itemActions: {
    resource: 'itemAction',
    hide: ['reason'],
    ignore: ['conditions', 'askedBy', 'expectedFingerprint'],
  },
  jobs: { resource: 'job', view: jobView },
  links: { resource: 'resetLink', view: linkView, event: linkEvent },
  members: { resource: 'member', ignore: ['isOwner', 'notices'], event: grant('member', 'roles') },
  organisations: { resource: 'organisation', ignore: ['testClockOffsetMs'], event: organisationEvent },
  mappingPresets: { resource: 'mappingPreset' },
  printerRules: { resource: 'printerRule' },
  printers: { resource: 'printer', hide: ['secret'], ignore: ['health', 'secretFor'] },
  // Reason and salutations may contain personal data. The rejecting user is the entry's actor.
  postbatches: {
    resource: 'postbatch',
    hide: ['rejectionReason', 'salutationCorrections'],
    ignore: [
      'reservedCents',
      'pricedQuantity',
      'rejectedBy',
      'formerBillingGroups',
      'sentBefore',
      'warnings',
    ],
  },
  postageProducts: { resource: 'postageProduct' },
  postflows: { resource: 'postflow' },
  // A list has thousands of prices; the export shows them.
  priceLists: { resource: 'priceList', hide: ['lines', 'extras'] },
  products: { resource: 'product', ignore: ['version'] },
  returnAddresses: { resource: 'returnAddress' },
  roles: { resource: 'role', event: grant('role', 'permissions') },
  // Second factors belong to no organisation, like users.
  secondFactors: {
    resource: 'secondFactor',
    hide: ['seed', 'recoveryCodes'],
    ignore: ['lastPeriod'],
    event: recoveryEvent,
  },
  // Consequences of calendars and price lists are logged with those.
  specifications: { resource: 'specification', ignore: ['prices', 'cutoff'] },
  stocks: { resource: 'stock' },
  suppressionReasons: { resource: 'suppressionReason' },
  suppressions: {
    resource: 'suppression',
    // An entry is kept permanently, and must not link an address to an erased item.
    hide: ['matchKey', 'addressKey', 'nameKey', 'recipient', 'recipientName', 'itemId'],
    ignore: ['matchKeyV2', 'addressKeyV2', 'keyedAt', 'isUndecided'],
  },
  templateFolders: { resource: 'templateFolder' },
  templates: { resource: 'template' },
  templateVersions: { resource: 'templateVersion' },
  topUps: { resource: 'topUp' },
  // Operators read these entries, and find the user of an id with `user list`.
  users: {
    resource: 'user',
    hide: ['passwordHash', 'email', 'name'],
    ignore: ['emailKey', 'search', 'lastSignInAt'],
    event: userEvent,
  },
  webhookEndpoints: {
    resource: 'webhookEndpoint',
    hide: ['secret', 'previousSecrets'],
    ignore: [
      'epoch',
      'consecutiveExhausted',
      'subscribedAt',
      'createdAfter',
      'subscribedAfter',
      'secretSince',
    ],
  },
}
