import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, type RowOf, text, textOrNull } from '../kernel/table.ts'

/** Nothing about the client is stored unless the organisation chose to. */
export const scansTable = defineTable(
  'scans',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    itemId: text(),
    postflowId: textOrNull(),
    postbatchId: textOrNull(),
    /** Null unless the organisation stores addresses (`keepScanAddresses`). */
    clientAddress: textOrNull(),
    /** Time on the clock of its mode. */
    createdAt: integer(),
  },
  {
    indexes: [
      ['itemId', 'createdAt'],
      ['organisationId', 'mode', 'createdAt'],
    ],
  },
)
export type ScanRow = RowOf<typeof scansTable>
