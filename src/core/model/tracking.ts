import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, type RowOf, text, textOrNull } from '../kernel/table.ts'

/** A scan of a piece's QR code. Nothing about the client is stored unless the organisation chose to. */
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
    /** Client address; null unless the organisation stores them (`keepScanAddresses`). */
    clientAddress: textOrNull(),
    /** On the clock of its mode. */
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
