import { defineOperation } from '../../../engine/operation.ts'
import { importById } from '../import.ts'
import { sampleOf } from '../sample.ts'
import { importParams, sampleSchema } from '../schema.ts'

export const getImportSample = defineOperation({
  id: 'postbatches.importSample',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/sample',
  summary: 'The first rows of an import’s list',
  description:
    'Its columns with some of their values, and the first rows, so that a person can say which column is which. Cells are cut off after 200 characters.',
  permission: 'items.read',
  effect: 'process',
  params: importParams,
  output: sampleSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    const { services, scope } = context
    const row = await services.store.read((rows) => importById(rows, scope, params.id, params.importId))
    return sampleOf(context, row)
  },
})
