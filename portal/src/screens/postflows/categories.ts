import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { w } from './words.ts'

type Category = Schemas['AdvertisingCategory']

/** What mail may advertise, in the order in which it is offered. Asked for while a component starts. */
export const categoriesResource = (): Resource<Category[]> =>
  new Resource(
    () => 'advertising-categories',
    async () => (await answered(api.GET('/v1/advertising-categories'))).data,
  )

/** What people call what a mailing advertises. */
export const wordOf = (categories: readonly Category[] | undefined, key: string | null): string =>
  key === null ? w().transactional : (categories?.find((category) => category.key === key)?.label ?? key)
