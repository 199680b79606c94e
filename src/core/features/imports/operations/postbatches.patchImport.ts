import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/revision.ts'
import { assertEncodingKnown, withFileAnswers } from '../../lists/file-questions.ts'
import { assertOpen, postbatchById } from '../../postbatches/postbatch.ts'
import { assertAnswered, chosenMapping, givenAnswers, presetMapping, withPresetReading } from '../choose.ts'
import { changedImportToWire, importById, importJob, moveImport } from '../import.ts'
import { changedSettings, inspectFile } from '../inspect.ts'
import { importParams, importPatch, importSchema } from '../schema.ts'
import { importProblems } from '../sentences.ts'

export const patchImport = defineOperation({
  id: 'postbatches.patchImport',
  method: 'PATCH',
  path: '/postbatches/{id}/imports/{importId}',
  summary: 'Map an import, which starts it',
  description:
    'Only while it is UPLOADED: with a `mapping` or a `presetId` it becomes MAPPED and starts. `sheet`, `headingRow`, `header`, `encoding` and `delimiter` change how the file is read, with other columns and another suggestion. 422 while a required question is open; `answers`, in the request or in the preset, answers it, and so does a mapping that uses its column.',
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
    return inspectFile(context, postbatch.templateVersionId, settings, {
      mapping: body.mapping,
      preset: await presetMapping(context, body),
    })
  },
  async handler(context, { params, body: input, ifMatch }, inspected) {
    const { rows, scope, work, now } = context
    const body = withFileAnswers(input)
    const before = await importById(rows, scope, params.id, params.importId)
    assertRevision(ifMatch, before.revision, 'import')
    const row = { ...before, ...inspected }
    if (row.status !== 'UPLOADED') {
      throw problem(importProblems.say('invalid_state.mapped', { status: row.status }))
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
