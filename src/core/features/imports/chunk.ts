import type { Transaction } from '../../engine/context.ts'
import type { JobContext } from '../../engine/jobs/job.ts'
import type { Services } from '../../engine/services.ts'
import { tryParse } from '../../engine/validate.ts'
import { type ParameterError, Problem } from '../../kernel/errors.ts'
import type { Finding } from '../../kernel/finding.ts'
import { importLimits } from '../../model/import-limits.ts'
import type { ImportErrorRow, ImportRow, RowProblem } from '../../model/imports.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import { openStatuses } from '../../model/postbatches-lifecycle.ts'
import { surplusCells, surplusMessage } from '../../ports/csv.ts'
import { checkItems, createEach, type NewItem, Refused, tryItems } from '../items/create.ts'
import { type PostbatchItemInput, postbatchItemInput } from '../items/input-schema.ts'
import type { FreshItems, LookupOptions } from '../items/lookups.ts'
import { reopen } from '../postbatches/postbatch.ts'
import { failImport } from './import.ts'
import type { Reader } from './mapping/apply.ts'
import type { RecordChunk } from './records.ts'

/** The state that the chunks of one job share. */
export interface Session {
  services: Services
  /** Runs a transaction, provided that the job still has its lease. */
  transact: JobContext['transact']
  organisation: OrganisationRow
  postbatch: PostbatchRow
  reader: Reader
  /** The number of columns in the heading. */
  columns: number
  /** The row from which this job created each item, for messages. */
  rowOfItem: Map<string, number>
  /** The items that a dry run would have created. */
  fresh: FreshItems
  /** ms on the clock of the import's mode. */
  now: number
}

interface ReadRow {
  /** The row's number in a spreadsheet. */
  row: number
  cells: string[]
  item?: NewItem
  problems: RowProblem[]
}

/** The result of a chunk. */
interface Tally {
  created: number
  suppressed: number
  empty: number
  duplicates: number
  bad: ReadRow[]
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
  const rows = chunk.records.map((cells, index) => readRow(session, cells, chunk.from + index + 1))
  const readable = rows.filter((row) => row.item)
  const checked = await checkItems(
    { services, scope, organisation },
    readable.map((row) => row.item!),
  )
  for (const [index, { id }] of checked.entries()) session.rowOfItem.set(id, readable[index]!.row)
  const options: LookupOptions = { nameOf: (id) => nameOf(session, id) }
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
    const outcomes = await createEach(context, checked, { refuseBad: true, ...options })
    return keep(transaction, present, chunk, tallyOf(outcomes), session.now)
  })
}

const nameOf = ({ rowOfItem }: Session, id: string): string => {
  const row = rowOfItem.get(id)
  return row === undefined ? id : `row ${row}`
}

const readRow = (session: Session, cells: string[], row: number): ReadRow => {
  if (cells.every((cell) => cell.trim() === '')) return { row, cells, problems: [] }
  const surplus = surplusProblem(session.columns, row, cells)
  if (surplus) return { row, cells, problems: [surplus] }
  const { output, errors } = tryParse(postbatchItemInput, session.reader.read(cells), 'body')
  if (!output) return { row, cells, problems: problemsOf(session, row, errors) }
  const input: PostbatchItemInput = output
  const item = { ...input, sendOn: null, postflowId: null, postbatchId: session.postbatch.id }
  return { row, cells, item, problems: [] }
}

/** The problem of a row with more cells than the heading: any of its cells may be in the wrong column. */
const surplusProblem = (columns: number, row: number, cells: readonly string[]): RowProblem | undefined => {
  const surplus = surplusCells(columns, cells)
  if (surplus.length === 0) return undefined
  const message = surplusMessage(columns, surplus)
  return { row, column: `column ${columns + 1}`, code: 'too_many_cells', message }
}

type Fault = Pick<ParameterError, 'parameter' | 'code' | 'message'>

