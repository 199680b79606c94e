import { allOf } from '../../api/all.ts'
import { answered, api } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** Cost centres used in this mode. Create it during component initialisation. */
export const costCentreNames = () =>
  new Resource(
    () => (session.can('items.read') ? `cost-centres/names ${session.mode}` : undefined),
    async () => {
      // The API returns figures too, which are cheapest for a single day.
      const groups = await allOf((page) => {
        const query = { days: 1, sort: 'name', ...page } as const
        return answered(api.GET('/v1/analytics/billing-groups', { params: { query } }))
      })
      return groups.map(({ billingGroup }) => billingGroup)
    },
  )
