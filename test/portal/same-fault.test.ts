import { describe, expect, test } from 'vitest'
import { type BadRow, sameFaultOf, whereIn, whoIn } from '../../portal/src/screens/postbatches/same-fault.ts'

const columns = ['Naam', 'Straat', 'Nr', 'Postcode', 'Plaats', 'Groet']
const list = {
  columns,
  mapping: {
    fields: {
      'recipient.name': { column: 'Naam' },
      'recipient.street': { column: 'Straat' },
      'recipient.houseNumber': { column: 'Nr' },
      'recipient.postalCode': { column: 'Postcode' },
      'recipient.city': { column: 'Plaats' },
      'data.greeting': { column: 'Groet' },
    },
  },
}
const bad = (row: number, cells: string, column = 'Postcode', code = 'postal_code_invalid'): BadRow => ({
  row,
  cells: cells.split(';'),
  problems: [{ row, column, code, message: '' }],
})
const first = bad(2, 'Ada;Kerkstraat;2;3511;Amsterdam;')
const corrected = 'Ada;Kerkstraat;2;1017 AC;Amsterdam;'.split(';')
/** Returns the result after the first row was corrected to `cells`, and other rows to those in `typed`. */
const found = (rows: BadRow[], cells = corrected, typed: Record<number, string[]> = {}) =>
  sameFaultOf(list, [first, ...rows], first, ({ row, cells: own }) =>
    row === 2 ? cells : (typed[row] ?? own),
  )

describe('a fault that was corrected in one row', () => {
  test('exists in all rows with the same address and fault, whoever their recipient', () => {
    expect(
      found([bad(3, 'Bob; Kerkstraat;2;3511;Amsterdam;Dag'), bad(5, 'Cas;Kerkstraat;2;3511;Amsterdam;')]),
    ).toEqual({
      others: [expect.objectContaining({ row: 3 }), expect.objectContaining({ row: 5 })],
      at: [3],
      value: '3511',
      place: 'Kerkstraat 2, Amsterdam',
    })
  })

  test('includes other corrections of the address', () => {
    const cells = 'Ada;Kerkstraat;2;3511 AB;Utrecht;Dag'.split(';')
    expect(found([bad(3, 'Bob;Kerkstraat;2;3511;Amsterdam;')], cells)?.at).toEqual([3, 4])
  })

  test.each([
    ['at another address', bad(3, 'Bob;Kerkstraat;4;3511;Amsterdam;')],
    ['with another fault', bad(3, 'Bob;Kerkstraat;2;3511;Amsterdam;', 'Postcode', 'postal_code_missing')],
    ['with a fault in another field', bad(3, 'Bob;Kerkstraat;2;3511;Amsterdam;', 'Naam')],
  ])('does not exist in a row %s', (_what, other) => {
    expect(found([other])).toBeUndefined()
  })

  test('does not exist in a row that already has the same correction', () => {
    expect(found([bad(3, 'Bob;Kerkstraat;2;3511;Amsterdam;')], corrected, { 3: corrected })).toBeUndefined()
  })

  test.each([
    ['nothing was corrected', first.cells],
    ['only the name was corrected, which is individual', 'Ann;Kerkstraat;2;3511;Amsterdam;'.split(';')],
    ['another field of the address was corrected', 'Ada;Kerkstraat;2;3511;Utrecht;'.split(';')],
  ])('has no others if %s', (_what, cells) => {
    expect(found([bad(3, 'Bob;Kerkstraat;2;3511;Amsterdam;')], cells)).toBeUndefined()
  })

  test('shows only the address if the field was empty', () => {
    const empty = bad(7, 'Ada;Kerkstraat;2;;Amsterdam;')
    const other = bad(8, 'Bob;Kerkstraat;2;;Amsterdam;')
    const same = sameFaultOf(list, [empty, other], empty, (row) => (row === empty ? corrected : row.cells))
    expect(same).toMatchObject({ value: '', place: 'Kerkstraat 2, Amsterdam' })
  })
})

test('the rest of a row is its address without columns that have a field', () => {
  expect(whoIn(list, first.cells, [3])).toBe('Ada')
  expect(whereIn(list, first.cells, [3])).toBe('Kerkstraat 2, Amsterdam')
  expect(whoIn(list, first.cells, [0, 1, 2, 3, 4])).toBe('')
  expect(whereIn(list, first.cells, [0, 1, 2, 3, 4])).toBe('')
})
