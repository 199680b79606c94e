import { rollups } from './analytics/rollups.ts'
import { books } from './billing/books.ts'
import { endedItems } from './items/ended.ts'
import { runCounts } from './items/run-counts.ts'
import type { ParticipantKind } from './participant.ts'
import { postbatchProgress } from './postbatches/progress.ts'
import { postbatchTotals } from './postbatches/totals.ts'
import { proposals } from './suppressions/propose.ts'

/**
 * Who takes part in every transaction, in the order in which they are written: Postbatches go where their totals lead, and
 * money comes last, because any of the others may move some.
 */
export const participants: readonly ParticipantKind[] = [
  rollups,
  proposals,
  postbatchTotals,
  postbatchProgress,
  endedItems,
  runCounts,
  books,
]
