import { bytes, defineTable, integer, integerOrNull, type RowOf, text } from '../kernel/table.ts'

/** The first answer to an `Idempotency-Key`, for 24 hours. Its id is organisation, mode, caller and key. */
export const idempotencyTable = defineTable(
  'idempotency',
  'none',
  {
    id: text(),
    /** null while the first call runs; then until when it may. */
    status: integerOrNull(),
    leaseUntil: integer(),
    /**
     * Sealed with the instance key: a hash of operation, path and body, because the same key with another request is refused, and the
     * answer without the secrets that it showed (`shown-once.ts`). While the first call runs, what it set out to do, if anything.
     */
    record: bytes(),
    expiresAt: integer(),
  },
  { indexes: [['expiresAt']] },
)
export type IdempotencyRow = RowOf<typeof idempotencyTable>
