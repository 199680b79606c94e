import { defineOperation } from '../../operation.ts'
import { newKey, toWire } from '../category.ts'
import { advertisingCategoryInput, advertisingCategorySchema } from '../schema.ts'

export const createAdvertisingCategory = defineOperation({
  id: 'advertisingCategories.create',
  method: 'POST',
  path: '/advertising-categories',
  summary: 'Create an advertising category',
  description: 'The key is derived from the label when it is absent.',
  permission: 'suppressions.manage',
  effect: 'write',
  body: advertisingCategoryInput,
  output: advertisingCategorySchema,
  status: 201,
  async handler({ rows, scope, services, now }, { body }) {
    const category = {
      id: services.ids.next('cat'),
      ...scope,
      key: await newKey(rows, scope, body.key, body.label),
      label: body.label,
      sortOrder: body.sortOrder ?? 0,
      archived: false,
      createdAt: now,
    }
    await rows.advertisingCategories.insert(category)
    return toWire(category)
  },
})
