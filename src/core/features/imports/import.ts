import { onBehalfOf } from '../../engine/access/authority.ts'
import type { Caller, ModeScope } from '../../engine/caller.ts'
import type { Transaction, WriteContext } from '../../engine/context.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import { notFound } from '../../kernel/errors.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import {
  type FailureCode,
  type ImportRow,
  type ImportStatus,
  importLifecycle,
  isImportOver,
} from '../../model/imports.ts'
import type { JobRow } from '../../model/jobs.ts'
import type { Rows } from '../../ports/store.ts'
import { mayOpenList } from '../assets/upload.ts'
import { readingAnswers } from '../lists/file-questions.ts'
import { stallOf } from '../lists/stall.ts'
import type { Import } from './schema.ts'

/** Only reads of imports pass `stalled` (`stalledOf`). */
export const importToWire = (row: ImportRow, stalled: Import['stalled'] = null): Import => ({
  id: row.id,
  isTest: row.mode === 'test',
  postbatchId: row.postbatchId,
  uploadId: row.uploadId,
  fileName: row.fileName,
  sheet: row.sheet,
  status: row.status,
  dryRun: row.dryRun,
  encoding: row.dialect.encoding,
  delimiter: row.dialect.delimiter,
  header: row.hasHeader,
  headingRow: headingRowOf(row),
  columns: row.heading,
  mapping: row.mapping,
  presetId: row.presetId,
  suggestion: row.suggestion,
  questions: row.questions ?? [],
  answers: row.answers ?? [],
  rowCount: row.rowCount,
  createdCount: row.createdCount,
  suppressedCount: row.suppressedCount,
  failedCount: row.failedCount,
  duplicateCount: row.duplicateCount,
  emptyCount: row.emptyCount,
  leftOutCount: row.leftOutCount ?? 0,
  progress: row.status === 'COMPLETED' ? 1 : Math.min(1, row.readBytes / Math.max(1, row.sizeBytes)),
  problems: row.problems,
  failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failure ?? '' },
  stalled,
  reading: readingAnswers(row.dialect.given ?? {}),
  revision: row.revision,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
  startedAt: toDateTimeOrNull(row.startedAt),
  completedAt: toDateTimeOrNull(row.completedAt),
})

/** A list uploaded by another caller requires `items.read`; without it, only the import's state is shown. */
export const changedImportToWire = async (
  { rows, caller }: Pick<WriteContext, 'rows' | 'caller'>,
  row: ImportRow,
): Promise<Import> => {
  const { organisationId, uploadId } = row
  const upload = await rows.uploads.get({ organisationId }, uploadId)
  if (mayOpenList(caller, upload)) return importToWire(row)
  return {
    ...importToWire(row),
    fileName: '',
    sheet: null,
    columns: [],
    mapping: null,
    suggestion: { mapping: null, unusedColumns: [], missingFields: [] },
    questions: [],
    answers: [],
    problems: [],
  }
}

/** Throws 404 for an import of another Postbatch. */
export const importById = async (
  rows: Rows,
  scope: ModeScope,
  postbatchId: string,
  id: string,
): Promise<ImportRow> => {
  const row = await rows.imports.get(scope, id)
  if (row?.postbatchId !== postbatchId) throw notFound('import')
  return row
}

/** Versions before 0.3.0 queued the first kind. */
export type ImportJobKind = 'imports.process' | 'imports.takeRows'

export const importJob = (
  row: ImportRow,
  now: number,
  caller: Caller,
  kind: ImportJobKind = 'imports.takeRows',
): NewJob => ({
  kind,
  subject: row.id,
  organisationId: row.organisationId,
  mode: row.mode,
  dueAt: now,
  payload: { importId: row.id, ...onBehalfOf(caller, [['postflows.write']]) },
})

/**
 * Changes the status. Emits an event for COMPLETED and FAILED. `row` was read in this transaction. Throws 409
 * if the lifecycle forbids it.
 */
export const moveImport = async (
  { rows, work }: Transaction,
  row: ImportRow,
  to: ImportStatus,
  now: number,
  fields: Partial<ImportRow> = {},
): Promise<ImportRow> => {
  importLifecycle.assert(row.status, to)
  const ended = to === 'COMPLETED' || to === 'FAILED'
  const patch: Partial<ImportRow> = {
    ...fields,
    ...(ended ? { completedAt: now } : {}),
    status: to,
    revision: row.revision + 1,
    updatedAt: now,
  }
  const { id, organisationId, mode, postbatchId } = row
  await rows.imports.update({ organisationId, mode }, id, patch)
  work.hint({ of: 'import', organisationId, mode })
  const moved = { ...row, ...patch }
  if (ended) {
    const { createdCount, failedCount } = moved
    work.emit({
      type: to === 'COMPLETED' ? 'import.completed' : 'import.failed',
      organisationId,
      mode,
      at: now,
      data: { import: { id, status: to, postbatchId, createdCount, failedCount } },
      postbatchId,
    })
  }
  return moved
}

/** Moves the import to FAILED. `failure` is shown to callers. Created items remain. */
export const failImport = (
  transaction: Transaction,
  row: ImportRow,
  failureCode: FailureCode,
  failure: string,
  now: number,
): Promise<ImportRow> =>
  moveImport(transaction, row, 'FAILED', now, {
    failureCode,
    failure,
  })

/** The row of the file that names the columns; null if none does. */
export const headingRowOf = ({ hasHeader, dialect, headRecords }: ImportRow): number | null =>
  hasHeader ? (dialect.headingRow ?? headRecords) : null

/** Returns why the import is stalled; null if it progresses or has ended. */
export const stalledOf = (row: ImportRow, jobs: ReadonlyMap<string, JobRow>): Import['stalled'] =>
  stallOf(isImportOver(row.status) ? undefined : jobs.get(row.id), {
    restart: 'Restart it, or cancel it and import the list again.',
    otherwise: 'You can restart it now, or cancel it.',
  })
