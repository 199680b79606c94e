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

/** Personal data of an erased item, kept until files and answers that contain them are erased too. */
export interface ErasedPerson {
  name: string | null
  companyName: string | null
  reference: string | null
  addressKeys: string[]
}

/**
 * Ended items with personal data, for retention and requests. A row is removed when its item is erased
 * everywhere. The id is the item's.
 */
export const erasablesTable = defineTable(
  'erasables',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    /** Run whose package contains its pages. */
    runId: textOrNull(),
    /** In ms of real time, in test mode too (docs/api-rules.md#test-clock). */
    endedAt: integer(),
    erasureRequestedAt: integerOrNull(),
    /** Requested, not due by retention: files that would expire on their own are removed at once. */
    asked: boolean(),
    /** Set for a requested erasure; null for retention, and for requests to a server of 0.2.0. */
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
