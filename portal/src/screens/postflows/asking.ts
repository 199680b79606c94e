import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** The Postflows of the mode that is shown, and which of them ask for an approval. Made while a component starts. */
export const askingPostflows = (isWanted: () => boolean) =>
  new Resource(
    () => (isWanted() && session.can('items.read') ? `postflows/asking ${session.mode}` : undefined),
    async () => {
      const query = { limit: 200, 'filter[status][ne]': 'ARCHIVED' } as const
      const { data } = await answered(api.GET('/v1/postflows', { params: { query } }))
      return {
        count: data.length,
        names: data.filter(({ approval }) => approval === 'PER_ITEM').map(({ name }) => name),
        onlyId: data.length === 1 ? data[0]!.id : undefined,
      }
    },
  )
