import { allOf } from '../../api/all.ts'
import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** The mode's Postflows and which require approval. Create it during component initialisation. */
export const postflowsRequiringApproval = (isEnabled: () => boolean) =>
  new Resource(
    () => (isEnabled() && session.can('items.read') ? `postflows/asking ${session.mode}` : undefined),
    async () => {
      const postflows = await allOf((page) => {
        const query = { ...page, 'filter[status][ne]': 'ARCHIVED' } as const
        return answered(api.GET('/v1/postflows', { params: { query } }))
      })
      return {
        count: postflows.length,
        names: postflows.filter(({ approval }) => approval === 'PER_ITEM').map(({ name }) => name),
        onlyId: postflows.length === 1 ? postflows[0]!.id : undefined,
      }
    },
  )
