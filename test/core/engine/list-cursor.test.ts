import { describe, expect, test } from 'vitest'
import { createCrypto } from '../../../src/adapters/system/crypto.ts'
import type { ListBinding } from '../../../src/core/engine/list/grammar.ts'
import { parse } from '../../support/list.ts'

describe('a cursor', () => {
  const row = { id: 'itm_9', createdAt: 5, name: 'Zoë' }
  const first = 'sort=name,-createdAt&filter[status]=ACTIVE&filter[price][in]=1,2'
  const cursor = parse(first).query!.cursorAfter(row)
  const refused = [{ parameter: 'cursor', code: 'invalid_cursor' }]

  test.each([
    ['the same list', first],
    ['another limit', `${first}&limit=7`],
    ['include=total', `${first}&include=total`],
    ['the filters in another order', 'filter[price][in]=1,2&filter[status]=ACTIVE&sort=name,-createdAt'],
    ['a filter written with its operator', first.replace('[status]', '[status][eq]')],
  ])('is accepted with %s', (_what, query) => {
    expect(parse(`${query}&cursor=${cursor}`).query?.after).toEqual({ values: ['Zoë', 5], id: 'itm_9' })
  })

  test.each<[string, string, Partial<ListBinding>]>([
    ['another sort', first.replace('name,', '-name,'), {}],
    ['no sort', first.replace('sort=name,-createdAt&', ''), {}],
    ['another filter', first.replace('ACTIVE', 'ARCHIVED'), {}],
    ['an additional filter', `${first}&filter[name]=a`, {}],
    ['no filter', 'sort=name,-createdAt', {}],
    ['another operation', first, { operation: 'others.list' }],
    ['another organisation', first, { organisationId: 'org_2' }],
    ['the other mode', first, { mode: 'test' }],
    ['another path', first, { fixed: { id: 'run_2' } }],
    ['another instance key', first, { crypto: createCrypto(new Uint8Array(32).fill(2)) }],
  ])('is refused with %s', (_what, query, bound) => {
    expect(parse(`${query}&cursor=${cursor}`, bound).errors).toMatchObject(refused)
  })

  test.each([
    ['empty', ''],
    ['nonsense', 'nonsense'],
    ['a row number', '50'],
    ['of another version', cursor.replace('c1.', 'c2.')],
    ['truncated', cursor.slice(0, -1)],
    ['longer', `${cursor}A`],
    ['with another position', cursor.replace(/\.[\w-]+\./, '.W1siQSIsMV0sIml0bV8xIl0.')],
    ['with another seal', cursor.slice(0, -2) + (cursor.endsWith('AA') ? 'BB' : 'AA')],
    ['overlong', `c1.${'A'.repeat(100_000)}.${'A'.repeat(43)}`],
  ])('is refused if it is %s', (_what, text) => {
    expect(parse(`${first}&cursor=${text}`).errors).toMatchObject(refused)
  })

  test('is refused if it is repeated', () => {
    expect(parse(`${first}&cursor=${cursor}&cursor=${cursor}`).errors).toMatchObject([
      { parameter: 'cursor', code: 'repeated' },
    ])
  })

  test('is not reported if a filter is invalid', () => {
    expect(parse(`${first.replace('ACTIVE', 'GONE')}&cursor=${cursor}`).errors).toMatchObject([
      { parameter: 'filter[status]' },
    ])
  })

  test('supports names with every kind of character', () => {
    const odd = { ...row, name: '"Ω𝒵\\ %_ é' }
    const next = parse('sort=name').query!.cursorAfter(odd)
    expect(next).toMatch(/^[\w.-]+$/)
    expect(parse(`sort=name&cursor=${next}`).query?.after?.values).toEqual([odd.name])
  })
})
