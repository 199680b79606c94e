import type { Schemas } from '../../api/client.ts'

/** Obstacles of a live quote, or of a test quote's `beforeLive`. */
export type Obstacles = Schemas['PostbatchBeforeLive']

export const countObstacles = (found: Obstacles): number =>
  found.notReady.length +
  found.capsReached.length +
  (found.isBalanceShort ? 1 : 0) +
  (hasHiddenCap(found) ? 1 : 0)

/** Users without billing permission see that a cap was reached, but not the amount. */
export const hasHiddenCap = ({ isCapReached, capsReached }: Obstacles): boolean =>
  isCapReached && capsReached.length === 0
