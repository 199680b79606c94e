import { createHash } from 'node:crypto'
import { fieldsOf } from '../../src/adapters/store-rules.ts'
import { gt, oneOf, type Where } from '../../src/core/kernel/query.ts'
import type { Table } from '../../src/core/kernel/table.ts'
import { type TableName, tables } from '../../src/core/model/index.ts'
import {
  everyone,
  type Rows,
  type Store,
  type WritableRows,
  type Writer,
} from '../../src/core/ports/store.ts'
import { CommandFailure, failure } from '../cli/failure.ts'
import { reasonOf } from '../instance/folder.ts'
import { type MoveMark, moveFact, noteMove } from '../instance/move-mark.ts'

type AnyRow = { id: string } & Record<string, unknown>

/** Every table, in the order of copying. */
export const tableNames = Object.keys(tables) as TableName[]

const tableOf = (name: TableName): Table => tables[name] as unknown as Table

/** Limits of a batch: rows and approximate bytes. Memory holds two batches. */
const maxRows = 128
const aboutBytes = 1024 * 1024

/** Yields a table by id in batches, smaller ones if rows are large. Leaves out the mark of the move. */
export async function* batchesOf(
  store: Pick<Store, 'read'>,
  name: TableName,
  afterId?: string,
): AsyncGenerator<AnyRow[]> {
  let after = afterId
  for (let limit = 16; ; ) {
    const where: Where<AnyRow> = after === undefined ? {} : { id: gt(after) }
    const found: AnyRow[] = await store.read((rows) =>
      // The type of one table represents all of them.
      (rows as unknown as Record<TableName, Rows['facts'] & { find: Writer<AnyRow>['find'] }>)[name].find(
        everyone,
        where,
        { limit },
      ),
    )
    const batch = name === 'facts' ? found.filter(({ id }) => id !== moveFact) : found
    if (batch.length > 0) yield batch
    if (found.length < limit) return
    after = found.at(-1)!.id
    const bytes = found.reduce((sum, row) => sum + canonical(name, row).length, 0)
    // At most doubles: the next rows may be larger.
    limit = Math.max(1, Math.min(limit * 2, maxRows, Math.floor((limit * aboutBytes) / bytes)))
  }
}

/**
 * Formats a row as text that is equal on every store: fields by name, numbers and booleans as JSON, JSON as
 * it was written, bytes in base64. RESERVED, a status of jobs on PostgreSQL only, becomes PENDING.
 */
export const canonical = (name: TableName, row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    fieldsOf(tableOf(name))
      .toSorted()
      .map((field) => {
        const value = row[field] === 'RESERVED' && name === 'jobs' ? 'PENDING' : row[field]
        return [field, value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value]
      }),
  )

export interface TableDigest {
  rows: number
  sha256: string
}

/** Counts the rows of a table and computes a digest of them. */
export const digestOf = async (store: Pick<Store, 'read'>, name: TableName): Promise<TableDigest> => {
  const hash = createHash('sha256')
  let rows = 0
  for await (const batch of batchesOf(store, name)) {
    for (const row of batch) hash.update(`${canonical(name, row)}\n`)
    rows += batch.length
  }
  return { rows, sha256: hash.digest('hex') }
}

/** Copies missing rows. Each batch and its progress are one transaction, so a killed copy resumes. */
export const copyRows = async (
  source: Pick<Store, 'read'>,
  target: Store,
  mark: MoveMark,
  copied: (name: TableName, rows: number) => void,
): Promise<void> => {
  const begun = mark.copied
  for (const name of tableNames.slice(begun ? tableNames.indexOf(begun.table) : 0)) {
    const after = begun?.table === name ? begun.after : undefined
    for await (const batch of batchesOf(source, name, after)) {
      const progress = { table: name, after: batch.at(-1)!.id }
      await target
        .write(async (rows) => {
          await insertAsTheyAre(writerOf(rows, name), name, batch)
          // Facts come last in the order of locks (docs/design/several-servers.md).
          await noteMove(rows, { ...mark, copied: progress })
        })
        .catch((error: unknown) => {
          throw refused(name, batch, error)
        })
      copied(name, batch.length)
    }
  }
}

/** Inserts rows and reverts changes by triggers, which in PostgreSQL fill fields for older servers. */
const insertAsTheyAre = async (writer: Writer<AnyRow>, name: TableName, batch: readonly AnyRow[]) => {
  await writer.insertMany(batch)
  // Tables without organisations ignore the scope.
  const owners = { organisationIds: batch.map(({ organisationId }) => String(organisationId)) }
  const written = await writer.find(owners, { id: oneOf(batch.map(({ id }) => id)) })
  for (const [at, row] of batch.entries()) {
    const made = written[at]
    if (!made || canonical(name, made) === canonical(name, row)) continue
    // JSON and bytes are different objects on each side, and no trigger fills them.
    const changed = Object.entries(row).filter(
      ([field, value]) => made[field] !== value && (value === null || typeof value !== 'object'),
    )
    await writer.update(owners, row.id, Object.fromEntries(changed))
  }
}

const writerOf = (rows: WritableRows, name: TableName): Writer<AnyRow> =>
  rows[name] as unknown as Writer<AnyRow>

/** Explains a failed insert: an unavailable store reports itself, so anything else is a rejected row. */
const refused = (name: TableName, batch: readonly AnyRow[], error: unknown): unknown => {
  if (error instanceof CommandFailure) return error
  const { name: table } = tableOf(name)
  return failure(
    'failed',
    `The target rejected a row of ${table} (${batch[0]!.id} to ${batch.at(-1)!.id}): ${reasonOf(error)}.`,
    error,
  )
}

export interface Compared {
  tables: number
  rows: number
  /** Digest over the digests of all tables. */
  sha256: string
}

/** Counts and digests every table on both sides. Throws if any differ. */
export const compareRows = async (
  source: Pick<Store, 'read'>,
  target: Pick<Store, 'read'>,
): Promise<Compared> => {
  const all = createHash('sha256')
  const wrong: string[] = []
  let rows = 0
  for (const name of tableNames) {
    const [here, there] = await Promise.all([digestOf(source, name), digestOf(target, name)])
    const { name: table } = tableOf(name)
    if (here.rows !== there.rows) wrong.push(`${table} has ${there.rows} rows instead of ${here.rows}`)
    else if (here.sha256 !== there.sha256) wrong.push(`rows of ${table} differ`)
    rows += there.rows
    all.update(`${table} ${there.rows} ${there.sha256}\n`)
  }
  if (wrong.length === 0) return { tables: tableNames.length, rows, sha256: all.digest('hex') }
  throw failure(
    'failed',
    `The copy differs from the source: ${wrong.join('; ')}. Abandon the move (lettershop move --undo), empty the target and start again.`,
  )
}
