import { isStillPermitted, permissionWithdrawn, stillHolds } from '../../../engine/access/authority.ts'
import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { nowIn } from '../../../engine/mode-clock.ts'
import { type FailureCode, type ImportRow, nothingRead } from '../../../model/imports.ts'
import { importLimits } from '../../../model/mapping.ts'
import { CsvFault } from '../../../ports/csv.ts'
import { everyone } from '../../../ports/store.ts'
import { itemsPerChunk } from '../../items/chunks.ts'
import { listFileOf, recordsOf } from '../../lists/records.ts'
import { forgetJob } from '../../postbatches/items.ts'
import { importChunk, type Session } from '../chunk.ts'
import { adoptEarlier } from '../earlier-import.ts'
import { failImport, moveImport } from '../import.ts'
import { readingOf } from '../rows.ts'

type Importing = JobContext<'imports.process' | 'imports.takeRows'>

/**
 * Imports a list into its Postbatch in chunks. Each chunk's items, bad rows and position are one transaction,
 * so that a job which starts again continues after the last one and no row is imported twice. Versions before 0.3.0
 * queue this kind; `imports.takeRows` does the same, of imports whose questions are answered.
 */
const importRows = async (context: Importing): Promise<{ resumeAt: number } | undefined> => {
  const present = await begin(context)
  if (!present) return undefined
  const adopted = await adoptEarlier(context, present)
  const { later, failure }: Taken =
    adopted.open === undefined
      ? await takeRows(context, adopted.row)
      : { failure: ['questions_open', adopted.open] }
  if (later) return later
  await finish(context, present.id, failure)
  return undefined
}

export const processImport = defineJob({ kind: 'imports.process', handler: importRows })

/** A kind of its own, because earlier servers ignore the answers to questions and the doubts about values. */
export const takeRowsOfImport = defineJob({ kind: 'imports.takeRows', handler: importRows })

/**
 * Moves the import to PROCESSING; undefined where there is nothing to do. A dry run keeps its results in
 * memory only, so it starts anew.
 */
const begin = ({ job, args, now, transact }: Importing): Promise<ImportRow | undefined> =>
  transact(async (transaction) => {
    const { rows } = transaction
    const row = await rows.imports.get(organisationOf(job), args.importId)
    if (row?.status === 'MAPPED') return moveImport(transaction, row, 'PROCESSING', now, { startedAt: now })
    if (row?.status !== 'PROCESSING') return undefined
    if (!row.dryRun || row.rowCount === 0) return row
    await rows.imports.update(row, row.id, nothingRead)
    await rows.importErrors.remove(row, { importId: row.id })
    return { ...row, ...nothingRead }
  })

type Failure = readonly [code: FailureCode, message: string]

interface Taken {
  /** Why the file could not be read to its end. */
  failure?: Failure
  /** Set where other jobs wait, and this one continues after them. */
  later?: { resumeAt: number }
}

/** Imports the remaining rows, until the end or until the import has been ended. */
const takeRows = async (context: Importing, present: ImportRow): Promise<Taken> => {
  const { services, job, extend, giveWay } = context
  const session = await sessionOf(context, present)
  if (!session) return { failure: ['postbatch_closed', 'The Postbatch was deleted.'] }
  const upload = await services.store.read((rows) => rows.uploads.get(organisationOf(job), present.uploadId))
  const file = listFileOf(upload, present.sheet)
  const chunks =
    file &&
    (await recordsOf(
      services,
      { ...file, dialect: present.dialect, language: session.language },
      present.headRecords + present.rowCount,
      itemsPerChunk,
    ))
  if (!chunks) return { failure: ['file_gone', 'The file is not kept any more.'] }
  let state = present
  try {
    for await (const chunk of chunks) {
      if (state.rowCount + chunk.records.length > importLimits.rows) {
        const message = `One import takes at most ${importLimits.rows} rows: split the file.`
        return { failure: ['too_many_rows', message] }
      }
      if (!(await isStillPermitted(services, job))) return { failure: withdrawn }
      state = await importChunk(session, state, chunk)
      if (state.status !== 'PROCESSING') return {}
      await extend()
      // A dry run does not give way, because its results would be lost.
      const later = state.dryRun ? undefined : giveWay()
      if (later) return { later }
    }
  } catch (error) {
    if (error instanceof CsvFault) return { failure: ['file_unreadable', error.message] }
    throw error
  }
  return {}
}

const withdrawn: Failure = [
  permissionWithdrawn,
  'The caller who started it may no longer import. Rows that were imported stay; restart it to import the rest.',
]

const sessionOf = async (
  { services, transact, job }: Importing,
  present: ImportRow,
): Promise<Session | undefined> => {
  const scope = { organisationId: present.organisationId, mode: present.mode }
  const found = await services.store.read(async (rows) => ({
    postbatch: await rows.postbatches.get(scope, present.postbatchId),
    organisation: (await rows.organisations.get(everyone, present.organisationId))!,
  }))
  const { postbatch, organisation } = found
  if (!postbatch) return undefined
  return {
    ...(await readingOf(services, present, { postbatch, organisation })),
    services,
    transact,
    fresh: new Map(),
    now: nowIn(services, organisation, present.mode),
    mayWriteItems: () => stillHolds(services, job, 'items.write'),
  }
}

const finish = (
  { services, job, transact }: Importing,
  id: string,
  failure: Failure | undefined,
): Promise<void> =>
  transact(async (transaction) => {
    const row = await transaction.rows.imports.get(organisationOf(job), id)
    const organisation = row && (await transaction.rows.organisations.get(everyone, row.organisationId))
    if (!row || !organisation) return
    transaction.work.enqueue(forgetJob(row, services.clock.now()))
    if (row.status !== 'PROCESSING') return
    const now = nowIn(services, organisation, row.mode)
    if (failure) await failImport(transaction, row, ...failure, now)
    else await moveImport(transaction, row, 'COMPLETED', now)
  })
