import { allOf } from '../../api/all.ts'
import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** Return addresses, if the user may read them. Create it during component initialisation. */
export const returnAddresses = (): Resource<Schemas['ReturnAddress'][]> =>
  new Resource(
    () => (session.can('organisation.read') ? 'return-addresses' : undefined),
    () => allOf((query) => answered(api.GET('/v1/organisation/return-addresses', { params: { query } }))),
  )
