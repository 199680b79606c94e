import fc from 'fast-check'
import { MemoryWriter } from '../../src/adapters/memory/rows.ts'
import { MemoryTable } from '../../src/adapters/memory/table.ts'
import { Pool } from '../../src/adapters/postgres/pool.ts'
import { PostgresSession } from '../../src/adapters/postgres/session.ts'
import { postgresCapabilities, sqliteCapabilities } from '../../src/adapters/sql/capabilities.ts'
import { postgresSchema, sqliteSchema } from '../../src/adapters/sql/ddl.ts'
import { SqlWriter } from '../../src/adapters/sql/rows.ts'
import { TableStatements } from '../../src/adapters/sql/table-statements.ts'
import { openConnection, type SqliteConnection } from '../../src/adapters/sqlite/connection.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { ConnectionSession } from '../../src/adapters/sqlite/session.ts'
import { type Row, Session } from '../../src/adapters/store-rules.ts'
import type { Mode } from '../../src/core/kernel/mode.ts'
import type { ConditionOn, SortBy } from '../../src/core/kernel/query.ts'
import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  jsonOrNull,
  type RowOf,
  type Table,
  text,
  textOrNull,
} from '../../src/core/kernel/table.ts'
import type { Writer } from '../../src/core/ports/store.ts'

/** A table with every kind of list field, on which stores are compared. */
export const sampleTable = defineTable(
  'samples',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    label: text(),
    note: textOrNull(),
    count: integer(),
    rank: integerOrNull(),
    flag: boolean(),
    notes: jsonOrNull<Record<string, string>>(),
  },
  {
    indexes: [
      ['organisationId', 'mode', 'count'],
      ['organisationId', 'mode', 'rank', 'note'],
      ['flag', 'count'],
      ['note'],
    ],
    folded: ['label', 'note'],
    labelled: ['notes'],
    sortable: ['note', 'rank'],
  },
)
export type SampleRow = RowOf<typeof sampleTable>

const table = sampleTable as unknown as Table

/** Creates the table in memory. */
export const sampleInMemory = (): Writer<SampleRow> => {
  class Direct extends Session {
    statement<T>(source: MemoryTable, changes: (put: (id: string, next: Row | undefined) => void) => T): T {
      return changes((id, next) => source.set(id, next))
    }
  }
  return new MemoryWriter(new MemoryTable(table), new Direct()) as unknown as Writer<SampleRow>
}

/** Executes statements of a table in an SQLite file. */
export class SampleSession extends ConnectionSession {
  /** A low number, so that lists of few rows use every access path. */
  readonly rowsHere: number = 5
}

/** Creates the table in an SQLite file, inside a transaction that never ends. */
export const sampleInSqlite = async (
  file: string,
  sessionOn = (connection: SqliteConnection) => new SampleSession(connection),
): Promise<{ rows: Writer<SampleRow>; connection: SqliteConnection }> => {
  const connection = openConnection(await loadDriver(), file, { readOnly: false })
  connection.exec(sqliteSchema([table]))
  connection.begin('immediate')
  const rows = new SqlWriter(new TableStatements(table, sqliteCapabilities), sessionOn(connection))
  return { rows: rows as unknown as Writer<SampleRow>, connection }
}

/** Creates the table in a PostgreSQL database, inside a transaction that never ends. */
export const sampleInPostgres = async (
  url: string,
): Promise<{ rows: Writer<SampleRow>; close(): Promise<void> }> => {
  const pool = new Pool(url, 1)
  const pooled = await pool.take()
  await pooled.client.query(postgresSchema([table]))
  await pooled.client.query('begin')
  const rows = new SqlWriter(new TableStatements(table, postgresCapabilities), new PostgresSession(pooled))
  return {
    rows: rows as unknown as Writer<SampleRow>,
    async close() {
      pool.give(pooled, true)
      await pool.close()
    },
  }
}

// Few values, so that many are equal, including some that UTF-16, UTF-8 and folding of case order
// differently.
const texts = ['', 'a', 'A', 'ab', 'é', 'E\u0301', 'ß', '\uffee', '😀', '😀a', '%', '_', '0', '1']
const anyText = fc.constantFrom(...texts)
const anyNumber = fc.constantFrom(-1, 0, 1, 2, 3, Number.MAX_SAFE_INTEGER)
const organisationId = fc.constantFrom('org_1', 'org_2')
const mode = fc.constantFrom<Mode>('live', 'test')

// Names that JSON escapes or that every object has. A single backslash is left out, because Node 24 (V8 13.6)
// takes any other escaped name of one character for it.
const anyName = fc.constantFrom('', 'a', 'A', '"', 'a\\b', '😀', '\n', 'constructor')
export const sampleNotes = fc.option(fc.dictionary(anyName, anyText, { maxKeys: 3 }))

export const sampleRows: fc.Arbitrary<SampleRow[]> = fc.uniqueArray(
  fc.record({
    id: fc.oneof(
      anyText,
      fc.string({ unit: 'grapheme', maxLength: 3 }).filter((id) => !id.includes('\0')),
    ),
    organisationId,
    mode,
    label: anyText,
    note: fc.option(anyText),
    count: anyNumber,
    rank: fc.option(anyNumber),
    flag: fc.boolean(),
    notes: sampleNotes,
  }),
  { selector: ({ id }) => id, maxLength: 30 },
)

export const sampleScope = fc.record({ organisationId, mode: fc.option(mode, { nil: undefined }) })

const values = { label: anyText, note: anyText, count: anyNumber, rank: anyNumber, flag: fc.boolean() }
type Field = keyof typeof values
const nullable: readonly string[] = ['note', 'rank']

const conditionOn = (field: Field): fc.Arbitrary<ConditionOn<SampleRow>> => {
  const value: fc.Arbitrary<string | number | boolean> = values[field]
  const orNull = nullable.includes(field) ? fc.option(value) : value
  const choices: fc.Arbitrary<unknown>[] = [
    fc.record({ field: fc.constant(field), op: fc.constantFrom('eq', 'ne'), value: orNull }),
    fc.record({
      field: fc.constant(field),
      op: fc.constantFrom('in', 'notIn'),
      value: fc.array(orNull, { maxLength: 3 }),
    }),
    fc.record({ field: fc.constant(field), op: fc.constant('null'), value: fc.boolean() }),
  ]
  if (field !== 'flag') {
    choices.push(
      fc.record({ field: fc.constant(field), op: fc.constantFrom('gte', 'gt', 'lte', 'lt'), value }),
    )
  }
  if (field === 'label' || field === 'note') {
    choices.push(
      fc.record({ field: fc.constant(field), op: fc.constantFrom('contains', 'startsWith'), value }),
    )
  }
  return fc.oneof(...choices) as fc.Arbitrary<ConditionOn<SampleRow>>
}

const fields = Object.keys(values) as Field[]

const hasNote = fc.record({
  field: fc.constant('notes'),
  op: fc.constant('has'),
  value: fc.tuple(anyName, anyText),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<ConditionOn<SampleRow>>

export const sampleConditions: fc.Arbitrary<ConditionOn<SampleRow>[]> = fc.array(
  fc.oneof({ weight: fields.length, arbitrary: fc.constantFrom(...fields).chain(conditionOn) }, hasNote),
  { maxLength: 3 },
)

export const sampleSort: fc.Arbitrary<SortBy<SampleRow>[]> = fc.uniqueArray(
  fc.record({ field: fc.constantFrom(...fields, 'id'), descending: fc.boolean() }),
  { selector: ({ field }) => field, minLength: 1, maxLength: 3 },
)
