import { defineOperation } from '../../../engine/operation.ts'
import { changedImportToWire } from '../import.ts'
import { readMended, takeMended } from '../mend.ts'
import { mendInput } from '../mend-schema.ts'
import { importParams, importSchema } from '../schema.ts'

export const mendImport = defineOperation({
  id: 'postbatches.mendImport',
  method: 'POST',
  path: '/postbatches/{id}/imports/{importId}/mend',
  summary: 'Mend bad rows of an import',
  description:
    'Reads them by the import’s own mapping: good ones become items and are bad rows no longer, the others stay with what is wrong now. A row without any value is left out, which `GET …/left-out-rows` lists as it was. Of a dry run they are only checked: good ones are bad rows no longer and nothing is created, so the same cells are sent once more to the import that follows. 422 where a row is not a bad one of this import.',
  permission: 'postflows.write',
  readsItems: 'internal',
  rateClass: 'itemCreate',
  effect: 'write',
  params: importParams,
  body: mendInput,
  output: importSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.created', 'item.held', 'item.suppressed'],
  prepare: (context, { params, body }) => readMended(context, params, body.rows),
  async handler(context, { params }, mended) {
    return changedImportToWire(context, await takeMended(context, params, mended))
  },
})
