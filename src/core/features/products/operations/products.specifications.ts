import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { productById, specificationsOf } from '../product.ts'
import { productParams, specificationSchema } from '../schema.ts'

export const listProductSpecifications = defineOperation({
  id: 'products.specifications',
  method: 'GET',
  path: '/products/{id}/specifications',
  summary: 'List the specifications of a product',
  description: 'Sheet, zones, paper, prices and cutoffs. All lengths are mm from the top left of the trim.',
  permission: 'items.read',
  effect: 'read',
  params: productParams,
  output: wholeListOf(specificationSchema),
  errors: ['not_found'],
  async handler(context, { params }) {
    const product = await productById(context.rows, params.id)
    return { data: await specificationsOf(context, product.id) }
  },
})
