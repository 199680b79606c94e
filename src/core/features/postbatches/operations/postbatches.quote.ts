import { defineOperation } from '../../../engine/operation.ts'
import { postbatchById } from '../postbatch.ts'
import { quoteOf } from '../quote.ts'
import { postbatchParams, quoteSchema } from '../schema.ts'

export const quotePostbatch = defineOperation({
  id: 'postbatches.quote',
  method: 'GET',
  path: '/postbatches/{id}/quote',
  summary: 'What a Postbatch costs',
  description:
    'Exact for the items it has now; before it is VALIDATED it is an estimate, since validation may leave items out. `missingCents`, `capsReached` and `notReady` say what would refuse it now, in test mode `beforeLive` what would refuse it once it is to be sent for real. Once approved, it says what was reserved and captured.',
  permission: 'items.read',
  effect: 'read',
  params: postbatchParams,
  output: quoteSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return quoteOf(context, await postbatchById(context.rows, context.scope, params.id))
  },
})
