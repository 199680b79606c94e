import { defineOperation } from '../../../engine/operation.ts'
import { postbatchById } from '../postbatch.ts'
import { salutationsOf } from '../salutations.ts'
import { salutationPage, salutationQuery } from '../salutations-schema.ts'
import { postbatchParams } from '../schema.ts'

export const listSalutations = defineOperation({
  id: 'postbatches.salutations',
  method: 'GET',
  path: '/postbatches/{id}/salutations',
  summary: 'List the salutations of a Postbatch',
  description:
    'The distinct salutations that `{{salutation}}` prints, with the number of letters, so that they can be checked before the approval. Counts the items that may still be sent: none after the approval. The salutations are composed from all items, so a large Postbatch takes some time: the lists of an organisation are made one after the other, and requests for the same list share it. Where it takes longer than 20 seconds the answer is 429 `rate_limited` with `Retry-After`; the list is still made, and kept for a minute.',
  permission: 'items.read',
  rateClass: 'preview',
  effect: 'process',
  params: postbatchParams,
  query: salutationQuery,
  output: salutationPage,
  errors: ['not_found'],
  async handler(context, { params, query }) {
    const { services, scope } = context
    const postbatch = await services.store.read((rows) => postbatchById(rows, scope, params.id))
    return salutationsOf(context, postbatch, query)
  },
})
