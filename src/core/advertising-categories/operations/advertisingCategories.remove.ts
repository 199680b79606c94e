import { problem } from '../../errors.ts'
import { defineOperation } from '../../operation.ts'
import { isReferenced, ownCategory } from '../category.ts'
import { advertisingCategoryParams } from '../schema.ts'

export const removeAdvertisingCategory = defineOperation({
  id: 'advertisingCategories.remove',
  method: 'DELETE',
  path: '/advertising-categories/{key}',
  summary: 'Delete one of the organisation’s own categories',
  description: 'Refused while a Postflow, Postbatch, item or suppression entry uses it: archive it instead.',
  permission: 'suppressions.manage',
  effect: 'write',
  params: advertisingCategoryParams,
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  async handler({ rows, scope }, { params }) {
    const category = await ownCategory(rows, scope, params.key)
    if (await isReferenced(rows, scope, category.key)) {
      throw problem('still_referenced', `The category ${category.key} is still in use. Archive it instead.`)
    }
    await rows.advertisingCategories.remove(scope, [{ field: 'id', op: 'eq', value: category.id }])
    return undefined
  },
})
