import { expect, expectTypeOf, test } from 'vitest'
import { defineList } from '../../src/core/engine/list/fields.ts'
import type { BoundListQuery } from '../../src/core/engine/list/grammar.ts'
import { listOf } from '../../src/core/engine/list/page.ts'
import { defineOperation } from '../../src/core/engine/operation.ts'
import { runItemSchema } from '../../src/core/features/runs/schema.ts'
import {
  allOf,
  between,
  type ColumnName,
  conditionsOf,
  conditionsOn,
  contains,
  given,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  noneOf,
  not,
  oneOf,
  startsWith,
  type Where,
} from '../../src/core/kernel/query.ts'
import { defineTable, integer, text } from '../../src/core/kernel/table.ts'
import { type ItemRow, itemsTable } from '../../src/core/model/items.ts'
import type { JobRow } from '../../src/core/model/jobs.ts'
import type { RunRow } from '../../src/core/model/runs.ts'
import { everyone, type WritableRows } from '../../src/core/ports/store.ts'

/*
 * Type checks: `tsc` fails if a line after `@ts-expect-error` is valid, or any other line is not. The
 * functions are never called.
 */

export const finding = async ({ jobs, runs, items }: WritableRows): Promise<void> => {
  const kinds: JobRow['kind'][] = []
  expectTypeOf(
    await jobs.find(everyone, { status: 'PENDING', kind: oneOf(kinds), dueAt: lte(1) }),
  ).toEqualTypeOf<JobRow[]>()
  await runs.find(everyone, { uncertain: true, reason: isNotNull, cutoffAt: allOf(gte(1), lt(2)) })
  await items.find(everyone, [{ runId: null }, [{ status: oneOf(['READY', 'HELD']) }, { id: gt('') }]])
  await items.find(everyone, [{ sendOn: between('2026-01-01', '2026-01-31') }, {}])
  // @ts-expect-error: a misspelt column
  await jobs.find(everyone, { statsu: 'PENDING' })
  // @ts-expect-error: a misspelt column among others
  await jobs.find(everyone, { status: 'PENDING', dueAtt: lte(1) })
  // @ts-expect-error: a misspelt column in one of several
  await jobs.find(everyone, [{ status: 'PENDING' }, { clock: 'real', dueAtt: lte(1) }])
  // @ts-expect-error: a column of another table
  await runs.find(everyone, { dueAt: 1 })
  // @ts-expect-error: an unknown status
  await jobs.find(everyone, { status: 'WAITING' })
  // @ts-expect-error: an unknown status among known ones
  await jobs.find(everyone, { status: oneOf(['PENDING', 'WAITING']) })
  // @ts-expect-error: text for a number
  await jobs.find(everyone, { dueAt: '1' })
  // @ts-expect-error: text as the bound of a number
  await jobs.find(everyone, { dueAt: lte('1') })
  // @ts-expect-error: a number for text
  await jobs.find(everyone, { id: not(1) })
  // @ts-expect-error: a column that is never null
  await jobs.find(everyone, { dueAt: isNull })
  // @ts-expect-error: null for a column that is never null
  await jobs.find(everyone, { status: null })
  // @ts-expect-error: `contains` on a number
  await jobs.find(everyone, { dueAt: contains('1') })
  // @ts-expect-error: a condition on a JSON column
  await jobs.find(everyone, { payload: {} })
  // @ts-expect-error: conditions in the form that the store's adapters receive
  await jobs.find(everyone, [{ field: 'status', op: 'eq', value: 'PENDING' }])
  const known = [{ field: 'status', op: 'eq' as const, value: 'PENDING' }]
  // @ts-expect-error: such conditions in a variable
  await jobs.find(everyone, known)
  // @ts-expect-error: conditions of another table
  await jobs.find(everyone, conditionsOn<RunRow>([]))
}

export const counting = async ({ jobs, runs }: WritableRows): Promise<void> => {
  await jobs.count(everyone, { attempts: gt(0), mode: isNull })
  // @ts-expect-error: a misspelt column
  await jobs.count(everyone, { attemps: gt(0) })
  // @ts-expect-error: a wrong value
  await runs.count(everyone, { uncertain: 'yes' })
}

