import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, type RowOf, text, textOrNull } from '../kernel/table.ts'

/**
 * A scan of the QR code on a piece. Nothing about the person who scanned is kept unless the organisation has
 * asked for it.
 */
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
    /** Network address of the client; null unless the organisation keeps them (`keepScanAddresses`). */
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
