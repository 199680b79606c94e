import { defineOperation } from '../../../engine/operation.ts'
import { postbatchById } from '../postbatch.ts'
import { postbatchParams } from '../schema.ts'
import { warningsOf } from '../warnings.ts'
import { postbatchWarnings } from '../warnings-schema.ts'

export const listPostbatchWarnings = defineOperation({
  id: 'postbatches.warnings',
  method: 'GET',
  path: '/postbatches/{id}/warnings',
  summary: 'List the warnings of a Postbatch',
  description:
    'What is printed otherwise than it was given, and what else is doubtful about the items that wait for the approval, grouped by code, with samples. Counted when the Postbatch is validated. `items.list` with `filter[postbatchId]` and `filter[warnings]` lists all items with a warning.',
  permission: 'items.read',
  effect: 'read',
  params: postbatchParams,
  output: postbatchWarnings,
  errors: ['not_found'],
  async handler(context, { params }) {
    return warningsOf(context, await postbatchById(context.rows, context.scope, params.id))
  },
})
