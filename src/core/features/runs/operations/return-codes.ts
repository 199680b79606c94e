import { defineOperation } from '../../../engine/operation.ts'
import { carrierCodesOf, putCarrierCodes } from '../returns/codes.ts'
import { carrierCodesInput, carrierCodesSchema } from '../returns/schema.ts'

export const getReturnCodes = defineOperation({
  id: 'returnCodes.get',
  method: 'GET',
  path: '/platform/return-codes',
  summary: 'Read the table of return codes',
  description:
    'For operators. Carriers’ codes for returned mail. The table is empty until an operator writes one; Lettershop ships no codes.',
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
  summary: 'Replace the table of return codes',
  description:
    'For operators. Return desks accept these codes as reasons immediately; earlier reports stay unchanged.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'write',
  body: carrierCodesInput,
  output: carrierCodesSchema,
  async handler({ services, rows }, { body }) {
    return { codes: [...(await putCarrierCodes(services, rows, body.codes))] }
  },
})
