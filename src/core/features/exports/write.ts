import { isStillPermitted, permissionWithdrawn } from '../../engine/access/authority.ts'
import { type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import { LeaseLost } from '../../engine/jobs/runner.ts'
import { conditionsOn, type ParsedQuery } from '../../kernel/query.ts'
import { type ExportRow, exportLifecycle } from '../../model/exports.ts'
import { writeBlob } from '../../ports/blobs.ts'
import { SheetFull, type SheetProgress } from '../../ports/csv.ts'
import { exportHint } from './export.ts'
import { cellAt, type ExportSource, exportSources, type Stored } from './kinds.ts'

/** Few enough rows for other requests to run in between. */
const pageSize = 100
/** A crash loses at most one part, and other jobs run after each part. */
const pagesPerPart = 50

const folderOf = (id: string): string => `exports/${id.toLowerCase()}/`

export const partBlob = (id: string, number: number): string =>
  `${folderOf(id)}${String(number).padStart(6, '0')}`

/** The export's only part, or the concatenation of all. */
export const wholeBlob = ({ id, parts }: Pick<ExportRow, 'id' | 'parts'>): string =>
  parts === 1 ? partBlob(id, 1) : `${folderOf(id)}whole`

/** Writes a blob, then the row that references it; an unreferenced part is overwritten. Returns the row. */
const writePart = async (context: JobContext, row: ExportRow): Promise<ExportRow> => {
  const { services, transact } = context
  const progress = { rows: 0, bytes: 0, after: row.after, more: false }
  await writeBlob(services.blobs, partBlob(row.id, row.parts + 1), async (write) => {
    for await (const chunk of encode(context, row, progress)) {
      progress.bytes += chunk.length
      await write(chunk)
    }
  })
  const parts = row.parts + 1
  if (!progress.more && parts > 1) await writeWhole(context, { id: row.id, parts })
  const at = services.clock.now()
  const patch: Partial<ExportRow> = {
    parts,
    rowCount: row.rowCount + progress.rows,
    sizeBytes: row.sizeBytes + progress.bytes,
    after: progress.after,
    updatedAt: at,
    ...(progress.more ? {} : { status: 'READY' as const, completedAt: at }),
  }
  await transact(({ rows, work }) => {
    work.hint(exportHint(row))
    return rows.exports.update(row, row.id, patch, { status: 'PROCESSING', parts: row.parts })
  })
  return { ...row, ...patch }
}

/** Joins the parts if programs can fetch blobs directly from the store. */
const writeWhole = async (
  { services: { blobs }, extend }: JobContext,
  row: Pick<ExportRow, 'id' | 'parts'>,
): Promise<void> => {
  if (!blobs.link) return
  await writeBlob(blobs, wholeBlob(row), async (write) => {
    for (let number = 1; number <= row.parts; number++) {
      const part = await blobs.stream(partBlob(row.id, number))
      if (!part) throw new Error(`Part ${number} of ${row.id} is missing.`)
      for await (const chunk of part) await write(chunk)
      await extend()
    }
  })
}

/** Removes all parts, including unfinished ones. */
const removeParts = async ({ services }: Pick<JobContext, 'services'>, id: string): Promise<void> => {
  for await (const key of services.blobs.list(folderOf(id))) await services.blobs.remove(key)
}

interface Progress {
  rows: number
  after: ExportRow['after']
  more: boolean
}

/** Rows as texts by column. */
type Cells = AsyncIterable<readonly string[]>

/** Names and texts come from the customer, so formulas are neutralised. */
const csvOptions = { delimiter: ',', bom: false, neutraliseFormulas: true } as const

const encode = (context: JobContext, row: ExportRow, progress: Progress): AsyncIterable<Uint8Array> => {
  const source = exportSources[row.kind]
  const views = viewsOf(context, row, source, progress)
  if (row.format === 'ndjson') return lines(views)
  const cells = cellsOf(row, source, views)
  return row.format === 'csv'
    ? context.services.csv.encode(cells, csvOptions)
    : sheet(context, row, cells, progress)
}

/** Encodes a part of a worksheet. The state for the next part is stored with the position of the last row. */
async function* sheet(
  { services }: JobContext,
  row: ExportRow,
  cells: Cells,
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  const { size, crc } = row.after?.sheet ?? { size: 0, crc: 0 }
  const rows = row.parts === 0 ? 0 : row.rowCount + 1
  const written: SheetProgress = { rows, bytes: row.sizeBytes, size, crc }
  yield* services.csv.encodeSheet(cells, written, { at: row.createdAt, isLast: () => !progress.more })
  const { after } = progress
  if (after) progress.after = { ...after, sheet: { size: written.size, crc: written.crc } }
}

async function* cellsOf(
  row: ExportRow,
  { columns }: ExportSource,
  views: AsyncIterable<object>,
): AsyncGenerator<string[]> {
  if (row.parts === 0) yield [...columns]
  for await (const view of views) yield columns.map((path) => cellAt(view, path))
}

async function* lines(views: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const view of views) yield encoder.encode(`${JSON.stringify(view)}\n`)
}

