/** Every limit of an item in one place; `schema.ts` enforces them, `/meta/limits` prints them. */
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
