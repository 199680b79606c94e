import type { Transaction } from '../../engine/context.ts'
import type { JobContext } from '../../engine/jobs/job.ts'
import type { Services } from '../../engine/services.ts'
import type { ImportRow } from '../../model/imports.ts'
import { importLimits } from '../../model/mapping.ts'
import { openStatuses } from '../../model/postbatches.ts'
import { checkItems, createEach, tryItems } from '../items/create.ts'
import type { FreshItems } from '../items/lookups.ts'
import { measureReplacing, replaceEarlier } from '../items/replace-earlier.ts'
import type { TryOptions } from '../items/validate.ts'
import { joinQuestions, questionsOfDoubts } from '../lists/mapping/doubts.ts'
import type { RecordChunk } from '../lists/records.ts'
import { reopen } from '../postbatches/postbatch.ts'
import { errorRow } from './bad-rows.ts'
import { failImport } from './import.ts'
import { mayReplaceBy, questionsOfRepeats } from './repeats.ts'
import { nameOf, type Reading, readRow, type Tally, tally } from './rows.ts'

/** The state that the chunks of one job share. */
export interface Session extends Reading {
  services: Services
  /** Runs a transaction, provided that the job still has its lease. */
  transact: JobContext['transact']
  /** The items that a dry run would have created. */
  fresh: FreshItems
  /** ms on the clock of the import's mode. */
  now: number
  /** Whether the caller who imports may change items that others made. */
  mayWriteItems: () => Promise<boolean>
}

/**
 * Imports one chunk of rows: items, bad rows, counts and position in one transaction. Returns the updated
 * import; where it is no longer PROCESSING, it was cancelled or its Postbatch closed.
 */
export const importChunk = async (
  session: Session,
  present: ImportRow,
  chunk: RecordChunk,
): Promise<ImportRow> => {
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
      const message = `The Postbatch is ${postbatch?.status ?? 'deleted'} and takes no items any more.`
      return failImport(transaction, current, 'postbatch_closed', message, session.now)
    }
    await reopen(transaction, postbatch, session.now)
    const context = { ...session, ...transaction, scope }
    const outcomes = await createEach(context, checked, { refuseBad: true, replaceEarlier, ...options })
    return keep(transaction, present, chunk, tallyOf(outcomes), session.now)
  })
}

/** How rows of people who have a piece already are judged. */
const optionsOf = async (session: Session, present: ImportRow): Promise<TryOptions> => {
  const { repeats, fields, mayWriteItems } = session
  const mayReplace = repeats === 'last' ? mayReplaceBy(await mayWriteItems(), present) : undefined
  return { nameOf: (id) => nameOf(session, id), onRepeat: () => repeats, fields, mayReplace }
}

const measuring = ({ repeats, fields, now }: Session) => ({ fields, now, isLast: () => repeats === 'last' })

/**
 * Writes the result of a chunk. A job that has lost its lease finds another row count, and its transaction is
 * undone.
 */
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
      // Rows that came back raise the question what becomes of all rows of their kind.
      [...questionsOfDoubts(found), ...questionsOfRepeats(found)],
    ).slice(0, importLimits.questions),
    updatedAt: now,
  }
  const expected = { status: 'PROCESSING' as const, rowCount: present.rowCount }
  if (!(await rows.imports.update(scope, id, changes, expected))) {
    const current = await rows.imports.get(scope, id)
    if (current && current.status !== 'PROCESSING') return current
    throw new Error(`The import ${id} went on somewhere else.`)
  }
  await rows.importErrors.insertMany(bad.map((row) => errorRow(present, row)))
  work.hint({ of: 'import', organisationId, mode })
  return { ...present, ...changes }
}
