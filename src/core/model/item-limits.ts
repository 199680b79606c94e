/** The limits of an item; `schema.ts` enforces them, `/meta/limits` shows them. */
export const itemLimits = {
  dataFields: 64,
  dataNameLength: 40,
  dataValueLength: 2_000,
  metadataEntries: 50,
  metadataKeyLength: 40,
  metadataValueLength: 500,
  referenceLength: 120,
  billingGroupLength: 64,
  /** Billing groups of an organisation in a mode: each is a row of every day in analytics, and lines on invoices. */
  billingGroups: 1_000,
  /** What a scanner read off a sheet: a mark, or the address of a QR code. */
  printedCodeLength: 400,
  reasonLength: 500,
  /** Characters by which salutations are told apart, and which a corrected one has at most. */
  salutationLength: 200,
  /** Salutations of a Postbatch that are counted, and those that one page lists. */
  countedSalutations: 20_000,
  shownSalutations: 200,
  /** Lists of salutations of one organisation that a server makes, or that wait for it. */
  salutationLists: 4,
  /** Corrections of salutations in one request, and those that wait. */
  salutationCorrections: 200,
  /** Rows of one `items.createBulk`. */
  bulkItems: 500,
  /** Items of one action by their ids. */
  actionIds: 10_000,
  /** Filters of one action. */
  actionFilters: 20,
  /** Characters of `expectedFingerprint`; those that are answered have some 25. */
  fingerprintLength: 100,
  /** Actions of one organisation and mode that are not finished. */
  unfinishedActions: 10,
  /** Days that an action is kept with what it could not do, by real time. */
  actionDays: 30,
  /** Items that are counted one by one where rollups do not know their number. */
  countedItems: 10_000,
  findingCodeLength: 60,
  /** How far ahead `sendOn` may lie. */
  sendOnDays: 366,
} as const
