import { defineOperation } from '../../../engine/operation.ts'
import { carrierCodesOf, putCarrierCodes } from '../returns/codes.ts'
import { carrierCodesInput, carrierCodesSchema } from '../returns/schema.ts'

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

export const putReturnCodes = defineOperation({
  id: 'returnCodes.put',
  method: 'PUT',
  path: '/platform/return-codes',
  summary: 'Replace what carriers’ codes on returned mail stand for',
  description:
    'For operators. Return desks name pieces’ reasons by these codes from now on; what was reported stays as it is.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'write',
  body: carrierCodesInput,
  output: carrierCodesSchema,
  async handler({ services, rows }, { body }) {
    return { codes: [...(await putCarrierCodes(services, rows, body.codes))] }
  },
})
