import { defineOperation } from '../../../engine/operation.ts'
import { failingJobs } from '../../lists/stall.ts'
import { importById, importToWire } from '../import.ts'
import { importParams, importSchema } from '../schema.ts'
import { stalledOf } from '../stalled.ts'

export const getImport = defineOperation({
  id: 'postbatches.getImport',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}',
  summary: 'One import, with its progress',
  permission: 'items.read',
  effect: 'read',
  params: importParams,
  output: importSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const row = await importById(rows, scope, params.id, params.importId)
    return importToWire(row, stalledOf(row, await failingJobs(rows, row.organisationId, 'recipients')))
  },
})
