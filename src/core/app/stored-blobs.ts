import { pdfKey } from '../features/billing/jobs/billing.ts'
import { partBlob as exportPart } from '../features/exports/write.ts'
import { recordBlob } from '../features/runs/rendering/blobs.ts'
import { errorBlob } from '../features/suppressions/import/rows.ts'
import { gt } from '../kernel/query.ts'
import type { TableName, Tables } from '../model/index.ts'
import { everyone, type Rows, type Store } from '../ports/store.ts'

/** A blob that must exist, because a row refers to it. */
export interface BlobReference {
  table: TableName
  rowId: string
  key: string
}

type Referring = {
  [Name in TableName]?: (row: Tables[Name]) => readonly (string | null)[]
}

/**
 * Not listed: facts and checksums of packages (`features/runs/package/facts.ts`,
 * `features/runs/package/package.ts`). No row tells whether a run has them, and a package without them is
 * written from its parts and current data.
 */
const referring = {
  uploads: ({ blobKey }) => [blobKey],
  instanceAssets: ({ blobKey }) => [blobKey],
  assets: ({ blobKey, thumbKey }) => [blobKey, thumbKey],
  templateVersions: ({ layerKey }) => [layerKey],
  renders: ({ blobKey }) => [blobKey],
  runs: ({ parts, pagesDeletedAt }) =>
    parts.flatMap(({ blobKey }) => [pagesDeletedAt === null ? blobKey : null, recordBlob(blobKey)]),
  exports: ({ id, parts }) => Array.from({ length: parts }, (_, index) => exportPart(id, index + 1)),
  suppressionImports: ({ id, blobKey, status, errorChunks }) => [
    status === 'PROCESSING' ? blobKey : null,
    ...errorChunks.map((chunk) => errorBlob(id, chunk)),
  ],
  invoices: (invoice) => [invoice.hasPdf ? pdfKey(invoice) : null],
} satisfies Referring

const pageSize = 500

/** Yields blobs page by page. Excludes rows that a job is removing, since it removes the blob first. */
export async function* blobsReferredTo(store: Pick<Store, 'read'>): AsyncGenerator<BlobReference> {
  const going = await store.read(rowsBeingRemoved)
  for (const [table, keysOf] of Object.entries(referring) as [TableName, (row: unknown) => string[]][]) {
    for await (const row of everyRow(store, table)) {
      if (going.has(row.id) || going.has(row.organisationId ?? '')) continue
      for (const key of keysOf(row)) if (key !== null) yield { table, rowId: row.id, key }
    }
  }
}

interface AnyRow {
  id: string
  organisationId?: string
}

async function* everyRow(store: Pick<Store, 'read'>, table: TableName): AsyncGenerator<AnyRow> {
  for (let after: string | undefined; ; ) {
    const where = after === undefined ? {} : { id: gt(after) }
    // The type of one table fits all: only shared fields are used.
    const found: AnyRow[] = await store.read((rows) =>
      (rows[table] as Rows['uploads']).find(everyone, where, { limit: pageSize }),
    )
    yield* found
    after = found.at(-1)?.id
    if (found.length < pageSize) return
  }
}

/** Returns ids from running jobs: of rows, or of an organisation whose old pages are being deleted. */
const rowsBeingRemoved = async (rows: Rows): Promise<Set<string>> => {
  const running = await rows.jobs.find(everyone, { status: 'RUNNING' })
  return new Set(running.flatMap(({ payload }) => Object.values(payload).map(String)))
}
