import type { Schemas } from '../../api/client.ts'

/** What keeps a mailing from being approved: of a live quote itself, or what one in test mode says of the real one. */
export type Obstacles = Schemas['PostbatchBeforeLive']

export const countObstacles = (found: Obstacles): number =>
  found.notReady.length +
  found.capsReached.length +
  (found.isBalanceShort ? 1 : 0) +
  (hasUntoldCap(found) ? 1 : 0)

/** Whoever may not see money is told that a cap is in the way, and not by how much. */
export const hasUntoldCap = ({ isCapReached, capsReached }: Obstacles): boolean =>
  isCapReached && capsReached.length === 0
