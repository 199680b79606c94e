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
 * Ended items whose recipients are still known: the rows that retention examines and, once erasure is
 * requested, that still have to be erased. A row is removed when its item is erased everywhere. Its id is the
 * item's.
 */
export const erasablesTable = defineTable(
  'erasables',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    /** The run whose package holds its pages. */
    runId: textOrNull(),
    /** ms of real time, in test mode too (docs/interface.md#test-clock). */
    endedAt: integer(),
    erasureRequestedAt: integerOrNull(),
    /**
     * Whether the erasure was requested rather than due by retention: files that would expire by themselves
     * are then removed at once.
     */
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