export const changing = async ({ jobs, accounts }: WritableRows, account: { id: string }): Promise<void> => {
  await jobs.updateWhere(everyone, { status: not('RUNNING') }, { wakeAt: 1 })
  await jobs.update(everyone, 'job_1', { status: 'PENDING' }, { leaseToken: null })
  await accounts.addIf(everyone, account.id, { balanceCents: -1 }, { balanceCents: 1, reservedCents: -1 })
  // @ts-expect-error: a misspelt column
  await jobs.updateWhere(everyone, { statsu: 'RUNNING' }, { wakeAt: 1 })
  // @ts-expect-error: a misspelt column in the change
  await jobs.updateWhere(everyone, { status: 'RUNNING' }, { wakesAt: 1 })
  // @ts-expect-error: a wrong value in the change
  await jobs.updateWhere(everyone, { status: 'RUNNING' }, { wakeAt: null })
  // @ts-expect-error: a wrong value in what is expected
  await jobs.update(everyone, 'job_1', { status: 'PENDING' }, { leaseToken: 1 })
  // @ts-expect-error: an addition to a column that is not a number
  await jobs.addIf(everyone, 'job_1', { status: 1 }, {})
  // @ts-expect-error: a sum of a column that isn't a number
  await accounts.addIf(everyone, account.id, { balanceCents: 1 }, { organisationId: 1 })
}

export const removing = async ({ jobs }: WritableRows): Promise<void> => {
  await jobs.remove(everyone, { id: 'job_1', leaseToken: 'lse_1' })
  // @ts-expect-error: a misspelt column
  await jobs.remove(everyone, { ids: 'job_1' })
  // @ts-expect-error: a wrong value
  await jobs.remove(everyone, { id: oneOf([1]) })
}

const page = { where: {}, limit: 1, total: true }

export const sorting = async ({ jobs, items }: WritableRows): Promise<void> => {
  await jobs.find(everyone, {}, { order: [{ field: 'dueAt' }, { field: 'id', descending: true }] })
  await items.list(everyone, {
    where: {},
    sort: [{ field: 'createdAt', descending: true }],
    limit: 1,
    total: true,
  })
  // @ts-expect-error: a misspelt column
  await jobs.find(everyone, {}, { order: [{ field: 'dueat' }] })
  // @ts-expect-error: sorting by a JSON column
  await jobs.find(everyone, {}, { order: [{ field: 'payload' }] })
  // @ts-expect-error: a misspelt column
  await items.list(everyone, { ...page, sort: [{ field: 'created', descending: true }] })
  // @ts-expect-error: a wrong value
  await items.list(everyone, { ...page, where: { createdAt: gt('') }, sort: [] })
  expectTypeOf<'history'>().not.toExtend<ColumnName<ItemRow>>()
}

const plain = { sort: { createdAt: 'createdAt' }, defaultSort: '-createdAt' } as const

export const listing = (): unknown[] => [
  defineList(itemsTable, {
    ...plain,
    filters: {
      status: { type: 'enum', values: ['READY', 'HELD'], operators: ['eq', 'in'] },
      run: { type: 'text', column: 'runId', operators: ['eq', 'null'] },
      isTest: { type: 'boolean', column: 'mode', stored: { true: 'test', false: 'live' }, operators: ['eq'] },
      createdAt: { type: 'dateTime', operators: ['gte', 'lt'] },
    },
  }),
  // @ts-expect-error: a sort by an unknown column
  defineList(itemsTable, { ...plain, sort: { created: 'created' }, filters: {} }),
  // @ts-expect-error: a default sort that is not declared
  defineList(itemsTable, { ...plain, defaultSort: '-updatedAt', filters: {} }),
  // @ts-expect-error: a fixed order by an unknown column
  defineList(itemsTable, { sort: {}, defaultSort: '-created', filters: {} }),
  // @ts-expect-error: a filter whose name is not a column
  defineList(itemsTable, { ...plain, filters: { state: { type: 'text', operators: ['eq'] } } }),
  defineList(itemsTable, {
    ...plain,
    // @ts-expect-error: a filter of an unknown column
    filters: { run: { type: 'text', column: 'runID', operators: ['eq'] } },
  }),
  defineList(itemsTable, {
    ...plain,
    // @ts-expect-error: a value that the column never has
    filters: { status: { type: 'enum', values: ['READY', 'PRINTED'], operators: ['eq'] } },
  }),
  defineList(itemsTable, {
    ...plain,
    // @ts-expect-error: a stored value that the column never has
    filters: { isTest: { type: 'boolean', column: 'mode', stored: { true: 'TEST' }, operators: ['eq'] } },
  }),
  // @ts-expect-error: a text filter on a number
  defineList(itemsTable, { ...plain, filters: { createdAt: { type: 'text', operators: ['eq'] } } }),
  // @ts-expect-error: `contains` on a number
  defineList(itemsTable, { ...plain, filters: { priceCents: { type: 'integer', operators: ['contains'] } } }),
  // @ts-expect-error: a day is a range, not a value
  defineList(itemsTable, { ...plain, filters: { createdAt: { type: 'dateTime', operators: ['ne'] } } }),
  // @ts-expect-error: a column that is never null
  defineList(itemsTable, { ...plain, filters: { createdAt: { type: 'dateTime', operators: ['null'] } } }),
]

