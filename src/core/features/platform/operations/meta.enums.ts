import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { enums } from '../enums.ts'
import { enumSchema } from '../schema.ts'

export const listEnums = defineOperation({
  id: 'meta.enums',
  method: 'GET',
  path: '/meta/enums',
  summary: 'Every closed list of values',
  permission: 'authenticated',
  effect: 'read',
  output: wholeListOf(enumSchema),
  async handler() {
    return { data: Object.entries(enums).map(([name, values]) => ({ name, values: [...values] })) }
  },
})
