import type { Mode } from '../kernel/mode.ts'
import type { ColumnName, ListQuery, Page, Where } from '../kernel/query.ts'
import type { TableName, Tables } from '../model/index.ts'
import type { Turns } from './system.ts'

/**
 * The store port: tables of typed rows behind reads and transactions. It knows nothing of mail: all rules are
 * above it, and features ask by conditions rather than by methods of their own. `memory` and `sql` pass the
 * same contract suite (`test/contract/store`).
 */
export interface Store {
  /** Reads from a snapshot of the committed data; cannot write. */
  read<T>(body: (rows: Rows) => Promise<T>): Promise<T>
  /**
   * One transaction: all of the body's writes or none, on disk before the promise resolves. The body may run
   * more than once (group commit replays it), so it awaits nothing but `rows` and has no other effect.
   *
   * No other body writes rows of an organisation that the body has named (in a scope, or in a row that it
   * found or inserted) before it ends: what it has read of that organisation stays so. Where others write at
   * the same time (PostgreSQL) a body that met a row of another body runs again, and rows of no organisation
   * need `lock` or `expected`.
   */
  write<T>(body: (rows: WritableRows) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * The number of commits that may have changed one of these tables, where this process is the only writer:
   * what was read at a count holds while the count stays. Absent where other processes may write.
   */
  generation?(...names: readonly TableName[]): number
  /**
   * Resolves when removed and overwritten data can no longer be read from the store's own files. Absent where
   * the database server is responsible for that.
   */
  scrub?(): Promise<void>
  /**
   * Whether servers that do not know a migration (its four figures; by default this version's last one) use the
   * database. Absent where only one process can.
   */
  hasEarlierServers?(migration?: string): Promise<boolean>
  close(): Promise<void>
}

export interface WriteOptions {
  /** No request waits for this write: it may be delayed by some milliseconds to share a commit. */
  patient?: boolean
  /**
   * The party that the work is done for, mostly an organisation's id: where a store limits concurrent
   * transactions, parties take turns.
   */
  party?: string | undefined
  /**
   * How many calls the transaction would answer if it began now; 1 by default. A store that lets transactions
   * gather before it begins waits while this grows.
   */
  size?: () => number
}

export type Rows = { readonly [Name in keyof Tables]: Reader<Tables[Name]> }
/**
 * Tables with `rest`, so that a transaction can yield between its statements during long work on its rows.
 */
export type WritableRows = { readonly [Name in keyof Tables]: Writer<Tables[Name]> } & Turns

/**
 * The rows that a call may see: those of an organisation and, for tables with a mode, of the mode. Always the
 * first argument, so that omitting it does not compile. A row of an organisation is a scope itself.
 *
 * `organisationIds` names several organisations, of which a writing body has none to itself by that.
 * `everyone` is for tables without organisations, and for the few statements on others that cannot know whose
 * rows they find: those look into every partition, and `test/support/unscoped.ts` lists them.
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
   * Only the first so many rows of the scope, in `order`, are looked at, so that a condition that no index
   * serves costs no more than those. Needs an order and a limit; takes no lock.
   */
  among?: number
}

/**
 * What others may do with the rows that a writing body finds, until it ends. Means nothing where there is one
 * writer.
 * - `wait`: they wait for this body, as it waits for theirs. For rows that belong to no organisation.
 * - `skip`: they pass over these, as this body passes over theirs. For queues that several processes serve.
 * - `none`: they may read and write them, also where the rows belong to an organisation. For a look across
 *   organisations.
 */
export type Lock = 'wait' | 'skip' | 'none'
export interface OrderKey<Row> {
  field: ColumnName<Row>
  descending?: boolean
}

/** The columns of text that is never null. */
export type TextColumn<Row> = keyof {
  [Name in ColumnName<Row> as Row[Name] extends string ? Name : never]: true
}

export interface TallyOptions<Row, Name> {
  by: Name
  order: readonly OrderKey<Row>[]
  limit: number
}

/** The columns of integers that are never null. */
export type IntegerColumn<Row> = keyof {
  [Name in ColumnName<Row> as Row[Name] extends number ? Name : never]: true
}

export interface BundleOptions<Row> {
  /** Ids in each text. */
  size: number
  limit: number
  /** Integers that follow each id, with colons in between: `itm_1:3,itm_2:1`. */
  with?: readonly IntegerColumn<Row>[]
}

export interface SumOptions<Row> {
  of: readonly IntegerColumn<Row>[]
  limit: number
}

