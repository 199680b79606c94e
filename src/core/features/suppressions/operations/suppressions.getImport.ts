import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { failingJobs } from '../../lists/stall.ts'
import { importToWire, suppressionImportParams, suppressionImportSchema } from '../import/schema.ts'

export const getSuppressionImport = defineOperation({
  id: 'suppressions.getImport',
  method: 'GET',
  path: '/suppressions/imports/{id}',
  summary: 'Read how far an import into the suppression list has come',
  permission: 'items.read',
  effect: 'read',
  liveForMembers: true,
  params: suppressionImportParams,
  output: suppressionImportSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const row = await rows.suppressionImports.get(scope, params.id)
    if (!row) throw notFound('import')
    if (row.status !== 'PROCESSING') return importToWire(row)
    return importToWire(row, await failingJobs(rows, row.organisationId, 'suppressions'))
  },
})
