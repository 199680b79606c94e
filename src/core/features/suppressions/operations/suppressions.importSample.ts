import { defineOperation } from '../../../engine/operation.ts'
import { openUploaded } from '../import/open.ts'
import { sampleOf } from '../import/sample.ts'
import { suppressionSampleQuery, suppressionSampleSchema } from '../import/schema.ts'

export const sampleSuppressionImport = defineOperation({
  id: 'suppressions.importSample',
  method: 'GET',
  path: '/suppressions/import-sample',
  summary: 'Look at a list before it is put on the suppression list',
  description:
    'The columns of an uploaded CSV, or of a sheet of an XLSX, with some of their values, and a `mapping` for `suppressions.import` as far as the columns could be recognised.',
  permission: 'suppressions.manage',
  effect: 'process',
  liveForMembers: true,
  query: suppressionSampleQuery,
  output: suppressionSampleSchema,
  async handler(context, { query }) {
    return sampleOf(context, await openUploaded(context, query))
  },
})
