import {
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Table } from '../../core/kernel/table.ts'
import { indexesOf, isIndexNamed } from './schema.ts'
import type { Slot } from './statement.ts'

/** Table and column names come from the descriptions, so Kysely cannot know them by type. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type QueryBuilder = Kysely<any>

/** Everything in which the statements of dialects differ; `ddl.ts` has the differences of schemas. */
export interface Capabilities {
  /** Builds and compiles; never executes. */
  builder: QueryBuilder
  /** Rows can be locked where others write at the same time; a single writer has no need to. */
  locksRows: boolean
  /** Primary keys have names: that of a table with partitions names the organisation besides the id. */
  namesKeys: boolean
  /** A statement names the index that it goes through, where the database would not find the right one by itself. */
  namesIndexes: boolean
  /**
   * A row that mostly exists is updated, and inserted where it was not there: that costs half of an insert that
   * conflicts. Not where each statement whose result decides about the next is a round trip.
   */
  updatesFirst: boolean
  /** `list` is one parameter, so that the number of values does not change the statement. */
  inList(column: Expression<unknown>, list: Slot): RawBuilder<boolean>
  listValue(values: readonly unknown[]): unknown
  contains(column: Expression<unknown>, part: Slot): RawBuilder<boolean>
  /**
   * The expression of a column in a condition beside ids, or beside what a row refers to, where the database would
   * otherwise not use those.
   */
  besideIds?(column: string): Expression<unknown>
  /** The columns of the table's unique index that the error tells of. */
  uniqueColumns(error: unknown, table: Table): readonly string[] | undefined
}

export const sqliteCapabilities: Capabilities = {
  builder: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  locksRows: false,
  namesKeys: false,
  namesIndexes: true,
  updatesFirst: true,
  inList: (column, list) => sql`${column} in (select value from json_each(${list}))`,
  listValue: (values) => JSON.stringify(values),
  // Not LIKE: `%` and `_` are ordinary characters, and the folding was done on both sides.
  contains: (column, part) => sql`instr(${column}, ${part}) > 0`,
  // The `+` keeps indexes of the column out of it. Without statistics SQLite thinks any equality with an
  // index narrower than a list of ids, and would walk through all that has this status to find a few rows.
  besideIds: (column) => sql`+${sql.ref(column)}`,
  uniqueColumns(error) {
    const match = error instanceof Error && /^UNIQUE constraint failed: (.+)$/.exec(error.message)
    if (!match) return undefined
    return match[1]!.split(', ').map((column) => column.slice(column.indexOf('.') + 1))
  },
}

export const postgresCapabilities: Capabilities = {
  builder: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  locksRows: true,
  namesKeys: true,
  namesIndexes: false,
  updatesFirst: false,
  inList: (column, list) => sql`${column} = any(${list})`,
  listValue: (values) => values,
  contains: (column, part) => sql`strpos(${column}, ${part}) > 0`,
  uniqueColumns(error, table) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined
    const constraint = 'constraint' in error ? error.constraint : undefined
    if (typeof constraint !== 'string') return ['id']
    return (
      indexesOf(table).find(({ name, unique }) => unique && isIndexNamed(name, constraint))?.columns ?? ['id']
    )
  },
}
