/** Enforced by `features/items/schema.ts` and shown by `/meta/limits`. */
export const itemLimits = {
  dataFields: 64,
  dataNameLength: 40,
  dataValueLength: 2_000,
  metadataEntries: 50,
  metadataKeyLength: 40,
  metadataValueLength: 500,
  referenceLength: 120,
  billingGroupLength: 64,
  /** Limit per organisation and mode: each is a row per day in analytics, and lines on invoices. */
  billingGroups: 1_000,
  /** A mark, or the URL of a QR code. */
  printedCodeLength: 400,
  reasonLength: 500,
  /** Characters that distinguish salutations; maximum length of a corrected one. */
  salutationLength: 200,
  /** Salutations counted per Postbatch, and per page. */
  countedSalutations: 20_000,
  shownSalutations: 200,
  /** Lists of salutations per organisation that a server is computing or has queued. */
  salutationLists: 4,
  /** Corrections per request, and pending ones per Postbatch. */
  salutationCorrections: 200,
  /** Rows per `items.createBulk`. */
  bulkItems: 500,
  /** Items of an action by id. */
  actionIds: 10_000,
  actionFilters: 20,
  /** Issued fingerprints have about 25 characters. */
  fingerprintLength: 100,
  /** Limit per organisation and mode. */
  unfinishedActions: 10,
  /** Days of real time for which an action is kept with its failures. */
  actionDays: 30,
  /** Items counted individually if rollups don't have the number. */
  countedItems: 10_000,
  findingCodeLength: 60,
  sendOnDays: 366,
} as const
