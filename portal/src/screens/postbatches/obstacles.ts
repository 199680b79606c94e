import type { Schemas } from '../../api/client.ts'

/** What keeps a mailing from being approved: of a live quote itself, or what one in test mode says of the real one. */
export type Obstacles = Schemas['PostbatchBeforeLive']

export const countObstacles = ({ notReady, capsReached, missingCents }: Obstacles): number =>
  notReady.length + capsReached.length + ((missingCents ?? 0) > 0 ? 1 : 0)
