import type { TableName } from '../tables.ts'

export interface Policy {
  /** What a row is called in the log. */
  resource: string
  /** Fields that are told as changed and never shown: secrets, and personal data that has to be erasable. */
  hide?: readonly string[]
  /** Fields that machines count in; their changes alone are no change of a person's. */
  ignore?: readonly string[]
}

/**
 * Tables whose every change by a person or a key is kept in the audit log (issue 3, item 3): settings and what they
 * are made of. Items and runs have histories of their own.
 */
export const auditedTables: Partial<Record<TableName, Policy>> = {
  advertisingCategories: { resource: 'advertisingCategory' },
  apiKeys: { resource: 'apiKey', hide: ['hash'] },
  billingProfiles: { resource: 'billingSettings' },
  connectors: {
    resource: 'connector',
    hide: ['tokenHash', 'signatureSecret'],
    ignore: ['receivedCount', 'lastReceivedAt'],
  },
  invoices: { resource: 'invoice', ignore: ['hasPdf', 'sentAt'] },
  invitations: { resource: 'invitation', ignore: ['emailKey'] },
  members: { resource: 'member', ignore: ['isOwner'] },
  organisations: { resource: 'organisation', ignore: ['testClockOffsetMs'] },
  mappingPresets: { resource: 'mappingPreset' },
  postbatches: { resource: 'postbatch', ignore: ['reservedCents'] },
  postflows: { resource: 'postflow' },
  returnAddresses: { resource: 'returnAddress' },
  roles: { resource: 'role' },
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
