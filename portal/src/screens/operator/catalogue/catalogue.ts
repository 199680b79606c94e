import { answered, api } from '../../../api/client.ts'
import { Resource } from '../../../api/resource.svelte.ts'

/** The catalogue as it is, with its revision. Made while a component starts. */
export const catalogueResource = () =>
  new Resource(
    () => 'platform/catalogue',
    () => answered(api.GET('/v1/platform/catalogue')),
  )
