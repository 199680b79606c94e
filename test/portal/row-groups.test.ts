import { expect, test } from 'vitest'
import { groupsOf } from '../../portal/src/screens/postbatches/groups.ts'

const list = { columns: ['Naam', 'Aanhef', 'Postcode'] }
const bad = (row: number, cells: string[], code: string, column: string) => ({
  ...{ row, cells },
  problems: [{ row, column, code, message: '' }],
})

test('bad rows are grouped by their problem and its column, in the order of the list', () => {
  const rows = [
    bad(2, ['Ada', '', '1012 LG'], 'variable_missing', 'Aanhef'),
    bad(3, ['Bob', 'Beste Bob', '12'], 'postal_code_invalid', 'Postcode'),
    bad(4, ['Cas', ' ', '1012 LG'], 'variable_missing', 'Aanhef'),
    bad(5, ['Dik', 'Beste Dik', ''], 'postal_code_invalid', 'Postcode'),
    bad(6, ['', '', ''], 'recipient_name_missing', 'Naam + Aanhef'),
  ]
  const groups = groupsOf(list, rows)
  expect(groups.map(({ at, isEmpty, rows }) => [at, isEmpty, rows.map(({ row }) => row)])).toEqual([
    [1, true, [2, 4]],
    // One of them has a value, which no value for all rows may replace.
    [2, false, [3, 5]],
    // Two columns: which one to fill is not known.
    [undefined, false, [6]],
  ])
})
