import { type Caller, type ModeScope, makerIdOf } from '../../engine/caller.ts'
import type { ReadContext, WriteContext } from '../../engine/context.ts'
import type { Hint } from '../../engine/events/event.ts'
import type { JobCaller, NewJob } from '../../engine/jobs/kinds.ts'
import { filtersInBody } from '../../engine/list/page.ts'
import { shownAt } from '../../engine/mode-clock.ts'
import { apiPrefix } from '../../engine/operation.ts'
import { found, problem } from '../../kernel/errors.ts'
import { conditionsOf, lte, oneOf } from '../../kernel/query.ts'
import { dayMs, toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { ExportRow } from '../../model/exports.ts'
import type { Rows } from '../../ports/store.ts'
import { type ExportSource, exportSources } from './kinds.ts'
import type { Export, ExportInput } from './schema.ts'
import { exportLimits } from './schema.ts'
import { exportProblems } from './sentences.ts'

export const exportToWire = (
  { organisation }: Pick<ReadContext, 'organisation'>,
  row: ExportRow,
): Export => ({
  id: row.id,
  isTest: row.mode === 'test',
  kind: row.kind,
  format: row.format,
  status: row.status,
  filters: row.filters,
  rowCount: row.rowCount,
  sizeBytes: row.sizeBytes,
  file: row.status === 'READY' ? `${apiPrefix}/exports/${row.id}/file` : null,
  error: row.error,
  failureCode: row.failureCode,
  createdAt: toDateTime(row.createdAt),
  completedAt: toDateTimeOrNull(row.completedAt),
  expiresAt: toDateTime(shownAt(row.expiresAt, organisation, row.mode)),
})

export const exportById = async (rows: Rows, scope: ModeScope, id: string): Promise<ExportRow> =>
  found(await rows.exports.get(scope, id), 'export')

/** Returns the source of the exported rows. Throws 403 if the caller may not read them. */
export const assertReadable = (
  { caller }: Pick<WriteContext, 'caller'>,
  kind: ExportRow['kind'],
): ExportSource => {
  const source = exportSources[kind]
  if (caller.scopes.includes(source.permission)) return source
  throw problem(
    exportProblems.sentence('insufficient_scope.export', { kindOfRows: kind, scope: source.permission }),
  )
}

/** Only the creator and managers may remove an export. Throws 403. */
export const assertMayRemove = (caller: Caller, { createdById }: ExportRow): void => {
  if (createdById === makerIdOf(caller) || caller.scopes.includes('organisation.manage')) return
  throw problem(exportProblems.sentence('insufficient_scope.not_your_export'))
}

/** Throws 403 without permission, 422 for invalid filters, 409 at the limit of unfinished exports. */
export const newExport = async (context: WriteContext, input: ExportInput): Promise<ExportRow> => {
  const { services, rows, scope, now } = context
  const source = assertReadable(context, input.kind)
  const requested = filtersInBody<Bounded>(source.filters, input.filters)
  const where = conditionsOf(source.bounded ? [requested, { createdAt: lte(now) }] : requested)
  const unfinished = await rows.exports.count(scope, { status: oneOf(['PENDING', 'PROCESSING']) })
  if (unfinished >= exportLimits.unfinished) {
    throw problem(exportProblems.sentence('invalid_state.too_many_exports', { count: unfinished }))
  }
  return {
    id: services.ids.next('exp'),
    ...scope,
    kind: input.kind,
    format: input.format,
    status: 'PENDING',
    filters: input.filters,
    where,
    parts: 0,
    rowCount: 0,
    sizeBytes: 0,
    after: null,
    error: null,
    failureCode: null,
    createdById: makerIdOf(context.caller),
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    // Files are kept for a real-time period, also in test mode.
    expiresAt: services.clock.now() + exportLimits.days * dayMs,
  }
}

/** Returns a hint that tells open pages of a changed export. */
export const exportHint = ({ organisationId, mode }: Pick<ExportRow, 'organisationId' | 'mode'>): Hint => ({
  of: 'export',
  organisationId,
  mode,
})

/**
 * The job that writes the export and later removes it. On the real clock, so that it runs while a test clock
 * stands still. Workbooks have a separate kind: servers of 0.2.0 would write another format into the file.
 */
export const exportJob = (row: ExportRow, dueAt: number, caller: JobCaller = {}): NewJob => ({
  kind: row.format === 'xlsx' ? 'exports.writeWorkbook' : 'exports.write',
  subject: row.id,
  organisationId: row.organisationId,
  mode: null,
  dueAt,
  payload: { exportId: row.id, ...caller },
})

/** Rows of an export that ends at the time of its request. */
interface Bounded {
  createdAt: number
}
