import type { TableName } from '../../model/index.ts'

export interface Policy {
  /** What a row is called in the log. */
  resource: string
  /** Fields that are told as changed and never shown: secrets, and personal data that has to be erasable. */
  hide?: readonly string[]
  /** Fields that machines count in; their changes alone are no change of a person's. */
  ignore?: readonly string[]
  /** What a change means for who may do what: a line of the log, `event: security.<name>`. */
  event?(before: Row | undefined, after: Row | undefined): string | undefined
}

type Row = Readonly<Record<string, unknown>>

const differs = (field: string, before: Row | undefined, after: Row | undefined): boolean =>
  JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field])

/** Made, removed, or another list of what somebody may do. */
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
  // Of one that was set up or ended, the user's own change tells.
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

/**
 * Tables whose every change by a person or a key is kept in the audit log (decision 62): settings and what
 * they are made of. Items and runs have histories of their own.
 */
export const auditedTables: Partial<Record<TableName, Policy>> = {
  advertisingCategories: { resource: 'advertisingCategory' },
  apiKeys: { resource: 'apiKey', hide: ['hash'], event: keyEvent },
  billingProfiles: { resource: 'billingSettings' },
  connectors: {
    resource: 'connector',
    hide: ['tokenHash', 'signatureSecret'],
    ignore: ['receivedCount', 'lastReceivedAt'],
  },
  invoices: { resource: 'invoice', ignore: ['hasPdf', 'sentAt'] },
  invitations: { resource: 'invitation', ignore: ['emailKey'] },
  members: { resource: 'member', ignore: ['isOwner'], event: grant('member', 'roles') },
  organisations: { resource: 'organisation', ignore: ['testClockOffsetMs'], event: organisationEvent },
  mappingPresets: { resource: 'mappingPreset' },
  postbatches: { resource: 'postbatch', ignore: ['reservedCents'] },
  postflows: { resource: 'postflow' },
  returnAddresses: { resource: 'returnAddress' },
  roles: { resource: 'role', event: grant('role', 'permissions') },
  // Of no organisation, as users.
  secondFactors: {
    resource: 'secondFactor',
    hide: ['seed', 'recoveryCodes'],
    ignore: ['lastPeriod'],
    event: recoveryEvent,
  },
  suppressionReasons: { resource: 'suppressionReason' },
  suppressions: {
    resource: 'suppression',
    // The item too: an entry keeps an address for good, and must not lead from an erased item to it.
    hide: ['matchKey', 'addressKey', 'nameKey', 'recipient', 'recipientName', 'itemId'],
  },
  templateFolders: { resource: 'templateFolder' },
  templates: { resource: 'template' },
  templateVersions: { resource: 'templateVersion' },
  topUps: { resource: 'topUp' },
  // Of no organisation: operators read it. Who the id is, `user list` says.
  users: {
    resource: 'user',
    hide: ['passwordHash', 'email', 'name'],
    ignore: ['emailKey', 'lastSignInAt'],
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
