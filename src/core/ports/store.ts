import type { Mode } from '../kernel/mode.ts'
import type { ColumnName, ListQuery, Page, Where } from '../kernel/query.ts'
import type { TableName, Tables } from '../model/index.ts'
import type { Turns } from './system.ts'

/**
 * Tables of typed rows behind reads and transactions. Has no domain rules; features query by conditions.
 * `memory` and `sql` pass the same contract suite (`test/contract/store`).
 */
export interface Store {
  /** `body` sees a read-only snapshot of committed data. */
  read<T>(body: (rows: Rows) => Promise<T>): Promise<T>
  /**
   * All writes of `body` or none, on disk before the promise resolves. The callback may run more than once
   * (group commit replays it), so it awaits only `rows` and has no other side effects.
   *
   * No concurrent transaction writes rows of an organisation that the callback has named (in a scope, or in a
   * row that it found or inserted), so everything it read of that organisation stays valid until it ends.
   * With concurrent writers (PostgreSQL), a callback that meets a row of another transaction runs again, and
   * rows without an organisation need `lock` or `expected`.
   */
  write<T>(body: (rows: WritableRows) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Number of commits that may have changed one of these tables; cached reads are valid while it is
   * unchanged. Absent if other processes may write.
   */
  generation?(...names: readonly TableName[]): number
  /**
   * Resolves when removed and overwritten data can no longer be read from the store's files. Absent if the
   * database server is responsible.
   */
  scrub?(): Promise<void>
  /**
   * True if servers without a migration (its four digits; by default this version's last one) use the
   * database. Absent if only one process can.
   */
  hasEarlierServers?(migration?: string): Promise<boolean>
  close(): Promise<void>
}

export interface WriteOptions {
  /** No request waits for this write, so it may be delayed by some milliseconds to share a commit. */
  patient?: boolean
  /** Usually an organisation's id. Parties take turns if the store limits concurrent transactions. */
  party?: string | undefined
  /**
   * How many calls the transaction would answer if it began now; 1 by default. A store that gathers
   * transactions waits while this grows.
   */
  size?: () => number
}

export type Rows = { readonly [Name in keyof Tables]: Reader<Tables[Name]> }
/** Use `rest` to yield during long work within a transaction. */
export type WritableRows = { readonly [Name in keyof Tables]: Writer<Tables[Name]> } & Turns

/**
 * The rows that a call may see: those of an organisation and, for tables with a mode, of the mode. Always the
 * first argument, so that omitting it does not compile. A row of an organisation is itself a scope.
 * `organisationIds` names several organisations without locking them. `everyone` is for tables without
 * organisations, and for the few statements that can't know the owner of the rows. Those search every
 * partition and are listed in `test/support/unscoped.ts`.
 */
export type Scope =
  | { organisationId: string; mode?: Mode }
  | { organisationIds: readonly string[] }
  | typeof everyone
export const everyone = Symbol('everyone')

export interface FindOptions<Row> {
  order?: readonly OrderKey<Row>[]
  limit?: number
  lock?: Lock
  /**
   * Examines only this many first rows in `order`, so that a condition without an index stays cheap. Needs an
   * order and a limit; takes no lock.
   */
  among?: number
}

/**
 * How concurrent transactions may use the found rows until this one ends. Ignored with a single writer.
 * - `wait`: they wait for this transaction, as it waits for them. For rows without an organisation.
 * - `skip`: they skip these rows, as this transaction skips theirs. For queues.
 * - `none`: they may read and write the rows. For reads across organisations.
 */
export type Lock = 'wait' | 'skip' | 'none'
export interface OrderKey<Row> {
  field: ColumnName<Row>
  descending?: boolean
}

/** Excludes nullable columns. */
export type TextColumn<Row> = keyof {
  [Name in ColumnName<Row> as Row[Name] extends string ? Name : never]: true
}

export interface TallyOptions<Row, Name> {
  by: Name
  /** Decides which rows the limit includes. An index should serve it. */
  order: readonly OrderKey<Row>[]
  limit: number
}

/** Excludes nullable columns. */
export type IntegerColumn<Row> = keyof {
  [Name in ColumnName<Row> as Row[Name] extends number ? Name : never]: true
}

export interface BundleOptions<Row> {
  /** Ids per text. */
  size: number
  limit: number
  /** Integers after each id, separated by colons: `itm_1:3,itm_2:1`. */
  with?: readonly IntegerColumn<Row>[]
}

export interface SumOptions<Row> {
  of: readonly IntegerColumn<Row>[]
  limit: number
}

export interface Sums {
  rows: number
  /** One per column, in order. */
  sums: readonly bigint[]
}

export interface Reader<Row> {
  get(scope: Scope, id: string, options?: { lock?: Lock }): Promise<Row | undefined>
  /** Ordered by id by default. */
  find(scope: Scope, where: Where<Row>, options?: FindOptions<Row>): Promise<Row[]>
  /** For few rows: on SQLite it runs in the calling thread, unlike `tally`. */
  count(scope: Scope, where: Where<Row>): Promise<number>
  /** Counts the values of a non-null column in the first `limit` matching rows. Absent values are omitted. */
  tally<Name extends TextColumn<Row>>(
    scope: Scope,
    where: Where<Row>,
    options: TallyOptions<Row, Name>,
  ): Promise<Map<Row[Name], number>>
  /**
   * The ids of the first `limit` matching rows, in order and as of one moment, as texts of `size` ids
   * separated by commas. Hundreds of thousands of ids are a few texts that don't block the event loop, as so
   * many rows would.
   */
  bundles(scope: Scope, where: Where<Row>, options: BundleOptions<Row>): Promise<readonly string[]>
  /**
   * Sums of integer columns, from one snapshot. Only `limit` rows are added up, in no particular order:
   * request one more than there may be, and compare `rows`.
   */
  sums(scope: Scope, where: Where<Row>, options: SumOptions<Row>): Promise<Sums>
  /** Uses keyset paging, never an offset. */
  list(scope: Scope, query: ListQuery<Row>): Promise<Page<Row>>
}

export type Deltas<Row, Delta extends number = number> = {
  readonly [Name in keyof Row as Row[Name] extends number ? Name : never]?: Delta
}

/** Returns the reader of a table whose name is known only at run time. */
export const anyTable = (rows: Rows, name: TableName): Reader<{ id: string }> =>
  rows[name] as unknown as Reader<{ id: string }>

export interface Writer<Row> extends Reader<Row> {
  /** Throws `UniqueViolation` if a unique index already has the values. */
  insert(row: Row): Promise<void>
  insertMany(rows: readonly Row[]): Promise<void>
  /**
   * Updates the row if every field of `expected` still has its value (null equals null). Returns whether it
   * did. Leases and revisions rely on this.
   */
  update(scope: Scope, id: string, patch: Partial<Row>, expected?: Partial<Row>): Promise<boolean>
  /** Returns the number of updated rows. */
  updateWhere(scope: Scope, where: Where<Row>, patch: Partial<Row>): Promise<number>
  /** Adds to integer fields, or inserts the row with the deltas added. Returns the updated row. */
  add(row: Row, deltas: Deltas<Row>): Promise<Row>
  /**
   * Adds to integer fields if the sum of the fields of `atLeast`, each times its factor, is then at least
   * zero. Returns whether it did, so that an account is never overdrawn.
   */
  addIf(scope: Scope, id: string, deltas: Deltas<Row>, atLeast: Deltas<Row, 1 | -1>): Promise<boolean>
  /**
   * Like `add`, without returning the row. Like `insert`, the promise may resolve before the statement has
   * run; the transaction fails with it.
   */
  addUnread(row: Row, deltas: Deltas<Row>): Promise<void>
  /** Like `addUnread` for each row, adding the row's own values of these fields. Ids must be distinct. */
  addEachUnread(rows: readonly Row[], fields: readonly (keyof Deltas<Row>)[]): Promise<void>
  /** Like `addIf`, without returning whether it added. */
  addIfUnread(scope: Scope, id: string, deltas: Deltas<Row>, atLeast: Deltas<Row, 1 | -1>): Promise<void>
  remove(scope: Scope, where: Where<Row>): Promise<number>
}

/** A unique index already has these values. */
export class UniqueViolation extends Error {
  readonly table: string
  /** As the table description names them. */
  readonly fields: readonly string[]
  constructor(table: string, fields: readonly string[]) {
    super(`${table}: ${fields.join(', ')} must be unique`)
    this.name = 'UniqueViolation'
    this.table = table
    this.fields = fields
  }
}

/** The store can't write (disk full, I/O error). Nothing was kept, unless `outcomeUnknown`. */
export class StoreUnavailable extends Error {
  /** True if the connection was lost during the commit, so that the transaction may have been kept. */
  outcomeUnknown = false
  constructor(reason: string, options?: { cause?: unknown }) {
    super(reason, options)
    this.name = 'StoreUnavailable'
  }
}

/** The store is healthy but overloaded: too many transactions wait, or this one waited too long. */
export class StoreBusy extends StoreUnavailable {}

/** The store's files no longer exist, so anything written would be lost with the process. */
export class StoreGone extends StoreUnavailable {}
