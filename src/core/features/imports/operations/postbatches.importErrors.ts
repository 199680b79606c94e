import * as v from 'valibot'
import { defineOperation } from '../../../engine/operation.ts'
import { fileNamePart, withoutEnding } from '../../../kernel/file-name.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { errorsCsv } from '../errors-csv.ts'
import { importById } from '../import.ts'
import { importParams } from '../schema.ts'

export const getImportErrors = defineOperation({
  id: 'postbatches.importErrors',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/errors.csv',
  summary: 'The rows of an import that need mending',
  description:
    'The rows as the file had them, in its own columns, with their number and what to mend. Once corrected, the file can be imported into the same Postbatch as it is. Rows whose person is in the Postbatch already (`duplicate_recipient`) need no correction and come back as such; leave them out of a file for another mailing (`duplicates=false`). `yes` under `addressOverride` vouches for an address that the rules doubt.',
  permission: 'items.read',
  rateClass: 'export',
  effect: 'process',
  params: importParams,
  query: v.strictObject({
    duplicates: described(
      v.optional(v.picklist(['true', 'false'])),
      '`false` leaves out the rows whose person is in the Postbatch already.',
    ),
    leftOut: described(
      v.optional(v.picklist(['true', 'false'])),
      '`true` includes the rows that were left out by hand, to keep a record of them. Remove them before the file is imported again.',
    ),
  }),
  output: 'stream',
  contentType: 'text/csv; charset=utf-8',
  errors: ['not_found'],
  async handler({ services, scope }, { params, query }) {
    const row = await services.store.read((rows) => importById(rows, scope, params.id, params.importId))
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: `${fileNamePart(withoutEnding(row.fileName)) || row.id} - errors.csv`,
      content: errorsCsv(services, row, {
        duplicates: query.duplicates !== 'false',
        leftOut: query.leftOut === 'true',
      }),
    }
  },
})
