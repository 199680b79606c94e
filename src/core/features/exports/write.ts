import type { JobContext } from '../../engine/jobs/job.ts'
import { conditionsOn, type ParsedQuery } from '../../kernel/query.ts'
import type { ExportRow } from '../../model/exports.ts'
import { writeBlob } from '../../ports/blobs.ts'
import type { SheetProgress } from '../../ports/csv.ts'
import { exportChanged } from './export.ts'
import { cellAt, type ExportSource, exportSources, type Stored } from './kinds.ts'

/** Rows read at a time: few enough for other requests to come in between. */
const pageSize = 100
/** Pages of one part, which is what a crash costs, and after which other jobs get their turn. */
const pagesPerPart = 50

const folderOf = (id: string): string => `exports/${id.toLowerCase()}/`

export const partBlob = (id: string, number: number): string =>
  `${folderOf(id)}${String(number).padStart(6, '0')}`

/** The blob that is the whole file: its only part, or one that was made of all of them. */
export const wholeBlob = ({ id, parts }: Pick<ExportRow, 'id' | 'parts'>): string =>
  parts === 1 ? partBlob(id, 1) : `${folderOf(id)}whole`

/**
 * Writes the next part of an export: first its blob, then the row that counts it. A part that was not counted
 * is overwritten. Returns the updated row.
 */
export const writePart = async (context: JobContext, row: ExportRow): Promise<ExportRow> => {
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
    work.hint(exportChanged(row))
    return rows.exports.update(row, row.id, patch, { status: 'PROCESSING', parts: row.parts })
  })
  return { ...row, ...patch }
}

/** Makes one blob of all parts, where programs can fetch a blob from where it is kept. */
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

/** Removes every part of an export, also those that were not finished. */
export const removeParts = async ({ services }: Pick<JobContext, 'services'>, id: string): Promise<void> => {
  for await (const key of services.blobs.list(folderOf(id))) await services.blobs.remove(key)
}

interface Progress {
  rows: number
  after: ExportRow['after']
  more: boolean
}

/** The columns of a row as texts. */
type Cells = AsyncIterable<readonly string[]>

/**
 * Names and texts come from the customer, so cells that a spreadsheet would run as a formula are neutralised.
 */
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

/** A part of a workbook. What the next one needs is kept with the last row. */
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

/** Each page is a read of its own, so that memory and the life of a snapshot stay bounded. */
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
