import { readUpTo } from '../../api/all.ts'
import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'
import { testClock } from '../../shell/test-clock.svelte.ts'

/** Pieces spoiled longer ago are no longer listed. */
const days = 30
const dayMs = 86_400_000
/** Maximum number of items read, newest first. */
const maxItems = 1_000

export interface Unreplaced {
  number: number
  /** True if there may be more. */
  isCapped: boolean
  byRun: ReadonlyMap<string, number>
}

/** Counts pieces spoiled in 30 days and not reprinted, if the user may reprint. Create at initialisation. */
export const unreplaced = (): Resource<Unreplaced> =>
  new Resource(
    () => (session.can('items.write') ? `spoiled pieces ${testClock.moves}` : undefined),
    async () => {
      const since = testClock.nowOf({ isTest: session.mode === 'test' }) - days * dayMs
      const { rows, isComplete } = await readUpTo(maxItems, (page) => {
        const query = {
          ...page,
          'filter[status]': 'NOT_SENT',
          'filter[updatedAt][gte]': new Date(since).toISOString(),
        } as const
        return answered(api.GET('/v1/items', { params: { query } }))
      })
      const open = rows.filter(({ reprintedAsItemId, erasure }) => reprintedAsItemId === null && !erasure)
      const byRun = new Map<string, number>()
      for (const { runId } of open) if (runId) byRun.set(runId, (byRun.get(runId) ?? 0) + 1)
      return { number: open.length, isCapped: !isComplete, byRun }
    },
  )
