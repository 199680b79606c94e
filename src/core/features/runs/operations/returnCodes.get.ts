import { defineOperation } from '../../../engine/operation.ts'
import { carrierCodesOf } from '../return-codes.ts'
import { carrierCodesSchema } from '../returns-schema.ts'

export const getReturnCodes = defineOperation({
  id: 'returnCodes.get',
  method: 'GET',
  path: '/platform/return-codes',
  summary: 'Read what carriers’ codes on returned mail stand for',
  description: 'For operators. Empty until one writes the table: no carrier’s codes come with the program.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'read',
  output: carrierCodesSchema,
  async handler({ rows }) {
    return { codes: [...(await carrierCodesOf(rows))] }
  },
})
