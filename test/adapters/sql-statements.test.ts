import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { sqliteCapabilities } from '../../src/adapters/sql/capabilities.ts'
import { afterPrefix } from '../../src/adapters/sql/conditions.ts'
import { Slot, Statement, StatementCache, slots } from '../../src/adapters/sql/statement.ts'

const { builder } = sqliteCapabilities

it('binds values in the order of the SQL, with the slots in any order', () => {
  const [first, second] = [new Slot(0), new Slot(1)]
  const query = builder
    .selectFrom('t')
    .select('id')
    .where(sql<boolean>`a = ${second} and b = ${first} and c = ${second}`)
  const statement = new Statement(query)
  expect(statement.sql).toBe('select "id" from "t" where a = ? and b = ? and c = ?')
  expect(statement.bind(['x', 'y'])).toEqual(['y', 'x', 'y'])
})

it('refuses a query with a value baked in', () => {
  expect(() => new Statement(builder.selectFrom('t').select('id').where('a', '=', 5))).toThrow(/baked/)
})

it('keeps the most recently used shapes up to its limit', () => {
  const cache = new StatementCache(2)
  let built = 0
  const get = (shape: string) =>
    cache.get(shape, () => {
      built += 1
      return builder.selectFrom('t').select('id').where(sql<boolean>`a = ${slots()()}`)
    })
  const a = get('a')
  get('b')
  expect(get('a')).toBe(a)
  get('c')
  expect(get('a')).toBe(a)
  expect(built).toBe(3)
  get('b')
  expect(built).toBe(4)
})

it.each([
  ['a', 'b'],
  ['az', 'a{'],
  ['a\ud7ff', 'a\ue000'],
  ['a\uffff', 'a\u{10000}'],
  ['a\u{10ffff}', 'b'],
  ['\u{10ffff}\u{10ffff}', undefined],
  ['', undefined],
])('the text after all with the prefix %j is %j', (prefix, expected) => {
  expect(afterPrefix(prefix)).toBe(expected)
})
