import { sql } from 'kysely'
import type { Table } from '../../core/kernel/table.ts'
import { UniqueViolation } from '../../core/ports/store.ts'
import { columnOf } from '../store-rules.ts'
import type { Capabilities } from './capabilities.ts'
import { allOf, buildAll, type Fragment, shapeOf, valuesOf } from './conditions.ts'
import { ReadingStatements } from './reading-statements.ts'
import { encodeValue, foldedColumn, foldValue, keyName, rowEncoder, writtenColumns } from './schema.ts'
import { type Call, type Slot, slots } from './statement.ts'

type Fields = Readonly<Record<string, unknown>>

/** How a patch becomes assignments. */
export interface Assignment {
  column: string
  value: unknown
}

/** Builds the statements of one table, once for each shape. Shared by all connections. */
export class TableStatements extends ReadingStatements {
  readonly encodeRow: (row: Fields) => unknown[]
  readonly #columns: readonly string[]

  constructor(table: Table, dialect: Capabilities) {
    super(table, dialect)
    this.encodeRow = rowEncoder(table)
    this.#columns = writtenColumns(table)
  }

  /** `rows` are as encoded; all of them go in, or none. */
  insert(rows: readonly (readonly unknown[])[]): Call {
    const statement = this.cache.get(`insert ${rows.length}`, () => {
      const slot = slots()
      return this.dialect.builder.insertInto(this.table.name).values(rows.map(() => this.#newRow(slot)))
    })
    return { statement, values: rows.length === 1 ? rows[0]! : rows.flat() }
  }

  /** Inserts the encoded row; where its id is there already, adds the deltas to that row instead. */
  insertOrAdd(row: readonly unknown[], fields: readonly string[], deltas: readonly number[]): Call {
    const statement = this.cache.get(`add ${fields.join()}`, () => {
      const slot = slots()
      return this.#insertOrAdd(1, fields, slot, slot).returning([...this.fields])
    })
    return { statement, values: [...row, ...deltas] }
  }

  /** The same of several rows, whose own values of these fields are what is added. Gives none of them back. */
  insertOrAddEach(rows: readonly (readonly unknown[])[], fields: readonly string[]): Call {
    const statement = this.cache.get(`add ${rows.length} ${fields.join()}`, () =>
      this.#insertOrAdd(rows.length, fields, slots(), (field) => sql.ref(`excluded.${field}`)),
    )
    return { statement, values: rows.flat() }
  }

  update(assignments: readonly Assignment[], fragments: readonly Fragment[]): Call {
    const columns = assignments.map(({ column }) => column)
    const statement = this.cache.get(`update ${columns.join()} ${shapeOf(fragments)}`, () => {
      const slot = slots()
      const changes = Object.fromEntries(columns.map((column) => [column, slot()]))
      const nothing = { id: sql.ref('id') }
      return this.dialect.builder
        .updateTable(this.table.name)
        .set(columns.length === 0 ? nothing : changes)
        .where(buildAll(fragments, slot))
    })
    return { statement, values: [...assignments.map(({ value }) => value), ...valuesOf(fragments)] }
  }

  /** Adds when the sum of the counted fields, each times its factor, is not below zero afterwards. */
  addIf(
    deltas: Readonly<Record<string, number>>,
    factors: Readonly<Record<string, number>>,
    where: Fragment,
  ): Call {
    const fields = Object.keys(deltas)
    const counted = Object.keys(factors)
    const signs = counted.map((field) => (factors[field] === 1 ? '+' : '-'))
    const shape = `add if ${fields.join()} ${counted.map((field, at) => signs[at] + field).join()} ${where.shape}`
    const statement = this.cache.get(shape, () => {
      const slot = slots()
      const plus = (field: string) => sql`${sql.ref(field)} + ${slot()}`
      const changes = Object.fromEntries(fields.map((field) => [field, plus(field)]))
      const terms = counted.map((field, at) => {
        const after = field in deltas ? plus(field) : sql.ref(field)
        return sql`${sql.raw(signs[at]!)} (${after})`
      })
      const enough = sql<boolean>`0 ${sql.join(terms, sql` `)} >= 0`
      return this.dialect.builder
        .updateTable(this.table.name)
        .set(fields.length === 0 ? { id: sql.ref('id') } : changes)
        .where(allOf([enough, where.build(slot)]))
    })
    const again = counted.filter((field) => field in deltas).map((field) => deltas[field])
    return { statement, values: [...fields.map((field) => deltas[field]), ...again, ...where.values] }
  }

  remove(fragments: readonly Fragment[]): Call {
    const statement = this.cache.get(`remove ${shapeOf(fragments)}`, () =>
      this.dialect.builder.deleteFrom(this.table.name).where(buildAll(fragments, slots())),
    )
    return { statement, values: valuesOf(fragments) }
  }

  assignments(fields: readonly string[], patch: Fields): Assignment[] {
    return fields.flatMap((field) => {
      const value = encodeValue(columnOf(this.table, field).kind, patch[field])
      const assignment = { column: field, value }
      if (!this.table.folded.includes(field)) return [assignment]
      return [assignment, { column: foldedColumn(field), value: foldValue(value) }]
    })
  }

  /** The port's error for an error of the database, where there is one. */
  portError(error: unknown): unknown {
    const columns = this.dialect.uniqueColumns(error, this.table)
    return columns ? new UniqueViolation(this.table.name, columns) : error
  }

  #insertOrAdd(
    count: number,
    fields: readonly string[],
    slot: () => Slot,
    added: (field: string) => unknown,
  ) {
    const insert = this.dialect.builder
      .insertInto(this.table.name)
      .values(Array.from({ length: count }, () => this.#newRow(slot)))
    const sums = Object.fromEntries(
      fields.map((field) => [field, sql`${sql.ref(`${this.table.name}.${field}`)} + ${added(field)}`]),
    )
    // Without deltas the row still has to come back, which DO NOTHING would not give.
    const changes = fields.length === 0 ? { id: sql.ref('excluded.id') } : sums
    const { namesKeys } = this.dialect
    return insert.onConflict((conflict) =>
      (namesKeys ? conflict.constraint(keyName(this.table.name)) : conflict.column('id')).doUpdateSet(
        changes,
      ),
    )
  }

  #newRow(slot: () => Slot): Record<string, Slot> {
    return Object.fromEntries(this.#columns.map((column) => [column, slot()]))
  }
}
