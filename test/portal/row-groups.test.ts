import { describe, expect, test } from 'vitest'
import { groupsOf } from '../../portal/src/screens/postbatches/groups.ts'

const columns = ['Naam', 'Aanhef', 'Postcode', 'Land']
const bad = (row: number, ...problems: [code: string, column: string][]) => ({
  row,
  cells: [],
  problems: problems.map(([code, column]) => ({ row, column, code, message: '' })),
})
const group = (code: string, column: string, rowCount: number, rest: object = {}) => ({
  ...{ code, column, rowCount, message: '', rows: [], fields: [], takesValue: true, value: null },
  ...rest,
})
const empty: [string, string] = ['variable_missing', 'Aanhef']
const code: [string, string] = ['postal_code_invalid', 'Postcode']

describe('the rows of a list', () => {
  test('are below the first group of the list with one of their problems', () => {
    const rows = [bad(2, empty), bad(3, code), bad(4, code, empty)]
    const found = [
      group(...code, 2),
      group(...empty, 12, { value: '' }),
      group('duplicate_recipient', 'Naam', 3),
    ]
    const groups = groupsOf(columns, found, rows, [])
    const numbers = (of: readonly { row: number }[]) => of.map(({ row }) => row)
    expect(
      groups.map(({ column, rows, elsewhere, hiddenCount }) => [
        column,
        numbers(rows),
        numbers(elsewhere),
        hiddenCount,
      ]),
    ).toEqual([
      ['Postcode', [3, 4], [], 0],
      ['Aanhef', [2], [4], 10],
    ])
  })

  test.each([
    ['an empty merge field', { value: '', fields: ['data.salutation'] }, 1],
    ['a country that all write alike', { value: 'Holand', fields: ['recipient.country'] }, 1],
    ['different texts', { value: null, fields: ['data.salutation'] }, undefined],
    ['several columns', { value: null, takesValue: false }, undefined],
    // Each recipient has another.
    ['an empty postal code', { value: '', fields: ['recipient.postalCode'] }, undefined],
    ['an empty name', { value: '', fields: ['recipient.name'] }, undefined],
  ])('take one value for all with %s, or not', (_what, rest, at) => {
    const [found] = groupsOf(columns, [group('any', 'Aanhef', 2, rest)], [], [])
    expect(found!.at).toBe(at)
  })

  test('keep the order of their groups when one becomes smaller', () => {
    const order: string[] = []
    const columnsOf = (first: number, second: number) =>
      groupsOf(columns, [group(...code, first), group(...empty, second)], [], order).map(
        ({ column }) => column,
      )
    expect(columnsOf(4, 2)).toEqual(['Postcode', 'Aanhef'])
    const changed = groupsOf(columns, [group(...empty, 2), group(...code, 1)], [], order)
    expect(changed.map(({ column }) => column)).toEqual(['Postcode', 'Aanhef'])
  })

  test('that are all below other headings need no heading without a value for all', () => {
    const rows = [bad(2, code, empty), bad(3, code, empty)]
    const columnsOf = (value: string | null) =>
      groupsOf(columns, [group(...code, 2), group(...empty, 2, { value })], rows, []).map(
        ({ column }) => column,
      )
    expect(columnsOf(null)).toEqual(['Postcode'])
    expect(columnsOf('')).toEqual(['Postcode', 'Aanhef'])
  })

  test('without a group are below one of their own', () => {
    const groups = groupsOf(columns, [group(...code, 1)], [bad(2, empty)], [])
    expect(groups.map(({ column, rowCount, rows }) => [column, rowCount, rows.length])).toEqual([
      ['Postcode', 1, 0],
      ['', 1, 1],
    ])
  })
})
