import { allOf } from '../../api/all.ts'
import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** Counts the mode's Postflows and lists those that require approval. Create it during initialisation. */
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
