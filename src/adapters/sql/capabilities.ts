import {
  DummyDriver,
  type Expression,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Slot } from './statement.ts'

/** Table and column names come from the descriptions, so Kysely cannot know them by type. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type QueryBuilder = Kysely<any>

/** All that differs from dialect to dialect. */
export interface Capabilities {
  /** Builds and compiles; never executes. */
  builder: QueryBuilder
  /** `list` is one parameter, so that the number of values does not make another statement. */
  inList(column: Expression<unknown>, list: Slot): RawBuilder<boolean>
  listValue(values: readonly unknown[]): unknown
  contains(column: Expression<unknown>, part: Slot): RawBuilder<boolean>
  /** The columns of the unique index that the error tells of. */
  uniqueColumns(error: unknown): readonly string[] | undefined
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
  inList: (column, list) => sql`${column} in (select value from json_each(${list}))`,
  listValue: (values) => JSON.stringify(values),
  // Not LIKE: `%` and `_` are ordinary characters, and the folding was done on both sides.
  contains: (column, part) => sql`instr(${column}, ${part}) > 0`,
  uniqueColumns(error) {
    const match = error instanceof Error && /^UNIQUE constraint failed: (.+)$/.exec(error.message)
    if (!match) return undefined
    return match[1]!.split(', ').map((column) => column.slice(column.indexOf('.') + 1))
  },
}
