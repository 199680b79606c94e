import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** The return addresses of the organisation, to who may see them. Asked for while a component starts. */
export const returnAddresses = (): Resource<Schemas['ReturnAddress'][]> =>
  new Resource(
    () => (session.can('organisation.read') ? 'return-addresses' : undefined),
    async () => {
      const query = { limit: 200 }
      return (await answered(api.GET('/v1/organisation/return-addresses', { params: { query } }))).data
    },
  )
