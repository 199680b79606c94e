import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { isReferenced, returnAddress, settleDefault } from '../return-address.ts'
import { returnAddressParams } from '../schema.ts'
import { organisationProblems } from '../sentences.ts'

export const removeReturnAddress = defineOperation({
  id: 'returnAddresses.remove',
  method: 'DELETE',
  path: '/organisation/return-addresses/{id}',
  summary: 'Delete a return address',
  description:
    'Refused while a Postflow that is not archived names it. Where it was the default, the oldest one left takes its place.',
  permission: 'organisation.manage',
  effect: 'write',
  shared: true,
  params: returnAddressParams,
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  async handler({ rows, shared }, { params }) {
    const address = await returnAddress(rows, shared, params.id)
    if (await isReferenced(rows, shared, address.id)) {
      throw problem(organisationProblems.say('still_referenced.return_address', { name: address.name }))
    }
    await rows.returnAddresses.remove(shared, { id: address.id })
    await settleDefault(rows, shared, undefined)
    return undefined
  },
})
