import { allOf } from '../../api/all.ts'
import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** The names of cost centres that were ever used in the mode, to choose from. Made while a component starts. */
export const costCentreNames = () =>
  new Resource(
    () => (session.can('items.read') ? `cost-centres/names ${session.mode}` : undefined),
    async () => {
      // Figures come with each name: those of one day cost the least.
      const groups = await allOf((page) => {
        const query = { days: 1, sort: 'name', ...page } as const
        return answered(api.GET('/v1/analytics/billing-groups', { params: { query } }))
      })
      return groups.map(({ billingGroup }) => billingGroup)
    },
  )
