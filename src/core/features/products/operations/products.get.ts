import { defineOperation } from '../../../engine/operation.ts'
import { productById, productToWire, specificationsOf } from '../product.ts'
import { productDetailSchema, productParams } from '../schema.ts'

export const getProduct = defineOperation({
  id: 'products.get',
  method: 'GET',
  path: '/products/{id}',
  summary: 'Get a product with its specifications',
  permission: 'items.read',
  effect: 'read',
  params: productParams,
  output: productDetailSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    const product = await productById(context.rows, params.id)
    return { ...productToWire(product), specifications: await specificationsOf(context, product.id) }
  },
})
