import { isStillPermitted, permissionWithdrawn, stillHolds } from '../../../engine/access/authority.ts'
import type { Transaction } from '../../../engine/context.ts'
import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { nowIn } from '../../../engine/mode-clock.ts'
import type { Services } from '../../../engine/services.ts'
import { oneOf } from '../../../kernel/query.ts'
import { type FailureCode, type ImportRow, nothingRead } from '../../../model/imports.ts'
import { importLimits } from '../../../model/mapping.ts'
import { openStatuses } from '../../../model/postbatches.ts'
import { CsvFault } from '../../../ports/csv.ts'
import { everyone } from '../../../ports/store.ts'
import { itemsPerChunk } from '../../items/chunks.ts'
import { checkItems, createEach, tryItems } from '../../items/create.ts'
import type { FreshItems } from '../../items/recipients.ts'
import { measureReplacing, replaceEarlier } from '../../items/replace-earlier.ts'
import type { TryOptions } from '../../items/validate.ts'
import { joinQuestions, questionsOfDoubts } from '../../lists/mapping/doubts.ts'
import { listFileOf, type RecordChunk, recordsOf } from '../../lists/records.ts'
import { forgetJob } from '../../postbatches/items.ts'
import { reopen } from '../../postbatches/postbatch.ts'
import { errorRow } from '../bad-rows.ts'
import { adoptEarlier } from '../earlier-import.ts'
import { failImport, moveImport } from '../import.ts'
import { mayReplaceBy, questionsOfRepeats } from '../repeats.ts'
import { nameOf, type Reading, readingOf, readRow, type Tally, tally } from '../rows.ts'

/** Shared by the chunks of a job. */
interface Session extends Reading {
  services: Services
  /** Requires that the job still has its lease. */
  transact: JobContext['transact']
  /** Items that a dry run would have created. */
  fresh: FreshItems
  /** In ms, on the clock of the import's mode. */
  now: number
  /** True if the importing caller may change items of others. */
  mayWriteItems: () => Promise<boolean>
}

/**
 * Imports a chunk in one transaction: items, bad rows, counts and position. If the returned import is no
 * longer PROCESSING, it was cancelled or its Postbatch closed.
 */
const importChunk = async (session: Session, present: ImportRow, chunk: RecordChunk): Promise<ImportRow> => {
  const { services, organisation } = session
  const scope = { organisationId: present.organisationId, mode: present.mode }
  const rows = chunk.records.map((cells, index) =>
    readRow(session, cells, chunk.from + index + 1, { formatted: chunk.formatted?.[index] }),
  )
  const readable = rows.filter((row) => row.item)
  const checked = await checkItems(
    { services, scope, organisation },
    readable.map((row) => row.item!),
  )
  for (const [index, { id }] of checked.entries()) session.rowOfItem.set(id, readable[index]!.row)
  const options = await optionsOf(session, present)
  if (!present.dryRun) await measureReplacing({ ...session, scope }, checked, measuring(session))
  const tallyOf = (outcomes: readonly unknown[]) => tally(session, rows, readable, outcomes)
  if (present.dryRun) {
    const outcomes = await services.store.read((stored) =>
      tryItems({ ...session, rows: stored, scope }, checked, { ...options, fresh: session.fresh }),
    )
    return session.transact((transaction) =>
      keep(transaction, present, chunk, tallyOf(outcomes), session.now),
    )
  }
  return session.transact(async (transaction) => {
    const postbatch = await transaction.rows.postbatches.get(scope, present.postbatchId)
    const current = await transaction.rows.imports.get(scope, present.id)
    if (current?.status !== 'PROCESSING') return current ?? { ...present, status: 'FAILED' }
    if (!postbatch || !openStatuses.includes(postbatch.status)) {
      const message = `The Postbatch is ${postbatch?.status ?? 'deleted'} and no longer accepts items.`
      return failImport(transaction, current, 'postbatch_closed', message, session.now)
    }
    await reopen(transaction, postbatch, session.now)
    const context = { ...session, ...transaction, scope }
    const outcomes = await createEach(context, checked, { refuseBad: true, replaceEarlier, ...options })
    return keep(transaction, present, chunk, tallyOf(outcomes), session.now)
  })
}

