import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { testClock } from '../../shell/test-clock.svelte.ts'
import { type Cutoff, nextCutoff } from '../runs/cutoffs.ts'

/** Planning period in days. */
const days = 92

/** The run of a mailing, or the one that would print it if it were approved now. */
export interface Plan {
  readonly run: Schemas['Postbatch']['runs'][number] | undefined
  /** Its cutoff, with the days on which it is posted and arrives; undefined if it has passed. */
  readonly cutoff: Cutoff | undefined
}

/** Returns the plan of a mailing. Create it during component initialisation. */
export const planOf = (postbatch: () => Schemas['Postbatch']): Plan => {
  const cutoffs = new Resource(
    () => `calendar of ${postbatch().productSpecificationId} ${postbatch().status}`,
    async () => {
      const query = { days, productSpecificationId: postbatch().productSpecificationId }
      return (await answered(api.GET('/v1/runs/calendar', { params: { query } }))).data
    },
    () => testClock.moves,
  )
  const run = $derived(postbatch().runs[0])
  const cutoff = $derived.by(() => {
    const calendar = cutoffs.data ?? []
    if (run) return calendar.find(({ runId }) => runId === run.id)
    return nextCutoff(calendar, postbatch(), testClock.nowOf(postbatch()))
  })
  return {
    get run() {
      return run
    },
    get cutoff() {
      return cutoff
    },
  }
}
