import type { Mode } from '../kernel/mode.ts'
import type { ColumnName, ListQuery, Page, Where } from '../kernel/query.ts'
import type { TableName, Tables } from '../model/index.ts'
import type { Turns } from './turns.ts'

/**
 * The store port: tables of typed rows behind reads and transactions. It knows nothing of mail; every rule
 * lives above it, and a feature's special questions are conditions, not methods. `memory` and `sql` run
 * the same contract suite (`test/contract/store`).
 */
export interface Store {
  /** Runs on a snapshot of what is committed; cannot write. */
  read<T>(body: (rows: Rows) => Promise<T>): Promise<T>
  /**
   * One transaction: all of the body's writes or none, on disk before the promise resolves. The body may run
   * more than once (group commit replays it), so it awaits nothing but `rows` and has no other effect.
   *
   * Nobody else writes rows of an organisation that the body has named (in a scope, or in a row that it found or
   * inserted) before it ends: what it has read of that organisation stays so. Where others write at the same time
   * (PostgreSQL) a body that met somebody else's row runs again, and rows of no organisation need `lock` or `expected`.
   */
  write<T>(body: (rows: WritableRows) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Counts the commits that may have changed one of these tables, where this process is the only one that
   * writes: what was read at one count still holds while the count stands. Absent where others write too.
   */
  generation?(...names: readonly TableName[]): number
  /**
   * Resolves when what transactions have removed or overwritten can be read from none of the store's own files any
   * more. Absent where that is the database server's business.
   */
  scrub?(): Promise<void>
  close(): Promise<void>
}

export interface WriteOptions {
  /** Nobody waits for it: it may be some milliseconds late, so that one commit bears more. */
  patient?: boolean
  /**
   * Whose work it is, mostly an organisation's id: where a store lets only so many bodies run at a time, parties take turns,
   * and none of them keeps the others waiting.
   */
  party?: string | undefined
}

export type Rows = { readonly [Name in keyof Tables]: Reader<Tables[Name]> }
/** With the rests that a body may take between its statements: what it makes of its rows can be long work as well. */
export type WritableRows = { readonly [Name in keyof Tables]: Writer<Tables[Name]> } & Turns

/**
 * Whose rows a call may see. It is always the first argument, so that forgetting it does not compile:
 * an organisation and, for tables that are apart by mode, the mode. `everyone` is for jobs and operators.
 */
export type Scope = { organisationId: string; mode?: Mode } | typeof everyone
export const everyone = Symbol('everyone')

export interface FindOptions<Row> {
  order?: readonly OrderKey<Row>[]
  limit?: number
  lock?: Lock
}

/**
 * What others may do with the rows that a writing body finds, until it ends. Means nothing where there is one writer.
 * - `wait`: they wait for this body, as it waits for theirs. For rows that belong to no organisation.
 * - `skip`: they pass over these, as this body passes over theirs. For queues that several processes serve.
 * - `none`: whatever they like, also where the rows belong to an organisation. For a look across organisations.
 */
export type Lock = 'wait' | 'skip' | 'none'
export interface OrderKey<Row> {
  field: ColumnName<Row>
  descending?: boolean
}

export interface Reader<Row> {
  get(scope: Scope, id: string, options?: { lock?: Lock }): Promise<Row | undefined>
  /** Rows that meet every condition; without `order`, by id. */
  find(scope: Scope, where: Where<Row>, options?: FindOptions<Row>): Promise<Row[]>
  count(scope: Scope, where: Where<Row>): Promise<number>
  /** One page of the list language: keyset paging, never an offset. */
  list(scope: Scope, query: ListQuery<Row>): Promise<Page<Row>>
}

/** By integer fields. */
export type Deltas<Row, Delta extends number = number> = {
  readonly [Name in keyof Row as Row[Name] extends number ? Name : never]?: Delta
}

/** A table whose name is known only as the program runs: all that can be said of its rows is that they have an id. */
export const anyTable = (rows: Rows, name: TableName): Reader<{ id: string }> =>
  rows[name] as unknown as Reader<{ id: string }>

export interface Writer<Row> extends Reader<Row> {
  /** Throws `UniqueViolation` when a unique index has the values already. */
  insert(row: Row): Promise<void>
  insertMany(rows: readonly Row[]): Promise<void>
  /**
   * Sets the given fields when the row exists in the scope and every field of `expected` still has that value
   * (null equals null). True when it did: the conditional update that leases and revisions stand on.
   */
  update(scope: Scope, id: string, patch: Partial<Row>, expected?: Partial<Row>): Promise<boolean>
  /** Sets the given fields on every row that meets the conditions; returns how many. */
  updateWhere(scope: Scope, where: Where<Row>, patch: Partial<Row>): Promise<number>
  /**
   * Adds to integer fields of the row with this row's id, or inserts the row where there is none, with
   * every delta added to its initial value. For counters and balances. Returns the row as it is now.
   */
  add(row: Row, deltas: Deltas<Row>): Promise<Row>
  /**
   * Adds to integer fields of an existing row only when `atLeast` holds after it: the sum of the named fields,
   * each times its factor, is at least zero. True when it did: money never goes below what is there.
   */
  addIf(scope: Scope, id: string, deltas: Deltas<Row>, atLeast: Deltas<Row, 1 | -1>): Promise<boolean>
  remove(scope: Scope, where: Where<Row>): Promise<number>
}

/** A unique index already holds these values. */
export class UniqueViolation extends Error {
  readonly table: string
  /** The fields of the index, as the table description names them. */
  readonly fields: readonly string[]
  constructor(table: string, fields: readonly string[]) {
    super(`${table}: ${fields.join(', ')} must be unique`)
    this.name = 'UniqueViolation'
    this.table = table
    this.fields = fields
  }
}

/** The store can take no writes now (disk full, I/O error): nothing of the transaction was kept. */
export class StoreUnavailable extends Error {
  /** The database was lost while it committed: it may have kept the transaction after all. */
  outcomeUnknown = false
  constructor(reason: string, options?: { cause?: unknown }) {
    super(reason, options)
    this.name = 'StoreUnavailable'
  }
}

/** The store is well and takes no more at the moment: too many wait already, or have waited for a lock for too long. */
export class StoreBusy extends StoreUnavailable {}

/** What the store was opened on is not there any more: whatever it still took would be gone with the process. */
export class StoreGone extends StoreUnavailable {}