export interface Sums {
  rows: number
  /** One for each column, in their order. */
  sums: readonly bigint[]
}

export interface Reader<Row> {
  get(scope: Scope, id: string, options?: { lock?: Lock }): Promise<Row | undefined>
  /** Rows that match; without `order`, by id. */
  find(scope: Scope, where: Where<Row>, options?: FindOptions<Row>): Promise<Row[]>
  count(scope: Scope, where: Where<Row>): Promise<number>
  /**
   * How many of the first `limit` rows that match have each value of a column that is never null. Values that
   * none has are left out.
   */
  tally<Name extends TextColumn<Row>>(
    scope: Scope,
    where: Where<Row>,
    options: TallyOptions<Row, Name>,
  ): Promise<Map<Row[Name], number>>
  /**
   * The ids of the first `limit` rows that match, in order and as of one moment, `size` of them in each text
   * with commas in between. Hundreds of thousands of ids are a few texts, which come from a thread or a
   * server without holding up the event loop, as so many rows would.
   */
  bundles(scope: Scope, where: Where<Row>, options: BundleOptions<Row>): Promise<readonly string[]>
  /**
   * The sums of integer columns over the rows that match, as of one moment. Only `limit` rows are added up,
   * in no particular order: ask for one more than there may be, and compare `rows`.
   */
  sums(scope: Scope, where: Where<Row>, options: SumOptions<Row>): Promise<Sums>
  /** A page of the list language, by keyset paging, never by offset. */
  list(scope: Scope, query: ListQuery<Row>): Promise<Page<Row>>
}

/** Changes of integer fields. */
export type Deltas<Row, Delta extends number = number> = {
  readonly [Name in keyof Row as Row[Name] extends number ? Name : never]?: Delta
}

/** A table whose name is known only at run time: its rows are known only to have an id. */
export const anyTable = (rows: Rows, name: TableName): Reader<{ id: string }> =>
  rows[name] as unknown as Reader<{ id: string }>

export interface Writer<Row> extends Reader<Row> {
  /** Throws `UniqueViolation` where a unique index already holds the values. */
  insert(row: Row): Promise<void>
  insertMany(rows: readonly Row[]): Promise<void>
  /**
   * Updates fields if the row exists in the scope and every field of `expected` still has its value (null
   * equals null). Returns whether it did: leases and revisions are based on this conditional update.
   */
  update(scope: Scope, id: string, patch: Partial<Row>, expected?: Partial<Row>): Promise<boolean>
  /** Updates fields of every matching row; returns how many. */
  updateWhere(scope: Scope, where: Where<Row>, patch: Partial<Row>): Promise<number>
  /**
   * Adds to integer fields of the row with this row's id; where there is none, inserts it with the deltas
   * added to its initial values. For counters and balances. Returns the updated row.
   */
  add(row: Row, deltas: Deltas<Row>): Promise<Row>
  /**
   * Adds to integer fields of an existing row only if `atLeast` holds afterwards: the sum of the named
   * fields, each times its factor, is at least zero. Returns whether it did, so that an account is never
   * overdrawn.
   */
  addIf(scope: Scope, id: string, deltas: Deltas<Row>, atLeast: Deltas<Row, 1 | -1>): Promise<boolean>
  /**
   * Like `add`, for a body that has no use for the row. As with `insert`, the promise may resolve before the
   * statement has run; the transaction fails with it.
   */
  addUnread(row: Row, deltas: Deltas<Row>): Promise<void>
  /**
   * Like `addUnread` of each row, whose own values of these fields are what is added; no id comes twice.
   */
  addEachUnread(rows: readonly Row[], fields: readonly (keyof Deltas<Row>)[]): Promise<void>
  /** Like `addIf` in the same way: nothing tells whether it has added. */
  addIfUnread(scope: Scope, id: string, deltas: Deltas<Row>, atLeast: Deltas<Row, 1 | -1>): Promise<void>
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

/** The store takes no writes now (disk full, I/O error); nothing of the transaction was kept. */
export class StoreUnavailable extends Error {
  /** True where the connection was lost during the commit, so that the transaction may have been kept. */
  outcomeUnknown = false
  constructor(reason: string, options?: { cause?: unknown }) {
    super(reason, options)
    this.name = 'StoreUnavailable'
  }
}

/** The store is healthy but overloaded: too many transactions wait, or this one waited too long. */
export class StoreBusy extends StoreUnavailable {}

/**
 * The files that the store was opened on no longer exist: anything written would be lost with the process.
 */
export class StoreGone extends StoreUnavailable {}
