import type { Mode } from '../kernel/mode.ts'
import { bytes, defineTable, integer, integerOrNull, type RowOf, text } from '../kernel/table.ts'

/** API calls, without their bodies and queries. */
export const requestLogTable = defineTable(
  'request_log',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    /** Number within organisation and mode; the lowest are removed first. */
    sequence: integer(),
    callerType: text<'API_KEY' | 'USER'>(),
    callerId: text(),
    method: text(),
    path: text(),
    operation: text(),
    status: integer(),
    durationMs: integer(),
    requestId: text(),
    createdAt: integer(),
    expiresAt: integer(),
  },
  {
    indexes: [['organisationId', 'mode', 'createdAt'], ['organisationId', 'mode', 'sequence'], ['expiresAt']],
  },
)
export type RequestLogRow = RowOf<typeof requestLogTable>

/** First answer to an `Idempotency-Key`, kept for 24 hours. The id is organisation, mode, caller and key. */
export const idempotencyTable = defineTable(
  'idempotency',
  'none',
  {
    id: text(),
    /** Null while the first call runs; `leaseUntil` limits how long. */
    status: integerOrNull(),
    leaseUntil: integer(),
    /**
     * Sealed with the instance key: the hash of operation, path and body, to refuse another request with the
     * same key, and the answer without secrets (`shown-once.ts`), or the plan of a running first call.
     */
    record: bytes(),
    expiresAt: integer(),
  },
  { indexes: [['expiresAt']] },
)
export type IdempotencyRow = RowOf<typeof idempotencyTable>
