import { answered, api, type Schemas } from '../api/client.ts'
import { Resource } from '../api/resource.svelte.ts'

type Item = Pick<Schemas['Item'], 'productId' | 'productSpecificationId'>

/** The product of an item, and what it is printed as. */
export class ItemProduct {
  readonly #item: () => Item | undefined
  readonly #product: Resource<Schemas['ProductDetail']>

  /** Create it during component initialisation. */
  constructor(item: () => Item | undefined) {
    this.#item = item
    const id = $derived(item()?.productId)
    this.#product = new Resource(
      () => id && `products/${id}`,
      () => answered(api.GET('/v1/products/{id}', { params: { path: { id: id! } } })),
    )
  }

  /** Undefined until it is loaded. */
  get kind(): Schemas['ProductKind'] | undefined {
    return this.#product.data?.kind
  }
  get specification(): Schemas['ProductSpecification'] | undefined {
    const id = this.#item()?.productSpecificationId
    return this.#product.data?.specifications.find((one) => one.id === id)
  }
  /** False while it is loading. */
  get isKnown(): boolean {
    return this.#product.data !== undefined || this.#product.problem !== undefined
  }
}
