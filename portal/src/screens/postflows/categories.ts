import { words as w } from 'words:postflows'
import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'

type Category = Schemas['AdvertisingCategory']

/** Advertising categories in order. Create it during component initialisation. */
export const categoriesResource = (): Resource<Category[]> =>
  new Resource(
    () => 'advertising-categories',
    async () => (await answered(api.GET('/v1/advertising-categories'))).data,
  )

/** Returns the label of a category. */
export const wordOf = (categories: readonly Category[] | undefined, key: string | null): string =>
  key === null ? w().transactional : (categories?.find((category) => category.key === key)?.label ?? key)
