import { isStillPermitted, permissionWithdrawn } from '../../engine/access/authority.ts'
import { type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import { LeaseLost } from '../../engine/jobs/runner.ts'
import type { ExportRow } from '../../model/exports.ts'
import { exportLifecycle } from '../../model/exports.ts'
import { SheetFull } from '../../ports/csv.ts'
import { exportChanged } from './export.ts'
import { removeParts, writePart } from './write.ts'

const attemptsBeforeFailed = 4

/**
 * Writes an export part by part, giving way to other jobs between parts, and removes it when it has expired.
 */
export const writeOrRemove: (
  context: JobContext<'exports.write' | 'exports.writeWorkbook'>,
) => Promise<{ resumeAt: number } | undefined> = async (context) => {
  const { services, job, args } = context
  const id = args.exportId
  const row = await services.store.read((rows) => rows.exports.get(organisationOf(job), id))
  const now = services.clock.now()
  if (!row || now >= row.expiresAt) {
    await services.store.write((rows) => rows.exports.remove(organisationOf(job), { id }))
    await removeParts(context, id)
    return undefined
  }
  if (exportLifecycle.isEnd(row.status)) return { resumeAt: row.expiresAt }
  const written = (await isStillPermitted(services, job))
    ? await write(context, row)
    : await fail(context, row, withdrawn)
  return { resumeAt: exportLifecycle.isEnd(written.status) ? row.expiresAt : now }
}

const write = async (context: JobContext, row: ExportRow): Promise<ExportRow> => {
  const { services, job } = context
  try {
    return await writePart(context, row.status === 'PENDING' ? await begin(context, row) : row)
  } catch (error) {
    if (error instanceof SheetFull) return tooLong(context, row)
    if (error instanceof LeaseLost || job.attempts + 1 < attemptsBeforeFailed) throw error
    services.log.error('export failed', { export: row.id, error })
    return fail(
      context,
      { ...row, status: 'PROCESSING' },
      {
        error: 'The file could not be written. The reason is in the log of the server.',
      },
    )
  }
}

/** Ends a workbook that has no room for all rows: for their number, or for their texts. Its parts would never be read. */
const tooLong = async (context: JobContext, row: ExportRow): Promise<ExportRow> => {
  await removeParts(context, row.id)
  const error =
    'A workbook has no room for all these rows: at most 1,048,575, and 4 GiB as XML. Ask for CSV or NDJSON, or for fewer rows by filters.'
  return fail(context, { ...row, status: 'PROCESSING' }, { failureCode: 'sheet_full', error })
}

const withdrawn: Partial<ExportRow> = {
  failureCode: permissionWithdrawn,
  error: 'The caller who asked for it may no longer read these rows. Ask for another export.',
}

const fail = async (context: JobContext, row: ExportRow, why: Partial<ExportRow>): Promise<ExportRow> => {
  const failed = { ...why, status: 'FAILED' as const, completedAt: context.services.clock.now() }
  await context.transact(({ rows, work }) => {
    work.hint(exportChanged(row))
    return rows.exports.update(row, row.id, failed, { status: row.status })
  })
  return { ...row, ...failed }
}

const begin = async ({ transact }: JobContext, row: ExportRow): Promise<ExportRow> => {
  exportLifecycle.assert(row.status, 'PROCESSING')
  await transact(({ rows, work }) => {
    work.hint(exportChanged(row))
    return rows.exports.update(row, row.id, { status: 'PROCESSING' })
  })
  return { ...row, status: 'PROCESSING' }
}
