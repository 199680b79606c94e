import type { TransactionHookKind } from '../engine/unit-of-work.ts'
import { postbatchTotals } from '../features/counters/postbatch-totals.ts'
import { rollups } from '../features/counters/rollups.ts'
import { endedItems, runCounts } from '../features/items/transaction-hooks.ts'
import { books } from '../features/ledger/ledger.ts'
import { spending } from '../features/ledger/spending.ts'
import { noticesOfEvents } from '../features/notices/enqueue-notices.ts'
import { postbatchProgress } from '../features/postbatches/progress.ts'
import { proposals } from '../features/suppressions/propose.ts'

/** In flush order: Postbatch totals before progress; then money, which any hook may move; then notices. */
export const transactionHooks: readonly TransactionHookKind[] = [
  rollups,
  proposals,
  postbatchTotals,
  postbatchProgress,
  endedItems,
  runCounts,
  books,
  spending,
  noticesOfEvents,
]
