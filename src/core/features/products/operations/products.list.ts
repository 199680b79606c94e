import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { productsTable } from '../../../model/products.ts'
import { everyone } from '../../../ports/store.ts'
import { productToWire } from '../product.ts'
import { productSchema } from '../schema.ts'

export const listProducts = defineOperation({
  id: 'products.list',
  method: 'GET',
  path: '/products',
  summary: 'List products',
  permission: 'items.read',
  effect: 'read',
  list: defineList(productsTable, {
    sort: { sortOrder: 'sortOrder', name: 'name' },
    defaultSort: 'sortOrder',
    filters: {
      name: { type: 'text', operators: ['eq', 'contains'] },
      kind: { type: 'enum', values: ['POSTCARD', 'LETTER'], operators: ['eq', 'ne', 'in'] },
      active: { type: 'boolean', operators: ['eq'] },
    },
  }),
  output: listOf(productSchema),
  async handler({ rows }, { list }) {
    return toList(list, await rows.products.list(everyone, list), productToWire)
  },
})
