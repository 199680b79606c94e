import { answered, api, type Schemas } from './client.ts'
import { Resource } from './resource.svelte.ts'

export type Specification = Schemas['ProductSpecification'] & {
  /** What its product is called, which may have other formats. */
  productName: string
}

/** More products than an instance offers. */
const mostProducts = 200

/** The ways in which everything that is offered, or was, is made. */
export const askSpecifications = async (): Promise<Specification[]> => {
  const query = { limit: mostProducts }
  const { data } = await answered(api.GET('/v1/products', { params: { query } }))
  const products = data.map(({ id }) => answered(api.GET('/v1/products/{id}', { params: { path: { id } } })))
  return (await Promise.all(products)).flatMap(({ name, specifications }) =>
    specifications.map((specification) => ({ ...specification, productName: name })),
  )
}

/** Every product, by id, as people choose one: by its name and its formats. */
export const productChoices = (specifications: readonly Specification[]): [id: string, name: string][] => {
  const ids = [...new Set(specifications.map(({ productId }) => productId))]
  return ids.map((id) => {
    const own = specifications.filter(({ productId }) => productId === id)
    const formats = new Set(own.map(({ format }) => format))
    const [{ name, productName }] = own as [Specification, ...Specification[]]
    return [id, own.length === 1 ? name : `${productName}: ${[...formats].join(', ')}`]
  })
}

/** The ways in which everything that is offered is made. Asked for while a component starts. */
export const allSpecifications = (): Resource<Specification[]> =>
  new Resource(() => 'specifications', askSpecifications)
