import type { Mode } from '../kernel/mode.ts'
import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'

/**
 * Items whose life has ended and whose recipients are still known: what retention looks at, and, once erasure was asked
 * for, what is still to be erased. A row goes when its item is erased everywhere. Its id is the item's.
 */
export const erasablesTable = defineTable(
  'erasables',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    /** Whose package holds its pages. */
    runId: textOrNull(),
    /** ms of real time, in test mode too (docs/interface.md#test-clock). */
    endedAt: integer(),
    erasureRequestedAt: integerOrNull(),
    /** Somebody asked for it, rather than the organisation's retention: files that expire by themselves go at once. */
    asked: boolean(),
  },
  {
    indexes: [
      ['organisationId', 'mode', 'endedAt'],
      ['runId', 'erasureRequestedAt'],
    ],
  },
)
export type ErasableRow = RowOf<typeof erasablesTable>
