import type { Column } from '../../src/core/kernel/table.ts'
import { type TableName, tables } from '../../src/core/model/index.ts'
import type { Store, Writer } from '../../src/core/ports/store.ts'

/** Values of each kind that stores represent in different ways, or could confuse with others. */
const values: Record<Column['kind'], readonly unknown[]> = {
  text: ['Zoë 👩‍🚀 \uffff', '', "O'Neill\n\t\\", '0123'],
  integer: [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0, 1_767_225_600_123],
  boolean: [true, false],
  json: [
    { z: 1, a: { '10': 0.1, '9': 1e21 }, text: 'é\u2028', none: null, list: [[], {}, '', -1.5] },
    [],
    'text',
    {},
  ],
  bytes: [new Uint8Array([0, 1, 255]), new Uint8Array()],
}

/** Values of JSON fields that are searched by the names of their entries. */
const labels = [{ shop: 'Zoë', order: '1' }, {}]

type AnyRow = { id: string } & Record<string, unknown>

/**
 * Returns rows for every table, with values of every kind and nulls where they are allowed. The core would
 * not write such rows.
 */
export const rowsOfEveryTable = (rowsEach: number): [TableName, AnyRow[]][] =>
  (Object.keys(tables) as TableName[]).map((name) => [
    name,
    Array.from({ length: rowsEach }, (_, n) => rowOf(name, n)),
  ])

const rowOf = (name: TableName, n: number): AnyRow => {
  const { columns, labelled } = tables[name] as unknown as {
    columns: Record<string, Column>
    labelled: readonly string[]
  }
  const row: Record<string, unknown> = {}
  for (const [at, [field, { kind, nullable }]] of Object.entries(columns).entries()) {
    const choice = labelled.includes(field) ? labels : values[kind]
    const value = choice[(n + at) % choice.length]
    // Texts and numbers are distinct because of unique indexes.
    const own = kind === 'text' ? `${value}${n}` : kind === 'integer' && n > 3 ? n : value
    row[field] = nullable && (n + at) % 3 === 0 ? null : own
  }
  return {
    ...row,
    id: `${name}_${String(n).padStart(5, '0')}`,
    ...('organisationId' in columns ? { organisationId: `org_${n % 3}` } : {}),
  }
}

export const fillEveryTable = async (store: Store, rowsEach: number): Promise<void> => {
  for (const [name, filled] of rowsOfEveryTable(rowsEach)) {
    await store.write((rows) => (rows[name] as unknown as Writer<AnyRow>).insertMany(filled))
  }
}
