import { boolean, defineTable, integer, type RowOf, text, textOrNull } from '../kernel/table.ts'

/**
 * What live mail takes of a month's spending caps: a row for each month of an organisation or of a line of its
 * keys, where there is a cap.
 */
export const spendingTable = defineTable(
  'spending',
  'organisation',
  {
    /** `<organisation>|<line of keys, or nothing>|<month>` */
    id: text(),
    organisationId: text(),
    apiKeyId: textOrNull(),
    /** `YYYY-MM` in the organisation's time zone. */
    month: text(),
    spentCents: integer(),
    /** How often it was counted anew, so that no count is added twice. */
    recounts: integer(),
    /** Whether `spending_cap.reached` was emitted for the present cap. */
    reachedNotified: boolean(),
  },
  { indexes: [['organisationId', 'month']] },
)
export type SpendingRow = RowOf<typeof spendingTable>
