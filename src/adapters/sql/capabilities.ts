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
type QueryBuilder = Kysely<any>

/** The differences between dialects in statements. `ddl.ts` has those of schemas. */
export interface Capabilities {
  /** Builds and compiles; never executes. */
  builder: QueryBuilder
  /** Whether reads lock rows, because there are several writers. */
  locksRows: boolean
  /** Whether ON CONFLICT names the primary key, which in a partitioned table includes the organisation. */
  namesKeys: boolean
  /** Whether statements name their index, because the planner would not choose the right one. */
  namesIndexes: boolean
  /**
   * Whether adding to a row first tries an update, and inserts the row if it is missing: half the cost of a
   * conflicting insert. False if waiting for the update's result takes a round trip.
   */
  updatesFirst: boolean
  /** `list` is a single parameter, so that the statement doesn't depend on its length. */
  inList(column: Expression<unknown>, list: Slot): RawBuilder<boolean>
  listValue(values: readonly unknown[]): unknown
  contains(column: Expression<unknown>, part: Slot): RawBuilder<boolean>
  /** Wraps a column in a condition next to ids or references, so that the planner uses these instead. */
  besideIds?(column: string): Expression<unknown>
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
  // Not LIKE, for which `%` and `_` are wildcards; both sides are already folded.
  contains: (column, part) => sql`instr(${column}, ${part}) > 0`,
  // The `+` prevents the use of an index on the column. Without statistics, SQLite takes any equality with an
  // index for more selective than a list of ids, and would scan all rows with this status to find a few.
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
