import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/**
 * The run as operators see it, which names its printer; nothing for others, since whose presses print is the
 * operator's business. `key` says what makes the answer old. Made while a component starts.
 */
export const runWithPrinter = (
  run: () => { id: string; key: string } | undefined,
): Resource<Schemas['PlatformRun'] | null> =>
  new Resource(
    () => {
      const asked = session.runs('runs.manage') ? run() : undefined
      return asked && `platform/runs/${asked.id}/printer ${asked.key}`
    },
    async () => {
      const query = { 'filter[id]': run()!.id }
      return (await answered(api.GET('/v1/platform/runs', { params: { query } }))).data[0] ?? null
    },
  )
