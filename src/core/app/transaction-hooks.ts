import type { ParticipantKind } from '../engine/unit-of-work.ts'
import { postbatchTotals } from '../features/counters/postbatch-totals.ts'
import { rollups } from '../features/counters/rollups.ts'
import { endedItems, runCounts } from '../features/items/transaction-hooks.ts'
import { books } from '../features/ledger/ledger.ts'
import { spending } from '../features/ledger/spending.ts'
import { told } from '../features/notices/enqueue-notices.ts'
import { postbatchProgress } from '../features/postbatches/progress.ts'
import { proposals } from '../features/suppressions/propose.ts'

/**
 * The participants of every transaction, in the order in which they are flushed: Postbatches follow their
 * totals, and money comes last, because any of the others may move some,
 * and then what members are told of the events of all.
 */
export const participants: readonly ParticipantKind[] = [
  rollups,
  proposals,
  postbatchTotals,
  postbatchProgress,
  endedItems,
  runCounts,
  books,
  spending,
  told,
]
