import { defineOperation } from '../../../engine/operation.ts'
import { errorsCsv } from '../errors-csv.ts'
import { importById } from '../import.ts'
import { importParams } from '../schema.ts'

export const getImportErrors = defineOperation({
  id: 'postbatches.importErrors',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/errors.csv',
  summary: 'The rows of an import that need mending',
  description:
    'The rows as the file had them, in its own columns, with their number and what to mend. Mended, the file can be imported as it is; `yes` under `addressOverride` vouches for an address that the rules doubt.',
  permission: 'items.read',
  rateClass: 'export',
  effect: 'process',
  params: importParams,
  output: 'stream',
  contentType: 'text/csv; charset=utf-8',
  errors: ['not_found'],
  async handler({ services, scope }, { params }) {
    const row = await services.store.read((rows) => importById(rows, scope, params.id, params.importId))
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: `${row.id}-errors.csv`,
      content: errorsCsv(services, row),
    }
  },
})
