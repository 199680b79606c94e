import { withIds } from '../../api/all.ts'
import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

type Template = Schemas['Template']

/**
 * The templates of a list's rows, for their names, pictures and latest versions; none without permission to
 * read templates. Create it during initialisation.
 */
export const templatesById = (templateIds: () => readonly string[]) => {
  const ids = $derived([...new Set(templateIds())].sort())
  /** Known templates stay while more are loading. */
  let known: ReadonlyMap<string, Template> = new Map()
  const templates = new Resource(
    () => (session.can('templates.read') && ids.length > 0 ? `templates ${ids}` : undefined),
    async () => {
      const rows = await withIds(ids, (query) => answered(api.GET('/v1/templates', { params: { query } })))
      known = new Map(rows.map((template) => [template.id, template]))
      return known
    },
  )
  return {
    /** Undefined if unknown or loading. */
    of: (templateId: string): Template | undefined => (templates.data ?? known).get(templateId),
  }
}
