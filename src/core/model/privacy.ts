import type { Mode } from '../kernel/mode.ts'
import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'

/** What an erased item said of its recipient, until files and answers that name them are erased too. */
export interface ErasedPerson {
  name: string | null
  companyName: string | null
  reference: string | null
  addressKeys: string[]
}

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
    /** ms of real time, in test mode too (docs/api-rules.md#test-clock). */
    endedAt: integer(),
    erasureRequestedAt: integerOrNull(),
    /**
     * Whether the erasure was requested rather than due by retention: files that would expire by themselves
     * are then removed at once.
     */
    asked: boolean(),
    /** Whom a requested erasure is about; null where retention erases, and where a server of 0.2.0 was asked. */
    person: jsonOrNull<ErasedPerson>(),
  },
  {
    indexes: [
      ['organisationId', 'mode', 'endedAt'],
      ['runId', 'erasureRequestedAt'],
    ],
  },
)
export type ErasableRow = RowOf<typeof erasablesTable>
