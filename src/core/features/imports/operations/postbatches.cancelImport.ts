import { defineOperation } from '../../../engine/operation.ts'
import { changedImportToWire, failImport, importById } from '../import.ts'
import { importParams, importSchema } from '../schema.ts'

export const cancelImport = defineOperation({
  id: 'postbatches.cancelImport',
  method: 'POST',
  path: '/postbatches/{id}/imports/{importId}/cancel',
  summary: 'Cancel an import',
  description: 'It stops where it is and is FAILED (`cancelled`). Items that it created before stay.',
  permission: 'postflows.write',
  effect: 'write',
  params: importParams,
  output: importSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['import.failed'],
  async handler(context, { params }) {
    const { rows, scope, now } = context
    const row = await importById(rows, scope, params.id, params.importId)
    return changedImportToWire(context, await failImport(context, row, 'cancelled', 'It was cancelled.', now))
  },
})
