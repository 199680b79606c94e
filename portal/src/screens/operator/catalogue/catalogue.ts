import { answered, api } from '../../../api/client.ts'
import { Resource } from '../../../api/resource.svelte.ts'

/** The current catalogue and its revision. Create it during component initialisation. */
export const catalogueResource = () =>
  new Resource(
    () => 'platform/catalogue',
    () => answered(api.GET('/v1/platform/catalogue')),
  )
