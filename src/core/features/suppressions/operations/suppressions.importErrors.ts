import { defineOperation } from '../../../engine/operation.ts'
import type { Services } from '../../../engine/services.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { fileNamePart, withoutEnding } from '../../../kernel/file-name.ts'
import type { SuppressionImportRow } from '../../../model/suppressions-imports.ts'
import { csvOf, errorBlob } from '../import/chunk.ts'
import { suppressionImportParams } from '../import/schema.ts'
import { suppressionProblems } from '../sentences.ts'

export const getSuppressionImportErrors = defineOperation({
  id: 'suppressions.importErrors',
  method: 'GET',
  path: '/suppressions/imports/{id}/errors.csv',
  summary: 'Get the rows of an import that need correction',
  description:
    'Their columns as they came, the row of the file, `importError` for a row that did not become an entry, and `importRemark` for a doubtful one that did. Corrected, the file imports as it is; the entries of doubtful rows stay beside the corrected ones. Kept for 30 days. 409 while the import is under way.',
  permission: 'items.read',
  rateClass: 'export',
  effect: 'process',
  liveForMembers: true,
  params: suppressionImportParams,
  output: 'stream',
  contentType: 'text/csv',
  errors: ['not_found', 'invalid_state'],
  async handler({ services, scope }, { params }) {
    const row = await services.store.read((rows) => rows.suppressionImports.get(scope, params.id))
    if (!row) throw notFound('import')
    if (row.status === 'PROCESSING') throw problem(suppressionProblems.say('invalid_state.list_under_way'))
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: `${fileNamePart(withoutEnding(row.fileName)) || row.id} - errors.csv`,
      content: errorLines(services, row),
    }
  },
})

async function* errorLines(services: Services, row: SuppressionImportRow): AsyncGenerator<Uint8Array> {
  const remark = row.doubtfulCount === null ? [] : ['importRemark']
  yield await csvOf(services, row, [[...row.heading, 'importRow', 'importError', ...remark]])
  for (const chunk of row.errorChunks) {
    const lines = await services.blobs.stream(errorBlob(row.id, chunk))
    if (lines) yield* lines
  }
}
