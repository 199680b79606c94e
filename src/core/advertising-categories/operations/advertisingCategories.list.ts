import * as v from 'valibot'
import { defineOperation } from '../../operation.ts'
import { allCategories } from '../category.ts'
import { advertisingCategorySchema } from '../schema.ts'

export const listAdvertisingCategories = defineOperation({
  id: 'advertisingCategories.list',
  method: 'GET',
  path: '/advertising-categories',
  summary: 'List advertising categories',
  description: 'Platform categories first, then the organisation’s own.',
  permission: 'items.read',
  effect: 'read',
  output: v.object({ data: v.array(advertisingCategorySchema) }),
  async handler({ rows, scope }) {
    return { data: await allCategories(rows, scope) }
  },
})