/** Reads each page separately, which bounds memory and the age of a snapshot. */
async function* viewsOf(
  { services, extend }: JobContext,
  row: ExportRow,
  source: ExportSource,
  progress: Progress,
): AsyncGenerator<object> {
  const scope = { organisationId: row.organisationId, mode: row.mode }
  for (let pages = 0; pages < pagesPerPart; pages++) {
    const query = {
      where: conditionsOn(row.where),
      sort: [{ field: source.order, descending: false }],
      limit: pageSize,
      total: false,
      ...(progress.after ? { after: progress.after } : {}),
    } as ParsedQuery<Stored>
    const page = await services.store.read((rows) => source.page(rows, scope, query))
    for (const stored of page.rows) yield source.view(services, stored)
    progress.rows += page.rows.length
    const last = page.rows.at(-1)
    if (last) progress.after = { values: [last[source.order] as string | number], id: last.id }
    progress.more = page.hasMore
    if (!page.hasMore) return
    if (pages % 10 === 9) await extend()
  }
}

const attemptsBeforeFailed = 4

/** Writes the next part of an export, or removes an expired export. Yields to other jobs between parts. */
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
        error: 'The file could not be written. The reason is in the server log.',
      },
    )
  }
}

/** Fails an export whose rows or text exceed a workbook, and removes the parts written so far. */
const tooLong = async (context: JobContext, row: ExportRow): Promise<ExportRow> => {
  await removeParts(context, row.id)
  const error =
    'A workbook cannot contain all these rows: the limits are 1,048,575 rows and 4 GiB of XML. Use CSV or NDJSON, or filters.'
  return fail(context, { ...row, status: 'PROCESSING' }, { failureCode: 'sheet_full', error })
}

const withdrawn: Partial<ExportRow> = {
  failureCode: permissionWithdrawn,
  error: 'The caller may no longer read these rows. Create another export.',
}

const fail = async (context: JobContext, row: ExportRow, why: Partial<ExportRow>): Promise<ExportRow> => {
  const failed = { ...why, status: 'FAILED' as const, completedAt: context.services.clock.now() }
  await context.transact(({ rows, work }) => {
    work.hint(exportHint(row))
    return rows.exports.update(row, row.id, failed, { status: row.status })
  })
  return { ...row, ...failed }
}

const begin = async ({ transact }: JobContext, row: ExportRow): Promise<ExportRow> => {
  exportLifecycle.assert(row.status, 'PROCESSING')
  await transact(({ rows, work }) => {
    work.hint(exportHint(row))
    return rows.exports.update(row, row.id, { status: 'PROCESSING' })
  })
  return { ...row, status: 'PROCESSING' }
}
