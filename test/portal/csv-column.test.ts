import { expect, test } from 'vitest'
import { withoutColumn } from '../../portal/src/screens/postbatches/csv-column.ts'

test.each([
  ['in the middle', 'a;x;b\r\n1;;2\r\n', ';', 'a;b\r\n1;2\r\n'],
  ['at the beginning', 'x,b\n,2\n', ',', 'b\n2\n'],
  ['beside quoted cells', 'a;x;b\r\n"1;""2""\r\n3";;"4;5"\r\n', ';', 'a;b\r\n"1;""2""\r\n3";"4;5"\r\n'],
  ['beside cells that the heading has none for', 'a;x;b\r\n1;;2;3\r\n', ';', 'a;b\r\n1;2;3\r\n'],
  ['of a file without a last line end', 'a|x|b\n1||2', '|', 'a|b\n1|2'],
])('a column %s is left out, and all else stays as it was written', (_what, text, delimiter, left) => {
  expect(withoutColumn(text, delimiter, 'x')).toBe(left)
})

test('a file without the column stays as it is', () => {
  expect(withoutColumn('a;b\n1;2\n', ';', 'x')).toBe('a;b\n1;2\n')
})
