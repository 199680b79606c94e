import { words as w } from 'words:items'
import type { Schemas } from '../../api/client.ts'
import { states } from '../../messages/index.svelte.ts'

/** Statuses from production on. */
export const printed: readonly Schemas['ItemStatus'][] = [
  'IN_PRODUCTION',
  'HANDED_TO_CARRIER',
  'COMPLETED',
  'RETURNED',
]

/** Final statuses without delivery, after which another item may replace it. */
export const endedUnsent = ['CANCELLED', 'SUPPRESSED', 'FAILED', 'NOT_SENT'] as const
export const hasEndedUnsent = (status: Schemas['ItemStatus']): boolean =>
  endedUnsent.some((one) => one === status)

/** Returns the label of items in a status. `CANCELLED` includes rejected items, so its label names both. */
export const itemsIn = (status: Schemas['ItemStatus']): string =>
  status === 'CANCELLED' ? w().cancelledOrRejected : states().ItemStatus[status]
