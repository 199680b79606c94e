import {
  type Condition,
  type Scalar,
  type SortKey,
  searchForms,
  searchText,
} from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { checkCondition, compareRows, compareValues, type Row } from '../store-rules.ts'
import { firstAt, type MemoryTable, type OrderedIndex } from './table.ts'

const isBehind =
  (order: readonly SortKey[], values: readonly Scalar[]): ((row: Row) => boolean) =>
  (row) => {
    for (const [index, { field, descending }] of order.entries()) {
      const difference = compareValues(row[field], values[index])
      if (difference !== 0) return descending ? difference < 0 : difference > 0
    }
    return false
  }

export const matcher = (table: Table, where: readonly Condition[]): ((row: Row) => boolean) => {
  const tests = where.map((condition) => {
    checkCondition(table, condition)
    return testOf(condition)
  })
  return (row) => tests.every((test) => test(row))
}

const testOf = (condition: Condition): ((row: Row) => boolean) => {
  const { field } = condition
  switch (condition.op) {
    case 'eq':
      return (row) => row[field] === condition.value
    case 'ne':
      return (row) => row[field] !== condition.value
    case 'in': {
      const values = new Set<unknown>(condition.value)
      return (row) => values.has(row[field])
    }
    case 'notIn': {
      const values = new Set<unknown>(condition.value)
      return (row) => !values.has(row[field])
    }
    case 'null':
      return (row) => (row[field] === null) === condition.value
    case 'contains': {
      const parts = searchForms(condition.value)
      return textTest(field, (text) => {
        const searched = searchText(text)
        return parts.some((part) => searched.includes(part))
      })
    }
    case 'startsWith':
      return textTest(field, (text) => text.startsWith(condition.value))
    case 'has': {
      const [name, text] = condition.value
      return (row) => {
        const labels = row[field] as Readonly<Record<string, string>> | null
        return labels !== null && Object.hasOwn(labels, name) && labels[name] === text
      }
    }
    default: {
      const meets = boundTests[condition.op]
      return (row) => row[field] !== null && meets(compareValues(row[field], condition.value))
    }
  }
}

const textTest = (field: string, test: (text: string) => boolean) => (row: Row) =>
  row[field] !== null && test(row[field] as string)

const boundTests = {
  gte: (difference: number) => difference >= 0,
  gt: (difference: number) => difference > 0,
  lte: (difference: number) => difference <= 0,
  lt: (difference: number) => difference < 0,
}

export interface Selection {
  where: readonly Condition[]
  order?: readonly SortKey[]
  after?: readonly Scalar[]
  limit?: number
}

/** Rows that changed after the snapshot, by id, as they are in the snapshot; undefined if absent. */
export type Overlay = ReadonlyMap<string, Row | undefined>

const noOverlay: Overlay = new Map()

export const select = (source: MemoryTable, selection: Selection, overlay: Overlay = noOverlay): Row[] => {
  const { where, order = [], after, limit = Number.POSITIVE_INFINITY } = selection
  const meets = matcher(source.table, where)
  const behind = after ? isBehind(order, after) : undefined
  const plan = choosePlan(source, where, order)
  const found: Row[] = []
  const streams = overlay.size === 0 && plan.inOrder
  for (const row of plan.rows(streams ? behind : undefined)) {
    if (overlay.has(row.id) || !meets(row) || behind?.(row) === false) continue
    found.push(row)
    if (streams && found.length >= limit) return found
  }
  for (const row of overlay.values()) {
    if (row && meets(row) && behind?.(row) !== false) found.push(row)
  }
  if (!streams && order.length > 0) found.sort(compareRows(order))
  return found.length > limit ? found.slice(0, limit) : found
}

interface Plan {
  /** True if rows come in the requested order, so that the first matches suffice. */
  inOrder: boolean
  rows(behind?: (row: Row) => boolean): Iterable<Row>
}

