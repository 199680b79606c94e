import { type Expression, sql } from 'kysely'
import { type Condition, type Scalar, searchForms } from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { checkCondition, columnOf } from '../store-rules.ts'
import type { Capabilities } from './capabilities.ts'
import {
  encodeShadow,
  encodeValue,
  entriesTable,
  foldedColumn,
  indexesOf,
  onceTable,
  shadowColumn,
} from './schema.ts'
import type { Slot } from './statement.ts'

/** A part of a statement. `shape` is a cache key: only the first of a shape is built, with Kysely. */
export interface Fragment {
  shape: string
  values: readonly unknown[]
  build(slot: () => Slot): Expression<boolean>
}

/** Combines conditions with AND. `unordered`: all matches are taken, so an index in order gains nothing. */
export const whereFragment = (
  dialect: Capabilities,
  table: Table,
  where: readonly Condition[],
  { unordered = false } = {},
): Fragment => {
  const { besideIds } = dialect
  const byIds = besideIds !== undefined && where.some(isOfIds)
  const byReference =
    besideIds !== undefined && unordered && where.some((condition) => isOfReference(table, condition))
  const isBeside = (field: string) =>
    byIds ? field !== 'id' : byReference && (field === 'organisationId' || field === 'mode')
  const fragments = where.map((condition) => {
    checkCondition(table, condition)
    if (condition.op === 'has') return hasFragment(table, condition, where)
    const operand = operandOf(table, condition.field)
    if (besideIds && isBeside(condition.field)) operand.ref = besideIds
    return conditionFragment(dialect, operand, condition)
  })
  return {
    shape: fragments.map(({ shape }) => shape).join('&'),
    values: fragments.flatMap(({ values }) => values),
    build: (slot) => allOf(fragments.map((fragment) => fragment.build(slot))),
  }
}

export const isOfIds = ({ field, op }: Condition): boolean =>
  op === 'has' || (field === 'id' && (op === 'eq' || op === 'in' || op === 'startsWith'))

/** Whether a condition selects the rows that refer to another row, which all belong to one organisation. */
const isOfReference = (table: Table, { field, op, value }: Condition): boolean =>
  (op === 'in' || (op === 'eq' && value !== null)) && referencesOf(table).has(field)

const references = new WeakMap<Table, ReadonlySet<string>>()

/** Fields that refer to another row and lead an index. */
const referencesOf = (table: Table): ReadonlySet<string> => {
  let known = references.get(table)
  if (!known) {
    const first = [...table.unique, ...table.indexes].map(([field]) => field!)
    known = new Set(first.filter((field) => field.endsWith('Id') && field !== 'organisationId'))
    references.set(table, known)
  }
  return known
}

