import * as v from 'valibot'
import { unknownId } from '../../../engine/ids.ts'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/lifecycle.ts'
import { isNotNull } from '../../../kernel/query.ts'
import { fileNamePart, withoutEnding } from '../../../kernel/text.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { described } from '../../../kernel/wire-schema.ts'
import {
  type ImportRow,
  importErrorsTable,
  importStatuses,
  importsTable,
  isImportOver,
  nothingRead,
} from '../../../model/imports.ts'
import { importLimits } from '../../../model/mapping.ts'
import { assertEncodingKnown, withFileAnswers } from '../../lists/file-questions.ts'
import { failingJobs } from '../../lists/stall.ts'
import { assertOpen, postbatchById } from '../../postbatches/postbatch.ts'
import { errorsCsv, toCorrect } from '../bad-rows.ts'
import { assertAnswered, chosenMapping, givenAnswers, namedMapping, withPresetReading } from '../choose.ts'
import { correctionInput, createCorrected, readCorrected } from '../corrections.ts'
import {
  changedImportToWire,
  failImport,
  type ImportJobKind,
  importById,
  importJob,
  importToWire,
  moveImport,
  stalledOf,
} from '../import.ts'
import { changedSettings, inspectFile } from '../inspect.ts'
import { correctGroup, groupCorrectionInput, problemGroupsOf, readGroup } from '../problem-groups.ts'
import { sampleOf } from '../sample.ts'
import {
  badRowSchema,
  correctedGroupSchema,
  importInput,
  importListParams,
  importParams,
  importPatch,
  importSchema,
  leftOutRowSchema,
  problemGroupsSchema,
  sampleQuery,
  sampleSchema,
  townsQuery,
  townsSchema,
} from '../schema.ts'
import { importProblems } from '../sentences.ts'
import { townsOf } from '../towns.ts'

export const listBadRows = defineOperation({
  id: 'postbatches.badRows',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/bad-rows',
  summary: 'List bad rows of an import',
  description:
    'The rows of `errors.csv`, to correct individually with `POST …/mend`. In file order. Kept for 30 days.',
  permission: 'items.read',
  effect: 'read',
  params: importParams,
  list: defineList(importErrorsTable, { sort: { row: 'row' }, defaultSort: 'row', filters: {} }),
  output: listOf(badRowSchema),
  errors: ['not_found'],
  async handler({ rows, scope }, { params, list }) {
    const { id } = await importById(rows, scope, params.id, params.importId)
    const page = await rows.importErrors.list(scope, {
      ...list,
      where: [{ importId: id, ...toCorrect }, list.where],
    })
    return toList(list, page, ({ row, cells, problems }) => ({ row, cells, problems }))
  },
})

export const cancelImport = defineOperation({
  id: 'postbatches.cancelImport',
  method: 'POST',
  path: '/postbatches/{id}/imports/{importId}/cancel',
  summary: 'Cancel an import',
  description: 'Stops the import, which becomes FAILED (`cancelled`). Items created before remain.',
  permission: 'postflows.write',
  effect: 'write',
  params: importParams,
  output: importSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['import.failed'],
  async handler(context, { params }) {
    const { rows, scope, now } = context
    const row = await importById(rows, scope, params.id, params.importId)
    return changedImportToWire(
      context,
      await failImport(context, row, 'cancelled', 'The import was cancelled.', now),
    )
  },
})

export const correctProblemGroup = defineOperation({
  id: 'postbatches.correctProblemGroup',
  method: 'POST',
  path: '/postbatches/{id}/imports/{importId}/problem-groups/correct',
  summary: 'Correct all bad rows with the same problem',
  description: `Gives one value, or makes one decision, for the rows of a group, as \`postbatches.mendImport\` does for single rows. Corrects up to ${importLimits.correctedRows} rows; while \`nextAfterRow\` is not null, send the same correction again with it as \`afterRow\`. 403 for another caller’s list without \`items.read\`. 409 if other rows of the import were corrected at the same time.`,
  permission: 'postflows.write',
  readsItems: 'internal',
  rateClass: 'itemCreate',
  effect: 'write',
  params: importParams,
  body: groupCorrectionInput,
  output: correctedGroupSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.created', 'item.held', 'item.suppressed'],
  prepare: (context, { params, body }) => readGroup(context, params, body),
  async handler(context, { params }, read) {
    const { row, ...counts } = await correctGroup(context, params, read)
    return { import: await changedImportToWire(context, row), ...counts }
  },
})