/** Returns the rules for rows of people who already have a piece. */
const optionsOf = async (session: Session, present: ImportRow): Promise<TryOptions> => {
  const { repeats, fields, mayWriteItems } = session
  const mayReplace = repeats === 'last' ? mayReplaceBy(await mayWriteItems(), present) : undefined
  return { nameOf: (id) => nameOf(session, id), onRepeat: () => repeats, fields, mayReplace }
}

const measuring = ({ repeats, fields, now }: Session) => ({ fields, now, isLast: () => repeats === 'last' })

/** A job that has lost its lease finds another row count, and its transaction is rolled back. */
const keep = async (
  { rows, work }: Transaction,
  present: ImportRow,
  chunk: RecordChunk,
  { created, suppressed, duplicates, empty, bad }: Tally,
  now: number,
): Promise<ImportRow> => {
  const { id, organisationId, mode } = present
  const scope = { organisationId, mode }
  const found = bad.flatMap(({ problems }) => problems)
  const changes = {
    rowCount: present.rowCount + chunk.records.length,
    readBytes: chunk.readBytes,
    createdCount: present.createdCount + created,
    suppressedCount: present.suppressedCount + suppressed,
    failedCount: present.failedCount + bad.length,
    duplicateCount: present.duplicateCount + duplicates,
    emptyCount: present.emptyCount + empty,
    problems: [...present.problems, ...found].slice(0, importLimits.shownProblems),
    questions: joinQuestions(
      present.questions ?? [],
      // Bad rows raise questions about all rows of their kind.
      [...questionsOfDoubts(found), ...questionsOfRepeats(found)],
    ).slice(0, importLimits.questions),
    updatedAt: now,
  }
  const expected = { status: 'PROCESSING' as const, rowCount: present.rowCount }
  if (!(await rows.imports.update(scope, id, changes, expected))) {
    const current = await rows.imports.get(scope, id)
    if (current && current.status !== 'PROCESSING') return current
    throw new Error(`Another job has continued the import ${id}.`)
  }
  await rows.importErrors.insertMany(bad.map((row) => errorRow(present, row)))
  work.hint({ of: 'import', organisationId, mode })
  return { ...present, ...changes }
}

type Importing = JobContext<'imports.process' | 'imports.takeRows'>

/**
 * Each chunk's items, bad rows and position are one transaction, so that a restarted job continues after the
 * last chunk and no row is imported twice. Versions before 0.3.0 queue `imports.process`; `imports.takeRows`
 * does the same for imports whose questions are answered.
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

/** A separate kind, because earlier servers ignore answers and doubts about values. */
export const takeRowsOfImport = defineJob({ kind: 'imports.takeRows', handler: importRows })

/** Undefined if there is nothing to do. A dry run starts from scratch: its results are in memory. */
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
  /** Set if other jobs are waiting and this one yields to them. */
  later?: { resumeAt: number }
}

/** Imports chunks until the end of the file, or until the import was stopped or other jobs wait. */
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
  if (!chunks) return { failure: ['file_gone', 'The file has been deleted.'] }
  let state = present
  try {
    for await (const chunk of chunks) {
      if (state.rowCount + chunk.records.length > importLimits.rows) {
        const message = `An import accepts at most ${importLimits.rows} rows. Split the file.`
        return { failure: ['too_many_rows', message] }
      }
      if (!(await isStillPermitted(services, job))) return { failure: withdrawn }
      state = await importChunk(session, state, chunk)
      if (state.status !== 'PROCESSING') return {}
      await extend()
      // A dry run does not yield, because its results would be lost.
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
  'The caller who started it no longer has permission to import. Imported rows remain; restart the import for the rest.',
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

const chunkSize = 200

/** Removes bad rows, because they contain addresses: 200 per transaction. */
export const forgetImport = defineJob({
  kind: 'imports.forget',
  async handler({ job, args, transact, extend }) {
    const own = organisationOf(job)
    const importId = args.importId
    for (;;) {
      const removed = await transact(async ({ rows }) => {
        const bad = await rows.importErrors.find(own, { importId }, { limit: chunkSize })
        await rows.importErrors.remove(own, { id: oneOf(bad.map(({ id }) => id)) })
        return bad.length
      })
      if (removed < chunkSize) break
      await extend()
    }
    await transact(({ rows }) => rows.imports.update(own, importId, { problems: [] }))
    return undefined
  },
})
