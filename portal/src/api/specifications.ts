import { answered, api, type Schemas } from './client.ts'
import { Resource } from './resource.svelte.ts'

export type Specification = Schemas['ProductSpecification'] & {
  /** The name of its product, which may have other formats. */
  productName: string
}

const maxProducts = 200

/** Loads the specifications of all products, including those no longer offered. */
export const fetchSpecifications = async (): Promise<Specification[]> => {
  const query = { limit: maxProducts }
  const { data } = await answered(api.GET('/v1/products', { params: { query } }))
  const products = data.map(({ id }) => answered(api.GET('/v1/products/{id}', { params: { path: { id } } })))
  return (await Promise.all(products)).flatMap(({ name, specifications }) =>
    specifications.map((specification) => ({ ...specification, productName: name })),
  )
}

/** Returns all products by id, named by product and format. */
export const productChoices = (specifications: readonly Specification[]): [id: string, name: string][] => {
  const ids = [...new Set(specifications.map(({ productId }) => productId))]
  return ids.map((id) => {
    const own = specifications.filter(({ productId }) => productId === id)
    const formats = new Set(own.map(({ format }) => format))
    const [{ name, productName }] = own as [Specification, ...Specification[]]
    return [id, own.length === 1 ? name : `${productName}: ${[...formats].join(', ')}`]
  })
}

/** The specifications of all products, offered or not. Create it during component initialisation. */
export const allSpecifications = (): Resource<Specification[]> =>
  new Resource(() => 'specifications', fetchSpecifications)
