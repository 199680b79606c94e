import { answered, api, type Schemas } from './client.ts'
import { Resource } from './resource.svelte.ts'

export type Specification = Schemas['ProductSpecification']

/** More products than an instance offers. */
const mostProducts = 200

/** The ways in which everything that is offered, or was, is made. */
export const askSpecifications = async (): Promise<Specification[]> => {
  const query = { limit: mostProducts }
  const { data } = await answered(api.GET('/v1/products', { params: { query } }))
  const products = data.map(({ id }) => answered(api.GET('/v1/products/{id}', { params: { path: { id } } })))
  return (await Promise.all(products)).flatMap(({ specifications }) => specifications)
}

/** The ways in which everything that is offered is made. Asked for while a component starts. */
export const allSpecifications = (): Resource<Specification[]> =>
  new Resource(() => 'specifications', askSpecifications)
