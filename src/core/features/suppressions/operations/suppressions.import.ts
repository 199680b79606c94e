import type { ProcessContext } from '../../../engine/context.ts'
import { unknownId } from '../../../engine/id-kinds.ts'
import { defineOperation } from '../../../engine/operation.ts'
import type { CsvDialect } from '../../../kernel/csv-dialect.ts'
import { invalid, Problem, validationFailed } from '../../../kernel/errors.ts'
import { CsvFault } from '../../../ports/csv.ts'
import { uploadById } from '../../assets/upload.ts'
import { columnsOf } from '../import/columns.ts'
import { importToWire, suppressionImportInput, suppressionImportSchema } from '../import/schema.ts'
import { termErrors } from '../terms.ts'

export const importSuppressionList = defineOperation({
  id: 'suppressions.import',
  method: 'POST',
  path: '/suppressions/import',
  summary: 'Put a list of addresses on the suppression list',
  description:
    'From an uploaded CSV with a heading, in any encoding and separator. Columns are found by the names of the fields ' +
    '(`street`, `houseNumber`, `postalCode`, …) or as `mapping` says. Rows that match what is there already are merged; ' +
    'rows that cannot be taken come back as `errors.csv`, to mend and import again. Goes on in the background.',
  permission: 'suppressions.manage',
  rateClass: 'upload',
  effect: 'write',
  body: suppressionImportInput,
  output: suppressionImportSchema,
  status: 202,
  location: '/suppressions/imports/{id}',
  emits: ['import.completed', 'import.failed'],
  prepare: (context, { body }) => openList(context, body.uploadId),
  async handler({ rows, work, scope, services, organisation, now }, { body }, list) {
    const { columns, errors } = columnsOf(list.heading, body.mapping)
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
      errorChunks: [],
      failure: null,
      createdAt: now,
      updatedAt: now,
      completedAt: null,
    }
    await rows.suppressionImports.insert(row)
    work.enqueue({
      kind: 'suppressions.import',
      subject: row.id,
      organisationId: scope.organisationId,
      // Runs in real time in both modes, because reading a file need not wait for a test clock.
      mode: null,
      dueAt: services.clock.now(),
      payload: { importId: row.id },
    })
    return importToWire(row)
  },
})

interface OpenedList {
  fileName: string
  blobKey: string
  dialect: CsvDialect
  heading: string[]
}

/** Finds the file and reads its heading. Throws 422 on `uploadId` where the file is no list. */
const openList = async (context: ProcessContext, uploadId: string): Promise<OpenedList> => {
  const { services, scope, shared } = context
  const upload = await services.store.read(async (rows) => {
    try {
      return await uploadById({ rows, scope, shared }, uploadId)
    } catch (error) {
      if (error instanceof Problem) throw unknownId('uploadId', 'upl', uploadId, ' in this mode')
      throw error
    }
  })
  if (upload.kind !== 'CSV')
    throw invalid('uploadId', `The upload is a file of kind ${upload.kind}, not CSV.`)
  const { blobKey, fileName } = upload
  const open = async () => {
    const stream = blobKey === null ? undefined : await services.blobs.stream(blobKey)
    if (!stream) throw invalid('uploadId', 'The file of this upload is no longer there.', 'removed')
    return stream
  }
  const dialect = await services.csv.inspect(await open())
  try {
    for await (const [heading] of services.csv.decode(await open(), dialect)) {
      if (!heading?.some((cell) => cell.trim() !== '')) break
      return { fileName, blobKey: blobKey!, dialect, heading: heading.map((cell) => cell.trim()) }
    }
  } catch (error) {
    if (error instanceof CsvFault) throw invalid('uploadId', error.message, error.code)
    throw error
  }
  throw invalid('uploadId', 'The file has no rows.', 'empty')
}
