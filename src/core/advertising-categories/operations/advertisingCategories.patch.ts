import { defineOperation } from '../../operation.ts'
import { ownCategory, toWire } from '../category.ts'
import { advertisingCategoryParams, advertisingCategoryPatch, advertisingCategorySchema } from '../schema.ts'

export const patchAdvertisingCategory = defineOperation({
  id: 'advertisingCategories.patch',
  method: 'PATCH',
  path: '/advertising-categories/{key}',
  summary: 'Change or archive one of the organisation’s own categories',
  permission: 'suppressions.manage',
  effect: 'write',
  params: advertisingCategoryParams,
  body: advertisingCategoryPatch,
  output: advertisingCategorySchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params, body }) {
    const category = await ownCategory(rows, scope, params.key)
    await rows.advertisingCategories.update(scope, category.id, body)
    return toWire({ ...category, ...body })
  },
})
