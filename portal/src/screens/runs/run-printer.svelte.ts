import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/**
 * Loads a run with its printer, for operators only: organisations don't see which printer prints it. Reloads
 * when `key` changes. Create it during component initialisation.
 */
export const runWithPrinter = (
  run: () => { id: string; key: string } | undefined,
): Resource<Schemas['PlatformRun'] | null> =>
  new Resource(
    () => {
      const current = session.runs('runs.manage') ? run() : undefined
      return current && `platform/runs/${current.id}/printer ${current.key}`
    },
    async () => {
      const query = { 'filter[id]': run()!.id }
      return (await answered(api.GET('/v1/platform/runs', { params: { query } }))).data[0] ?? null
    },
  )