export const createImport = defineOperation({
  id: 'postbatches.createImport',
  method: 'POST',
  path: '/postbatches/{id}/imports',
  summary: 'Import a list of recipients into a Postbatch',
  description:
    'Imports an uploaded CSV or XLSX. Encoding and delimiter of a CSV, and the heading row, are detected; `sheet` selects a sheet of an XLSX. With a `mapping` or `presetId`, the import starts at once as a job. Without, it waits as UPLOADED with a suggestion until PATCH sets the mapping. `questions` are about the list, and `answers` answers them. With a `presetId`, 422 if neither the request nor the preset answers a required question. Bad rows do not fail the import: `errors.csv` lists them with their problems. `dryRun` checks everything and creates nothing.',
  permission: 'postflows.write',
  rateClass: 'upload',
  effect: 'write',
  params: importListParams,
  body: importInput,
  output: importSchema,
  status: 201,
  location: '/postbatches/{postbatchId}/imports/{id}',
  errors: ['not_found', 'invalid_state'],
  emits: ['import.completed', 'import.failed', 'item.created', 'item.held', 'item.suppressed'],
  async prepare(context, { params, body }) {
    const postbatch = await context.services.store.read((rows) =>
      rows.postbatches.get(context.scope, params.id),
    )
    if (!postbatch) return undefined
    const settings = await withPresetReading(context, withFileAnswers(body), body.uploadId)
    const named = await namedMapping(context, body)
    return inspectFile(context, postbatch.templateVersionId, settings, named)
  },
  async handler(context, { params, body: input }, inspected) {
    const body = withFileAnswers(input)
    const { rows, work, scope, services, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    assertOpen(postbatch, 'import')
    if (!inspected)
      throw new Error(`The Postbatch ${postbatch.id} did not exist when the file was inspected.`)
    const chosen = await chosenMapping(context, body, { ...inspected, answers: null })
    if (chosen) assertEncodingKnown(inspected.questions)
    // A program that sends a mapping has decided about the columns; a preset may be older than some columns.
    if (chosen && chosen.presetId !== null) assertAnswered(chosen, inspected)
    const row: ImportRow = {
      id: services.ids.next('imp'),
      ...scope,
      postbatchId: postbatch.id,
      ...inspected,
      status: chosen ? 'MAPPED' : 'UPLOADED',
      dryRun: body.dryRun ?? false,
      mapping: null,
      presetId: null,
      answers: givenAnswers(body, { ...inspected, answers: null }),
      ...chosen,
      ...nothingRead,
      failureCode: null,
      failure: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
      startedAt: null,
      completedAt: null,
    }
    await rows.imports.insert(row)
    work.hint({ of: 'import', ...scope })
    if (chosen) work.enqueue(importJob(row, now, context.caller))
    return changedImportToWire(context, row)
  },
})

export const getImport = defineOperation({
  id: 'postbatches.getImport',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}',
  summary: 'Get an import with its progress',
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

export const getImportErrors = defineOperation({
  id: 'postbatches.importErrors',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/errors.csv',
  summary: 'Get bad rows of an import as CSV',
  description:
    'The rows in their original form and columns, with row number and problems. The corrected file can be imported into the same Postbatch. Rows whose person is already in the Postbatch (`duplicate_recipient`) need no correction and are reported again; exclude them from a file for another mailing (`duplicates=false`). `yes` in `addressOverride` accepts an address despite doubts.',
  permission: 'items.read',
  rateClass: 'export',
  effect: 'process',
  params: importParams,
  query: v.strictObject({
    duplicates: described(
      v.optional(v.picklist(['true', 'false'])),
      '`false` excludes rows whose person is already in the Postbatch.',
    ),
    leftOut: described(
      v.optional(v.picklist(['true', 'false'])),
      '`true` includes rows left out manually, as a record. Remove them before importing the file again.',
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

export const getImportSample = defineOperation({
  id: 'postbatches.importSample',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/sample',
  summary: 'Get the first rows of an import’s list',
  description:
    'The columns with sample values, and the first rows, for mapping. Cells are cut off after 200 characters. With a `presetId`, also the part of the preset that fits the list, and the open questions.',
  permission: 'items.read',
  effect: 'process',
  params: importParams,
  query: sampleQuery,
  output: sampleSchema,
  errors: ['not_found'],
  async handler(context, { params, query: { presetId } }) {
    const { services, scope } = context
    const { row, preset } = await services.store.read(async (rows) => ({
      row: await importById(rows, scope, params.id, params.importId),
      preset: presetId === undefined ? undefined : await rows.mappingPresets.get(scope, presetId),
    }))
    if (presetId !== undefined && !preset) throw unknownId('presetId', 'map', presetId)
    return sampleOf(context, row, preset)
  },
})

export const getImportTowns = defineOperation({
  id: 'postbatches.importTowns',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/towns',
  summary: 'List the cities of an import for some postal codes',
  description:
    'The cities that rows of the list have with these postal codes, by the mapping. A user who corrects a bad row sees if the code belongs to another city. Only rows with a valid postal code count. The uploaded file is read, without later corrections.',
  permission: 'items.read',
  rateClass: 'export',
  effect: 'process',
  params: importParams,
  query: townsQuery,
  output: townsSchema,
  errors: ['not_found'],
  async handler(context, { params, query }) {
    const { services, scope } = context
    const row = await services.store.read((rows) => importById(rows, scope, params.id, params.importId))
    return townsOf(context, row, query.postalCodes.split(','))
  },
})

export const listImports = defineOperation({
  id: 'postbatches.imports',
  method: 'GET',
  path: '/postbatches/{id}/imports',
  summary: 'List the imports of a Postbatch',
  permission: 'items.read',
  effect: 'read',
  params: importListParams,
  list: defineList(importsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: importStatuses, operators: ['eq', 'ne', 'in'] },
      dryRun: { type: 'boolean', operators: ['eq'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(importSchema),
  errors: ['not_found'],
  async handler({ rows, scope }, { params, list }) {
    const postbatch = await postbatchById(rows, scope, params.id)
    const page = await rows.imports.list(scope, {
      ...list,
      where: [{ postbatchId: postbatch.id }, list.where],
    })
    const jobs = await failingJobs(rows, postbatch.organisationId, 'recipients')
    return toList(list, page, (row) => importToWire(row, stalledOf(row, jobs)))
  },
})

export const listLeftOutRows = defineOperation({
  id: 'postbatches.leftOutRows',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/left-out-rows',
  summary: 'List rows of an import that were left out manually',
  description:
    'Bad rows sent to `POST …/mend` without any value, in their earlier form with their problems. In file order. Kept for 30 days; `leftOutCount` of the import remains.',
  permission: 'items.read',
  effect: 'read',
  params: importParams,
  list: defineList(importErrorsTable, { sort: { row: 'row' }, defaultSort: 'row', filters: {} }),
  output: listOf(leftOutRowSchema),
  errors: ['not_found'],
  async handler({ rows, scope }, { params, list }) {
    const { id } = await importById(rows, scope, params.id, params.importId)
    const where = [{ importId: id, leftOutAt: isNotNull }, list.where]
    const page = await rows.importErrors.list(scope, { ...list, where })
    return toList(list, page, ({ row, cells, problems, leftOutAt }) => ({
      row,
      cells,
      problems,
      leftOutAt: toDateTime(leftOutAt!),
    }))
  },
})

export const mendImport = defineOperation({
  id: 'postbatches.mendImport',
  method: 'POST',
  path: '/postbatches/{id}/imports/{importId}/mend',
  summary: 'Correct bad rows of an import',
  description:
    'Reads the rows with the import’s mapping. Good ones become items and are no longer bad rows; the others remain with their current problems. A row without any value is left out, and `GET …/left-out-rows` lists its earlier form. A dry run only checks the rows: good ones are no longer bad rows but nothing is created, so send the same cells again to the actual import. 422 if a row is not a bad row of this import.',
  permission: 'postflows.write',
  readsItems: 'internal',
  rateClass: 'itemCreate',
  effect: 'write',
  params: importParams,
  body: correctionInput,
  output: importSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.created', 'item.held', 'item.suppressed'],
  prepare: (context, { params, body }) => readCorrected(context, params, body.rows),
  async handler(context, { params }, corrected) {
    return changedImportToWire(context, await createCorrected(context, params, corrected))
  },
})

export const listProblemGroups = defineOperation({
  id: 'postbatches.problemGroups',
  method: 'GET',
  path: '/postbatches/{id}/imports/{importId}/problem-groups',
  summary: 'Group the problems of an import',
  description: `The problems of its first ${importLimits.groupedRows} bad rows by code and column, each with its number of rows and some of them. \`POST …/problem-groups/correct\` corrects a group with one value.`,
  permission: 'items.read',
  effect: 'process',
  params: importParams,
  output: problemGroupsSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    const { services, scope } = context
    const row = await services.store.read((rows) => importById(rows, scope, params.id, params.importId))
    return problemGroupsOf(context, row)
  },
})

export const patchImport = defineOperation({
  id: 'postbatches.patchImport',
  method: 'PATCH',
  path: '/postbatches/{id}/imports/{importId}',
  summary: 'Map and start an import',
  description:
    'Only while UPLOADED. With a `mapping` or `presetId`, the import becomes MAPPED and starts. `sheet`, `headingRow`, `header`, `encoding` and `delimiter` change how the file is read, and so the columns and the suggestion. 422 while a required question is open; `answers` of the request or preset settle it, and so does a mapping that uses its column.',
  permission: 'postflows.write',
  rateClass: 'upload',
  effect: 'write',
  params: importParams,
  body: importPatch,
  output: importSchema,
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  emits: ['import.completed', 'import.failed', 'item.created', 'item.held', 'item.suppressed'],
  async prepare(context, { params, body }) {
    const { row, postbatch } = await context.services.store.read(async (rows) => ({
      row: await importById(rows, context.scope, params.id, params.importId),
      postbatch: await postbatchById(rows, context.scope, params.id),
    }))
    if (row.status !== 'UPLOADED') return undefined
    const before = row.dialect.given ?? {}
    const input = await withPresetReading(context, withFileAnswers(body), row.uploadId, before)
    const settings = changedSettings(row, input)
    if (!settings) return undefined
    const named = await namedMapping(context, body)
    return inspectFile(context, postbatch.templateVersionId, settings, named)
  },
  async handler(context, { params, body: input, ifMatch }, inspected) {
    const { rows, scope, work, now } = context
    const body = withFileAnswers(input)
    const before = await importById(rows, scope, params.id, params.importId)
    assertRevision(ifMatch, before.revision, 'import')
    const row = { ...before, ...inspected }
    if (row.status !== 'UPLOADED') {
      throw problem(importProblems.sentence('invalid_state.mapped', { status: row.status }))
    }
    assertOpen(await postbatchById(rows, scope, params.id), 'import')
    const dryRun = body.dryRun ?? row.dryRun
    const chosen = await chosenMapping(context, body, row)
    if (!chosen) {
      const changed = {
        ...inspected,
        dryRun,
        answers: givenAnswers(body, row),
        revision: row.revision + 1,
        updatedAt: now,
      }
      await rows.imports.update(scope, row.id, changed)
      return changedImportToWire(context, { ...row, ...changed })
    }
    assertEncodingKnown(row.questions)
    assertAnswered(chosen, row)
    const mapped = await moveImport(context, row, 'MAPPED', now, { ...inspected, ...chosen, dryRun })
    work.enqueue(importJob(mapped, now, context.caller))
    return changedImportToWire(context, mapped)
  },
})

export const restartImport = defineOperation({
  id: 'postbatches.restartImport',
  method: 'POST',
  path: '/postbatches/{id}/imports/{importId}/restart',
  summary: 'Resume a stopped import',
  description:
    'Only if it FAILED with `permission_withdrawn` or is `stalled`. It continues after the last imported row, on behalf of the caller who restarts it.',
  permission: 'postflows.write',
  rateClass: 'upload',
  effect: 'write',
  params: importParams,
  output: importSchema,
  status: 202,
  location: '/postbatches/{postbatchId}/imports/{id}',
  errors: ['not_found', 'invalid_state'],
  emits: ['import.completed', 'import.failed', 'item.created', 'item.held', 'item.suppressed'],
  async handler(context, { params }) {
    const { rows, scope, work, now, caller } = context
    const row = await importById(rows, scope, params.id, params.importId)
    const stalledJob = isImportOver(row.status)
      ? undefined
      : (await failingJobs(rows, row.organisationId, 'recipients')).get(row.id)
    if (stalledJob) {
      assertOpen(await postbatchById(rows, scope, params.id), 'import')
      // Same kind as the waiting job, so that no second job works on the import.
      work.enqueue(importJob(row, now, caller, stalledJob.kind as ImportJobKind))
      return changedImportToWire(context, row)
    }
    if (row.failureCode !== 'permission_withdrawn') {
      throw problem(importProblems.sentence('invalid_state.import_not_restarted', { status: row.status }))
    }
    assertOpen(await postbatchById(rows, scope, params.id), 'import')
    const restarted = { failureCode: null, failure: null, completedAt: null }
    const again = await moveImport(context, row, 'MAPPED', now, restarted)
    work.enqueue(importJob(again, now, caller))
    return changedImportToWire(context, again)
  },
})
