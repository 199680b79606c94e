import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, type RowOf, text } from '../kernel/table.ts'

/** Recent calls of keys and users, without bodies and queries. */
export const requestLogTable = defineTable(
  'request_log',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    /** The number within the organisation and mode; the lowest are removed first. */
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
