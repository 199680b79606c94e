import { type Expression, sql } from 'kysely'
import type { Table } from '../../core/columns.ts'
import { type Condition, fold, type Scalar } from '../../core/list/query.ts'
import { checkCondition, columnOf } from '../store-rules.ts'
import type { Capabilities } from './capabilities.ts'
import { encodeValue, foldedColumn } from './schema.ts'
import type { Slot } from './statement.ts'

/** A part of a statement: the shape it gives the SQL, the values it brings, and how to build it when the shape is new. */
export interface Fragment {
  shape: string
  values: readonly unknown[]
  build(slot: () => Slot): Expression<boolean>
}

/** The conditions of a statement, all of which must be met. */
export function whereFragment(dialect: Capabilities, table: Table, where: readonly Condition[]): Fragment {
  const fragments = where.map((condition) => {
    checkCondition(table, condition)
    return conditionFragment(dialect, table, condition)
  })
  return {
    shape: fragments.map(({ shape }) => shape).join('&'),
    values: fragments.flatMap(({ values }) => values),
    build: (slot) => allOf(fragments.map((fragment) => fragment.build(slot))),
  }
}

export function allOf(expressions: readonly Expression<boolean>[]): Expression<boolean> {
  return expressions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(expressions, sql` and `)}`
}

function conditionFragment(dialect: Capabilities, table: Table, condition: Condition): Fragment {
  const { field, op } = condition
  const column = sql.ref(field)
  const encode = (value: Scalar) => encodeValue(columnOf(table, field).kind, value)
  const isNull = (is: boolean) =>
    fragment(`${field} ${is ? 'is null' : 'not null'}`, [], () => nullTest(field, is))
  switch (op) {
    case 'eq':
      if (condition.value === null) return isNull(true)
      return fragment(`${field} eq`, [encode(condition.value)], (slot) => sql`${column} = ${slot()}`)
    case 'ne':
      if (condition.value === null) return isNull(false)
      return fragment(
        `${field} ne`,
        [encode(condition.value)],
        (slot) => sql`${column} is distinct from ${slot()}`,
      )
    case 'in':
    case 'notIn':
      return listFragment(dialect, table, condition)
    case 'null':
      return isNull(condition.value)
    case 'contains':
      return fragment(`${field} contains`, [fold(condition.value)], (slot) =>
        dialect.contains(sql.ref(foldedColumn(field)), slot()),
      )
    case 'startsWith':
      return prefixFragment(field, condition.value)
    default:
      return fragment(`${field} ${op}`, [encode(condition.value)], (slot) => {
        return sql`${column} ${sql.raw(boundSigns[op])} ${slot()}`
      })
  }
}

const boundSigns = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const

const fragment = (
  shape: string,
  values: readonly unknown[],
  build: (slot: () => Slot) => Expression<boolean>,
): Fragment => ({ shape, values, build })

const nullTest = (field: string, is: boolean): Expression<boolean> =>
  is ? sql`${sql.ref(field)} is null` : sql`${sql.ref(field)} is not null`

/** `notIn` matches null unless the list holds it; `in` matches it only then. */
function listFragment(
  dialect: Capabilities,
  table: Table,
  condition: Extract<Condition, { op: 'in' | 'notIn' }>,
): Fragment {
  const { field, op } = condition
  const { kind } = columnOf(table, field)
  const present = condition.value.filter((value) => value !== null)
  const holdsNull = present.length < condition.value.length
  const list = dialect.listValue(present.map((value) => encodeValue(kind, value)))
  return fragment(`${field} ${op}${holdsNull ? ' null' : ''}`, [list], (slot) => {
    const within = dialect.inList(sql.ref(field), slot())
    if (op === 'in') return holdsNull ? sql`(${within} or ${nullTest(field, true)})` : within
    return holdsNull
      ? sql`(not (${within}) and ${nullTest(field, false)})`
      : sql`(not (${within}) or ${nullTest(field, true)})`
  })
}

/** A range, so that an index can serve it. */
function prefixFragment(field: string, prefix: string): Fragment {
  const column = sql.ref(field)
  const end = afterPrefix(prefix)
  return end === undefined
    ? fragment(`${field} starts`, [prefix], (slot) => sql`${column} >= ${slot()}`)
    : fragment(
        `${field} starts before`,
        [prefix, end],
        (slot) => sql`(${column} >= ${slot()} and ${column} < ${slot()})`,
      )
}

/** The least text behind all that begin with the prefix; none where there is nothing behind. */
export function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!)
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue
    // Surrogates are no characters: the next one after U+D7FF is U+E000.
    const next = last === 0xd7ff ? 0xe000 : last + 1
    return String.fromCodePoint(...points, next)
  }
  return undefined
}
