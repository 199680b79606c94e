import { expect, test } from 'vitest'
import { sameReading } from '../../portal/src/screens/postbatches/questions.ts'

const answer = (code: string, choice: string) => ({ code, column: null, choice })
const csv = { sheet: null, delimiter: ';' as const, header: true, reading: [] }

test.each([
  ['unchanged settings', csv, { delimiter: ';', header: true }],
  [
    'a chosen encoding',
    { ...csv, reading: [answer('encoding', 'windows-1250')] },
    { delimiter: ';', encoding: 'windows-1250', header: true },
  ],
  [
    'a selected heading row',
    { ...csv, reading: [answer('heading_row', '4')] },
    { delimiter: ';', headingRow: 4 },
  ],
  [
    'a list without a heading',
    { ...csv, header: false, reading: [answer('heading_row', 'none')] },
    { delimiter: ';', header: false },
  ],
  [
    'a sheet',
    { ...csv, sheet: 'Donors', reading: [answer('heading_row', '4')] },
    { sheet: 'Donors', headingRow: 4 },
  ],
])('a checked list is imported as it was read: %s', (_, list, expected) => {
  expect(sameReading(list as never)).toEqual(expected)
})
