import { withIds } from '../../api/all.ts'
import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

type Latest = Schemas['Template']['latestVersion']

/** Templates' latest published versions, to mark outdated Postflows. Create it during initialisation. */
export const latestVersions = (templateIds: () => readonly string[]) => {
  const ids = $derived([...new Set(templateIds())].sort())
  /** Known versions stay while more are loading. */
  let known: ReadonlyMap<string, Latest> = new Map()
  const latest = new Resource(
    () => (session.can('templates.read') && ids.length > 0 ? `templates latest ${ids}` : undefined),
    async () => {
      const templates = await withIds(ids, (query) =>
        answered(api.GET('/v1/templates', { params: { query } })),
      )
      known = new Map(templates.map(({ id, latestVersion }) => [id, latestVersion]))
      return known
    },
  )
  return {
    /** Undefined if unknown or loading. */
    of: (templateId: string): Latest | undefined => (latest.data ?? known).get(templateId),
  }
}
