import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** The names of cost centres that were ever used in the mode, to choose from. Made while a component starts. */
export const costCentreNames = () =>
  new Resource(
    () => (session.can('items.read') ? `cost-centres/names ${session.mode}` : undefined),
    async () => {
      // Figures come with each name: those of one day cost the least.
      const query = { days: 1, limit: 200, sort: 'name' }
      const { data } = await answered(api.GET('/v1/analytics/billing-groups', { params: { query } }))
      return data.map(({ billingGroup }) => billingGroup)
    },
  )
