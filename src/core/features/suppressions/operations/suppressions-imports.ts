import { onBehalfOf } from '../../../engine/access/authority.ts'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import type { Services } from '../../../engine/services.ts'
import { notFound, problem, validationFailed } from '../../../kernel/errors.ts'
import { fileNamePart, withoutEnding } from '../../../kernel/text.ts'
import {
  type SuppressionImportRow,
  suppressionImportStatuses,
  suppressionImportsTable,
} from '../../../model/suppressions.ts'
import { assertEncodingKnown, assertNamesColumns, withFileAnswers } from '../../lists/file-questions.ts'
import { failingJobs } from '../../lists/stall.ts'
import { columnsOf, listReading, openUploaded, sampleOf } from '../import/mapping.ts'
import { csvOf, errorBlob, importHint } from '../import/rows.ts'
import {
  importToWire,
  suppressionImportInput,
  suppressionImportParams,
  suppressionImportSchema,
  suppressionSampleQuery,
  suppressionSampleSchema,
} from '../import/schema.ts'
import { termErrors } from '../reasons.ts'
import { suppressionProblems } from '../sentences.ts'

export const importSuppressionList = defineOperation({
  id: 'suppressions.import',
  method: 'POST',
  path: '/suppressions/import',
  summary: 'Import addresses into the suppression list',
  description:
    'Imports an uploaded CSV with a heading, in any encoding and delimiter, or a sheet of an XLSX. `mapping` sets a column for each field; `fields` joins and splits columns. Without either, columns are found by field name ' +
    '(`street`, `houseNumber`, `postalCode`, …), and others by the suggestion of the sample. Countries may be given by name, as in a mailing. `answers` answers the questions of the sample. 422 while a required one is open, unless the call has neither `fields` nor `answers` and the street is in `mapping` or in a column named `street`; `questions` of the response then lists open ones. Rows that match existing entries are merged; ' +
    'rejected rows are in `errors.csv`, to correct and import again. Rows with a damaged or missing value, or an address that no correct mail has, become entries too: `doubtfulCount` counts them, and `errors.csv` lists their problems. Runs in the background.',
  permission: 'suppressions.manage',
  rateClass: 'upload',
  effect: 'write',
  liveForMembers: true,
  body: suppressionImportInput,
  output: suppressionImportSchema,
  status: 202,
  location: '/suppressions/imports/{id}',
  emits: ['import.completed', 'import.failed'],
  async prepare(context, { body: input }) {
    assertNamesColumns(input.answers)
    const body = withFileAnswers(input)
    const list = await openUploaded(context, body)
    assertEncodingKnown(list.questions)
    return { list, ...(await listReading(context, list, body)) }
  },
  async handler(
    { rows, work, scope, services, organisation, now, caller },
    { body },
    { list, fields, questions, open },
  ) {
    const { columns, errors } = columnsOf(list.heading, { ...body, fields })
    // Open questions are reported only for a valid mapping, because a wrong one leaves most of them open.
    if (errors.length === 0) errors.push(...open)
    errors.push(...(await termErrors(rows, scope, body)))
    if (errors.length > 0) throw validationFailed(errors)
    const { reason, advertisingCategory, matchName, country = organisation.country } = body
    const row = {
      id: services.ids.next('imp'),
      ...scope,
      uploadId: body.uploadId,
      fileName: list.fileName,
      blobKey: list.blobKey,
      status: 'PROCESSING' as const,
      dialect: list.dialect,
      heading: list.heading,
      columns,
      defaults: { reason, advertisingCategory, matchName, country },
      rowCount: 0,
      addedCount: 0,
      mergedCount: 0,
      failedCount: 0,
      doubtfulCount: 0,
      errorChunks: [],
      failure: null,
      createdAt: now,
      updatedAt: now,
      completedAt: null,
      fields: Object.keys(fields).length > 0 ? fields : null,
      questions,
      failureCode: null,
    }
    await rows.suppressionImports.insert(row)
    work.hint(importHint(scope.organisationId))
    work.enqueue({
      kind: 'suppressions.takeRows',
      subject: row.id,
      organisationId: scope.organisationId,
      // Runs in real time in both modes, since reading a file need not wait for a test clock.
      mode: null,
      dueAt: services.clock.now(),
      payload: { importId: row.id, ...onBehalfOf(caller, [['suppressions.manage']]) },
    })
    return importToWire(row)
  },
})

export const listSuppressionImports = defineOperation({
  id: 'suppressions.imports',
  method: 'GET',
  path: '/suppressions/imports',
  summary: 'List imports into the suppression list',
  permission: 'items.read',
  effect: 'read',
  liveForMembers: true,
  list: defineList(suppressionImportsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: suppressionImportStatuses, operators: ['eq', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(suppressionImportSchema),
  async handler({ rows, scope }, { list }) {
    const [imports, jobs] = await Promise.all([
      rows.suppressionImports.list(scope, list),
      failingJobs(rows, scope.organisationId, 'suppressions'),
    ])
    return toList(list, imports, (row) => importToWire(row, jobs))
  },
})

export const getSuppressionImport = defineOperation({
  id: 'suppressions.getImport',
  method: 'GET',
  path: '/suppressions/imports/{id}',
  summary: 'Get an import into the suppression list',
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

export const getSuppressionImportErrors = defineOperation({
  id: 'suppressions.importErrors',
  method: 'GET',
  path: '/suppressions/imports/{id}/errors.csv',
  summary: 'Get rejected and doubtful rows of an import as CSV',
  description:
    'The original columns, the row number, `importError` for a row that did not become an entry, and `importRemark` for a doubtful one that did. The corrected file can be imported again; entries of doubtful rows remain next to the corrected ones. Kept for 30 days. 409 while the import is in progress.',
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
    if (row.status === 'PROCESSING')
      throw problem(suppressionProblems.sentence('invalid_state.list_under_way'))
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

export const sampleSuppressionImport = defineOperation({
  id: 'suppressions.importSample',
  method: 'GET',
  path: '/suppressions/import-sample',
  summary: 'Preview a list for the suppression list',
  description:
    'The columns of an uploaded CSV or a sheet of an XLSX with sample values, and a `mapping` for `suppressions.import` with the recognised columns.',
  permission: 'suppressions.manage',
  effect: 'process',
  liveForMembers: true,
  query: suppressionSampleQuery,
  output: suppressionSampleSchema,
  async handler(context, { query }) {
    return sampleOf(context, await openUploaded(context, query))
  },
})
