import {
  isStillPermitted,
  PermissionWithdrawn,
  permissionWithdrawn,
} from '../../../engine/access/authority.ts'
import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { nowIn } from '../../../engine/mode-clock.ts'
import type { Services } from '../../../engine/services.ts'
import { dayMs } from '../../../kernel/time.ts'
import type { SuppressionImportFailureCode, SuppressionImportRow } from '../../../model/suppressions.ts'
import { CsvFault } from '../../../ports/csv.ts'
import { everyone } from '../../../ports/store.ts'
import { listFileOf } from '../../lists/records.ts'
import { errorBlob, importChunk, importHint, rowsPerChunk } from '../import/rows.ts'
import { importErrorDays } from '../import/schema.ts'

type Importing = JobContext<'suppressions.import' | 'suppressions.takeRows'>

/**
 * Imports rows in chunks, one transaction each; after a crash it continues after the last chunk. Runs again
 * to remove rejected rows when their retention ends. `suppressions.import` is the kind that versions before
 * 0.3.0 queued.
 */
const importRows = async (context: Importing): Promise<{ resumeAt: number } | undefined> => {
  const { services, job, args } = context
  const id = args.importId
  const present = await services.store.read((rows) => rows.suppressionImports.get(organisationOf(job), id))
  if (!present) return undefined
  if (present.status !== 'PROCESSING') return forgetErrors(context, present)
  const { later, failure } = await takeRows(context, present)
  if (later) return later
  await finish(context, id, failure)
  return { resumeAt: services.clock.now() + importErrorDays * dayMs }
}

export const importSuppressions = defineJob({ kind: 'suppressions.import', handler: importRows })

/** A separate kind that earlier servers don't run: they read columns only and report no doubtful rows. */
export const takeRowsOfSuppressions = defineJob({ kind: 'suppressions.takeRows', handler: importRows })

interface Failure {
  code: SuppressionImportFailureCode
  message: string
}

interface Taken {
  /** Why the file could not be read to its end. */
  failure?: Failure
  /** Set if other jobs are waiting and this one yields to them. */
  later?: { resumeAt: number }
}

/** Returns the bytes of the file; undefined once it was deleted. */
const fileOf = async (
  services: Services,
  { organisationId, blobKey, dialect, uploadId }: SuppressionImportRow,
) => {
  if (dialect.sheet === undefined) return services.blobs.stream(blobKey)
  const upload = await services.store.read((rows) => rows.uploads.get({ organisationId }, uploadId))
  const file = listFileOf(upload, dialect.sheet)
  return file && services.blobs.stream(file.blobKey, file.range)
}

const withdrawn = `${permissionWithdrawn}: The caller who started it no longer has permission to change the suppression list. Added entries remain; import the list again to add the rest.`

const takeRows = async (context: Importing, present: SuppressionImportRow): Promise<Taken> => {
  const { services, extend, giveWay } = context
  const file = await fileOf(services, present)
  if (!file) return { failure: { code: 'file_gone', message: 'The file has been deleted.' } }
  let state = present
  // Index of the current record; negative in the heading.
  let record = -(present.dialect.headRecords ?? 1)
  let waiting: string[][] = []
  const flush = async () => {
    if (!(await isStillPermitted(services, context.job))) throw new PermissionWithdrawn()
    const next = await importChunk(context, state, waiting)
    if (!next) throw new Error(`The organisation of ${present.id} no longer exists.`)
    state = next
    waiting = []
    await extend()
  }
  try {
    for await (const batch of services.csv.decode(file, present.dialect)) {
      for (const cells of batch) {
        if (record++ < present.rowCount) continue
        waiting.push(cells)
        if (waiting.length < rowsPerChunk) continue
        await flush()
        const later = giveWay()
        if (later) return { later }
      }
    }
    if (waiting.length > 0) await flush()
  } catch (error) {
    if (error instanceof PermissionWithdrawn)
      return { failure: { code: permissionWithdrawn, message: withdrawn } }
    if (!(error instanceof CsvFault)) throw error
    if (waiting.length > 0) await flush()
    return { failure: { code: 'file_unreadable', message: error.message } }
  }
  return {}
}

const finish = (
  { services, job, transact }: Importing,
  id: string,
  failure: Failure | undefined,
): Promise<void> =>
  transact(async ({ rows, work }) => {
    const present = await rows.suppressionImports.get(organisationOf(job), id)
    const organisation = present && (await rows.organisations.get(everyone, present.organisationId))
    if (!present || !organisation) return
    const { organisationId, mode } = present
    const now = nowIn(services, organisation, mode)
    const status = failure === undefined ? ('COMPLETED' as const) : ('FAILED' as const)
    const changes = {
      status,
      failure: failure?.message ?? null,
      failureCode: failure?.code ?? null,
      updatedAt: now,
      completedAt: now,
    }
    if (!(await rows.suppressionImports.update(present, id, changes, { status: 'PROCESSING' }))) return
    work.hint(importHint(organisationId))
    work.emit({
      type: status === 'COMPLETED' ? 'import.completed' : 'import.failed',
      organisationId,
      mode,
      at: now,
      data: { import: { id, status } },
    })
  })

/** Removes rejected rows after their retention, because they contain names and addresses. */
const forgetErrors = async ({ services }: Importing, present: SuppressionImportRow): Promise<undefined> => {
  for (const chunk of present.errorChunks) await services.blobs.remove(errorBlob(present.id, chunk))
  await services.store.write((rows) =>
    rows.suppressionImports.update(present, present.id, { errorChunks: [] }),
  )
  return undefined
}