export const allOf = (expressions: readonly Expression<boolean>[]): Expression<boolean> =>
  expressions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(expressions, sql` and `)}`

export const shapeOf = (fragments: readonly Fragment[]): string =>
  fragments.map(({ shape }) => shape).join('|')

export const valuesOf = (fragments: readonly Fragment[]): readonly unknown[] =>
  fragments.length === 1 ? fragments[0]!.values : fragments.flatMap(({ values }) => values)

export const buildAll = (fragments: readonly Fragment[], slot: () => Slot): Expression<boolean> =>
  allOf(fragments.map((fragment) => fragment.build(slot)))

/** A field's column, or its shadow column, which indexes contain and in which a value represents null. */
interface Operand {
  column: string
  ref: (column: string) => Expression<unknown>
  mayBeNull: boolean
  encode(value: Scalar): unknown
  /** The value that represents null, if there is one. */
  nullValue: unknown
}

const operandOf = (table: Table, field: string): Operand => {
  const { kind, nullable } = columnOf(table, field)
  if (!table.sortable.includes(field)) {
    return {
      column: field,
      ref: sql.ref,
      mayBeNull: nullable,
      encode: (value) => encodeValue(kind, value),
      nullValue: undefined,
    }
  }
  const encode = (value: Scalar) => encodeShadow(kind, value)
  return { column: shadowColumn(field), ref: sql.ref, mayBeNull: false, encode, nullValue: encode(null) }
}

const conditionFragment = (
  dialect: Capabilities,
  operand: Operand,
  condition: Exclude<Condition, { op: 'has' }>,
): Fragment => {
  const { field, op } = condition
  switch (op) {
    case 'eq':
    case 'ne':
      return equality(operand, op, condition.value)
    case 'null':
      return equality(operand, condition.value ? 'eq' : 'ne', null)
    case 'in':
    case 'notIn':
      return listFragment(dialect, operand, op, condition.value)
    case 'contains':
      return containsFragment(dialect, field, searchForms(condition.value))
    case 'startsWith':
      return prefixFragment(operand, condition.value)
    default:
      return boundFragment(operand, op, condition.value)
  }
}

const containsFragment = (dialect: Capabilities, field: string, forms: readonly string[]): Fragment =>
  fragment(`${field} contains${forms.length}`, forms, (slot) => {
    const tests = forms.map(() => dialect.contains(sql.ref(foldedColumn(field)), slot()))
    return sql`(${sql.join(tests, sql` or `)})`
  })

const fragment = (
  shape: string,
  values: readonly unknown[],
  build: (slot: () => Slot) => Expression<boolean>,
): Fragment => ({ shape, values, build })

const equality = ({ column, ref, encode, nullValue }: Operand, op: 'eq' | 'ne', value: Scalar): Fragment => {
  if (value !== null || nullValue !== undefined) {
    return fragment(`${column} ${op}`, [encode(value)], (slot) => {
      const sign = sql.raw(op === 'eq' ? '=' : 'is distinct from')
      return sql`${ref(column)} ${sign} ${slot()}`
    })
  }
  return fragment(`${column} ${op} null`, [], () => nullTest(ref(column), op === 'eq'))
}

const nullTest = (ref: Expression<unknown>, is: boolean): Expression<boolean> =>
  is ? sql`${ref} is null` : sql`${ref} is not null`

const boundSigns = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const

const boundFragment = (operand: Operand, op: keyof typeof boundSigns, value: Scalar): Fragment => {
  const { column, ref, encode, nullValue } = operand
  const sign = () => sql.raw(boundSigns[op])
  const bound = encode(value)
  if (nullValue === undefined || op === 'lte' || op === 'lt') {
    return fragment(`${column} ${op}`, [bound], (slot) => sql`${ref(column)} ${sign()} ${slot()}`)
  }
  // Null sorts last in a shadow column, so a lower bound needs an upper one that excludes it.
  return fragment(`${column} ${op}`, [bound, nullValue], (slot) => {
    return sql`(${ref(column)} ${sign()} ${slot()} and ${ref(column)} < ${slot()})`
  })
}

/** `notIn` matches null unless the list contains it; `in` matches null only if it does. */
const listFragment = (
  dialect: Capabilities,
  { column, ref, mayBeNull, encode, nullValue }: Operand,
  op: 'in' | 'notIn',
  values: readonly Scalar[],
): Fragment => {
  const listed = nullValue === undefined ? values.filter((value) => value !== null) : values
  const listsNull = listed.length < values.length
  const list = dialect.listValue(listed.map(encode))
  return fragment(`${column} ${op}${listsNull ? ' null' : ''}`, [list], (slot) => {
    const within = dialect.inList(ref(column), slot())
    if (!mayBeNull) return op === 'in' ? within : sql`not (${within})`
    if (op === 'in') return listsNull ? sql`(${within} or ${nullTest(ref(column), true)})` : within
    return listsNull
      ? sql`(not (${within}) and ${nullTest(ref(column), false)})`
      : sql`(not (${within}) or ${nullTest(ref(column), true)})`
  })
}

/** Selects ids by an entry of a labelled field, in the organisation and mode of the other conditions. */
const hasFragment = (
  table: Table,
  { field, value }: Extract<Condition, { op: 'has' }>,
  where: readonly Condition[],
): Fragment => {
  const scope = where.filter(
    (other) => other.op === 'eq' && (other.field === 'organisationId' || other.field === 'mode'),
  )
  const columns = [...scope.map((other) => other.field), 'name', 'text']
  const values = [...scope.map((other) => other.value), ...value]
  return fragment(`${field} has ${columns.join()}`, values, (slot) => {
    const meets = columns.map((column) => sql<boolean>`${sql.ref(column)} = ${slot()}`)
    const entries = sql.table(entriesTable(table, field))
    return sql`${sql.ref('id')} in (select ${sql.ref('rowId')} from ${entries} where ${allOf(meets)})`
  })
}

/** Builds a prefix condition as a range, so that an index can serve it. */
const prefixFragment = ({ column, ref, encode }: Operand, prefix: string): Fragment => {
  const start = encode(prefix) as string
  const end = afterPrefix(start)
  return end === undefined
    ? fragment(`${column} starts`, [start], (slot) => sql`${ref(column)} >= ${slot()}`)
    : fragment(
        `${column} starts before`,
        [start, end],
        (slot) => sql`(${ref(column)} >= ${slot()} and ${ref(column)} < ${slot()})`,
      )
}

/** Returns the smallest text that sorts after all with this prefix; undefined if there is none. */
export const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!)
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue
    // Skips surrogates: the next character after U+D7FF is U+E000.
    const next = last === 0xd7ff ? 0xe000 : last + 1
    return String.fromCodePoint(...points, next)
  }
  return undefined
}

/**
 * Restricts a look-up by a globally unique value, such as a tracking code, to the value's organisation, so
 * that PostgreSQL reads one partition. Returns undefined if the conditions contain no such value, or the
 * database has no table of these values (`onceTable`).
 */
export const ownerOf = (
  table: Table,
  where: readonly Condition[],
  onceTables: ReadonlySet<string> | undefined,
): Fragment | undefined => {
  if (!onceTables?.size || table.scope === 'none') return undefined
  const values = new Map(where.flatMap((one) => (one.op === 'eq' ? [[one.field, one.value] as const] : [])))
  const index = indexesOf(table).find(
    ({ name, unique, columns }) =>
      unique &&
      onceTables.has(onceTable(name)) &&
      columns.every((column) => values.has(column) && values.get(column) !== null),
  )
  if (!index) return undefined
  const { name, columns } = index
  return {
    shape: `owner by ${name}`,
    values: columns.map((column) => encodeValue(columnOf(table, column).kind, values.get(column))),
    build: (slot) => {
      const meets = allOf(columns.map((column) => sql<boolean>`${sql.ref(column)} = ${slot()}`))
      const owner = sql`select ${sql.ref('organisationId')} from ${sql.table(onceTable(name))} where ${meets}`
      return sql`${sql.ref('organisationId')} = (${owner})`
    },
  }
}
