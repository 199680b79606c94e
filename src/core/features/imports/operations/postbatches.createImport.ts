import { defineOperation } from '../../../engine/operation.ts'
import { type ImportRow, nothingRead } from '../../../model/imports.ts'
import { assertEncodingKnown, withFileAnswers } from '../../lists/file-questions.ts'
import { assertOpen, postbatchById } from '../../postbatches/postbatch.ts'
import { assertAnswered, chosenMapping, givenAnswers, presetMapping, withPresetReading } from '../choose.ts'
import { changedImportToWire, importJob } from '../import.ts'
import { inspectFile } from '../inspect.ts'
import { importInput, importListParams, importSchema } from '../schema.ts'

export const createImport = defineOperation({
  id: 'postbatches.createImport',
  method: 'POST',
  path: '/postbatches/{id}/imports',
  summary: 'Import a list of recipients into a Postbatch',
  description:
    'From a CSV or XLSX that was uploaded: encoding and separator of a CSV, and the heading row, are detected; `sheet` chooses one of an XLSX. With a `mapping` or a `presetId` it starts at once, by a job; without, it waits as UPLOADED with a suggestion, and PATCH names the mapping. `questions` has what only the owner of the list can decide, and `answers` decides it; with a `presetId`, 422 while a required question is open that neither the request nor the preset answers. Bad rows do not fail it: `errors.csv` has them with what to mend. `dryRun` checks everything and creates nothing.',
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
    return inspectFile(context, postbatch.templateVersionId, settings, {
      mapping: body.mapping,
      preset: await presetMapping(context, body),
    })
  },
  async handler(context, { params, body: input }, inspected) {
    const body = withFileAnswers(input)
    const { rows, work, scope, services, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    assertOpen(postbatch, 'import')
    if (!inspected) throw new Error(`The Postbatch ${postbatch.id} was not there a moment ago.`)
    const chosen = await chosenMapping(context, body, { ...inspected, answers: null })
    if (chosen) assertEncodingKnown(inspected.questions)
    // A program that sends the mapping itself has decided about the columns; a preset may be older than some of them.
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