const choosePlan = (source: MemoryTable, where: readonly Condition[], order: readonly SortKey[]): Plan => {
  const ids = idsOf(where)
  if (ids) {
    const rows = [...new Set(ids)].map((id) => source.rows.get(id as string))
    return { inOrder: false, rows: () => rows.filter((row) => row !== undefined) }
  }
  const fixed: Record<string, Scalar> = {}
  for (const condition of where) if (condition.op === 'eq') fixed[condition.field] = condition.value
  const best = bestIndex(source, where, order, fixed)
  if (!best) return { inOrder: order.length === 0, rows: () => source.rows.values() }
  const index = source.index(best.fields, best.prefixLength)
  const bucket = index.bucket(fixed)
  const [from, to] = boundsIn(bucket, index, where)
  const { inOrder, descending } = best
  return {
    inOrder: inOrder || order.length === 0,
    rows: (behind) => walk(bucket, from, to, inOrder && descending, behind),
  }
}

const idsOf = (where: readonly Condition[]): readonly Scalar[] | undefined => {
  for (const condition of where) {
    if (condition.field !== 'id') continue
    if (condition.op === 'eq') return [condition.value]
    if (condition.op === 'in') return condition.value
  }
  return undefined
}

interface IndexChoice {
  fields: readonly string[]
  prefixLength: number
  inOrder: boolean
  descending: boolean
}

/** Chooses the index with the longest prefix fixed by conditions, then one with the order or a bound. */
const bestIndex = (
  source: MemoryTable,
  where: readonly Condition[],
  order: readonly SortKey[],
  fixed: Readonly<Record<string, Scalar>>,
): IndexChoice | undefined => {
  const bounded = new Set(where.filter(({ op }) => op in boundSides).map(({ field }) => field))
  let best: IndexChoice | undefined
  let bestScore = 0
  for (const fields of [...source.table.indexes, ...source.table.unique]) {
    const firstFree = fields.findIndex((field) => !(field in fixed))
    const prefixLength = firstFree === -1 ? fields.length : firstFree
    const { inOrder, descending } = orderBy(order, fields.slice(prefixLength), fixed)
    const helps = inOrder ? 2 : bounded.has(fields[prefixLength] ?? '') ? 1 : 0
    const score = prefixLength * 3 + helps
    if (score > bestScore) {
      best = { fields, prefixLength, inOrder, descending }
      bestScore = score
    }
  }
  return best
}

/** Whether an index on these fields and the id, read in either direction, yields the requested order. */
const orderBy = (
  order: readonly SortKey[],
  rest: readonly string[],
  fixed: Readonly<Record<string, Scalar>>,
) => {
  const keys = order.filter(({ field }) => !(field in fixed))
  const descending = keys[0]?.descending ?? false
  const requested = keys.map(({ field }) => field).join(' ')
  const inOrder =
    keys.length > 0 &&
    keys.every((key) => key.descending === descending) &&
    requested === [...rest, 'id'].join(' ')
  return { inOrder, descending }
}

const boundSides = { gte: 'from', gt: 'from', lte: 'to', lt: 'to' } as const

/** Returns the range of the bucket within the bounds on its first ordering field. */
const boundsIn = (
  bucket: readonly Row[],
  index: OrderedIndex,
  where: readonly Condition[],
): [number, number] => {
  const field = index.rest[0]
  let from = 0
  let to = bucket.length
  for (const condition of where) {
    if (field === undefined || condition.field !== field || !(condition.op in boundSides)) continue
    const side = boundSides[condition.op as keyof typeof boundSides]
    // Rows equal to a bound may remain; the matcher checks every row.
    if (side === 'from') {
      from = Math.max(
        from,
        firstAt(bucket, (row) => compareValues(row[field], condition.value) >= 0),
      )
    } else {
      to = Math.min(
        to,
        firstAt(bucket, (row) => compareValues(row[field], condition.value) > 0),
      )
    }
  }
  return [from, to]
}

/** Walks a part of a bucket in either direction, starting after the last row of the previous page. */
function* walk(
  bucket: readonly Row[],
  from: number,
  to: number,
  descending: boolean,
  behind: ((row: Row) => boolean) | undefined,
): Generator<Row> {
  if (descending) {
    const start = behind
      ? Math.min(
          to,
          firstAt(bucket, (row) => !behind(row)),
        )
      : to
    for (let index = start - 1; index >= from; index--) yield bucket[index]!
  } else {
    const start = behind ? Math.max(from, firstAt(bucket, behind)) : from
    for (let index = start; index < to; index++) yield bucket[index]!
  }
}
