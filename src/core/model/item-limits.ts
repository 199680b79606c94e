/** The limits of an item; `schema.ts` enforces them, `/meta/limits` shows them. */
export const itemLimits = {
  dataFields: 64,
  dataNameLength: 40,
  dataValueLength: 2_000,
  metadataEntries: 50,
  metadataKeyLength: 40,
  metadataValueLength: 500,
  referenceLength: 120,
  reasonLength: 500,
  /** Rows of one `items.createBulk`. */
  bulkItems: 500,
  /** How far ahead `sendOn` may lie. */
  sendOnDays: 366,
} as const
