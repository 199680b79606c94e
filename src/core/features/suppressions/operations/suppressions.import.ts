import { onBehalfOf } from '../../../engine/access/authority.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { validationFailed } from '../../../kernel/errors.ts'
import { assertEncodingKnown, assertNamesColumns, withFileAnswers } from '../../lists/file-questions.ts'
import { listReading } from '../import/answers.ts'
import { importHint } from '../import/chunk.ts'
import { columnsOf } from '../import/columns.ts'
import { openUploaded } from '../import/open.ts'
import { importToWire, suppressionImportInput, suppressionImportSchema } from '../import/schema.ts'
import { termErrors } from '../terms.ts'

export const importSuppressionList = defineOperation({
  id: 'suppressions.import',
  method: 'POST',
  path: '/suppressions/import',
  summary: 'Put a list of addresses on the suppression list',
  description:
    'From an uploaded CSV with a heading, in any encoding and separator, or a sheet of an XLSX. `mapping` names a column for each field, and `fields` joins and splits columns. Without either, columns are found by the names of the fields ' +
    '(`street`, `houseNumber`, `postalCode`, …), and others as the sample suggests. Countries are known by their names, as in a mailing. `answers` answers the questions of the sample; the call is refused with 422 while a required one is open. A call with neither `fields` nor `answers` is accepted anyway if the street is in `mapping` or in a column called `street`; `questions` of the response then lists what is open. Rows that match what is there already are merged; ' +
    'rows that cannot be taken come back as `errors.csv`, to correct and import again. Rows with a damaged or missing value, or with an address that no correct mail has, become entries too: `doubtfulCount` counts them, and `errors.csv` names what is wrong. Goes on in the background.',
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
    // A mapping with errors leaves more open than it should.
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
      // Runs in real time in both modes, because reading a file need not wait for a test clock.
      mode: null,
      dueAt: services.clock.now(),
      payload: { importId: row.id, ...onBehalfOf(caller, [['suppressions.manage']]) },
    })
    return importToWire(row)
  },
})