/** The problems of a row, each once, even where it shows in several places of the piece. */
const problemsOf = (session: Session, row: number, faults: readonly Fault[]): RowProblem[] => {
  const problems = faults.map((fault) => problemOf(session, row, fault))
  const isSame = (one: RowProblem, other: RowProblem) =>
    one.column === other.column && one.code === other.code && one.message === other.message
  return problems.filter((problem, index) => problems.findIndex((one) => isSame(one, problem)) === index)
}

/** A problem in the terms of the file: its own column names instead of paths. */
const problemOf = ({ reader }: Session, row: number, { parameter, code, message }: Fault): RowProblem => {
  const column = reader.columnOf(parameter)
  return { row, column, code, message: message.replaceAll(parameter, column) }
}

const ofFinding = ({ code, message, field }: Finding) => ({ code, message, parameter: field ?? 'recipient' })

const tally = (
  session: Session,
  rows: readonly ReadRow[],
  readable: readonly ReadRow[],
  outcomes: readonly unknown[],
): Tally => {
  const counts = { created: 0, suppressed: 0, duplicates: 0 }
  const refusedRows = new Map<ReadRow, ReadRow>()
  for (const [index, row] of readable.entries()) {
    const outcome = outcomes[index]
    if (outcome instanceof Problem || outcome instanceof Refused) {
      const found =
        outcome instanceof Problem ? ofProblem(outcome) : outcome.findings.filter(isError).map(ofFinding)
      if (found.some(({ code }) => code === 'duplicate_recipient')) counts.duplicates++
      refusedRows.set(row, { ...row, problems: problemsOf(session, row.row, found) })
      continue
    }
    counts.created++
    const status = typeof outcome === 'string' ? outcome : (outcome as { status: string }).status
    if (status === 'SUPPRESSED') counts.suppressed++
  }
  const bad = rows.flatMap((row) => (row.problems.length > 0 ? [row] : (refusedRows.get(row) ?? [])))
  return { ...counts, empty: rows.length - counts.created - bad.length, bad }
}

const isError = ({ severity }: Finding): boolean => severity === 'error'

const ofProblem = (error: Problem) =>
  error.errors.length > 0
    ? error.errors
    : [{ parameter: 'recipient', code: error.code, message: error.message }]

/**
 * Writes the result of a chunk. A job that has lost its lease finds another row count, and its transaction is
 * undone.
 */
const keep = async (
  { rows }: Transaction,
  present: ImportRow,
  chunk: RecordChunk,
  { created, suppressed, duplicates, empty, bad }: Tally,
  now: number,
): Promise<ImportRow> => {
  const { id, organisationId, mode } = present
  const scope = { organisationId, mode }
  const changes = {
    rowCount: present.rowCount + chunk.records.length,
    readBytes: chunk.readBytes,
    createdCount: present.createdCount + created,
    suppressedCount: present.suppressedCount + suppressed,
    failedCount: present.failedCount + bad.length,
    duplicateCount: present.duplicateCount + duplicates,
    emptyCount: present.emptyCount + empty,
    problems: [...present.problems, ...bad.flatMap(({ problems }) => problems)].slice(
      0,
      importLimits.shownProblems,
    ),
    updatedAt: now,
  }
  const expected = { status: 'PROCESSING' as const, rowCount: present.rowCount }
  if (!(await rows.imports.update(scope, id, changes, expected))) {
    const current = await rows.imports.get(scope, id)
    if (current && current.status !== 'PROCESSING') return current
    throw new Error(`The import ${id} went on somewhere else.`)
  }
  await rows.importErrors.insertMany(
    bad.map(
      ({ row, cells, problems }): ImportErrorRow => ({
        id: `${id}|${String(row).padStart(8, '0')}`,
        ...scope,
        importId: id,
        row,
        cells: cells.map(storable),
        problems,
      }),
    ),
  )
  return { ...present, ...changes }
}

/** Replaces characters that no database can store; the row was refused because of them. */
const storable = (cell: string): string => cell.replaceAll('\0', '\uFFFD').toWellFormed()