const operation = {
  id: 'runs.items',
  method: 'GET',
  path: '/runs/{id}/items',
  summary: 'Items',
  permission: 'items.read',
  effect: 'read',
  output: listOf(runItemSchema),
} as const
const none = { data: [], nextCursor: null, hasMore: false }

export const operations = (): unknown[] => [
  defineOperation({
    ...operation,
    list: defineList(itemsTable, { ...plain, filters: {} }),
    async handler({ rows, scope }, { list }) {
      expectTypeOf(list).toEqualTypeOf<BoundListQuery<ItemRow>>()
      await rows.items.list(scope, { ...list, where: [list.where, { runId: 'run_1' }] })
      // @ts-expect-error: the list of another table
      await rows.runs.list(scope, list)
      return none
    },
  }),
  // @ts-expect-error: a list that was not checked against a table
  defineOperation({ ...operation, list: { ...plain, filters: {} }, handler: async () => none }),
]

export const tables = (): unknown[] => [
  // @ts-expect-error: an index of an unknown column
  defineTable('things', 'none', { id: text() }, { indexes: [['name']] }),
  // @ts-expect-error: folding of an unknown column
  defineTable('things', 'none', { id: text(), count: integer() }, { folded: ['name'] }),
]

/* Tests of the parsed conditions, which run. */

test.each<[string, Where<JobRow>, string]>([
  ['every row', {}, ''],
  ['a value', { status: 'PENDING' }, 'status eq PENDING'],
  ['null', { mode: null }, 'mode eq null'],
  [
    'one test for each column, in the order in which they are written',
    { status: not('FAILED'), clock: 'real', dueAt: lte(5) },
    'status ne FAILED; clock eq real; dueAt lte 5',
  ],
  [
    'lists of values',
    { status: oneOf(['PENDING', 'RUNNING']), clock: noneOf([]) },
    'status in PENDING,RUNNING; clock notIn ',
  ],
  ['several tests of a column', { dueAt: allOf(gt(1), lt(9)) }, 'dueAt gt 1; dueAt lt 9'],
  ['both ends', { dueAt: between(1, 9) }, 'dueAt gte 1; dueAt lte 9'],
  ['text', { clock: contains('a'), id: startsWith('job_') }, 'clock contains a; id startsWith job_'],
  [
    'whether there is a value',
    { leaseUntil: allOf(isNotNull, gte(3)), mode: isNull },
    'leaseUntil null false; leaseUntil gte 3; mode null true',
  ],
  [
    'arrays, one inside another, with what a list has read',
    [
      { status: 'PENDING' },
      [[], {}, { clock: 'real' }],
      conditionsOn([{ field: 'dueAt', op: 'lt', value: 5 }]),
    ],
    'status eq PENDING; clock eq real; dueAt lt 5',
  ],
  ['what was given', given({ clock: undefined, status: 'FAILED' as const }), 'status eq FAILED'],
])('%s', (_what, where, expected) => {
  const shown = conditionsOf(where).map(({ field, op, value }) => `${field} ${op} ${value}`)
  expect(shown.join('; ')).toBe(expected)
})

test.each<[string, object]>([
  ['a value', { organisationId: undefined }],
  ['a bound', { dueAt: gt(undefined as never) }],
  ['one of several tests', { dueAt: allOf(gt(1), lt(undefined as never)) }],
])('refuses %s that is undefined, instead of asking for every row', (_what, where) => {
  expect(() => conditionsOf(where)).toThrow(TypeError)
})

test('no column is named op, by which parsed conditions are recognised', () => {
  expect(() => defineTable('things', 'none', { id: text(), op: text() })).toThrow(TypeError)
})
