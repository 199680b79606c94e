import { describe, expect, test } from 'vitest'
import { withoutColumn, withReasons } from '../../portal/src/screens/postbatches/csv-column.ts'

test.each([
  ['in the middle', 'a;x;b\r\n1;;2\r\n', ';', 'a;b\r\n1;2\r\n'],
  ['at the beginning', 'x,b\n,2\n', ',', 'b\n2\n'],
  ['next to quoted cells', 'a;x;b\r\n"1;""2""\r\n3";;"4;5"\r\n', ';', 'a;b\r\n"1;""2""\r\n3";"4;5"\r\n'],
  ['next to cells without a heading', 'a;x;b\r\n1;;2;3\r\n', ';', 'a;b\r\n1;2;3\r\n'],
  ['of a file without a final line end', 'a|x|b\n1||2', '|', 'a|b\n1|2'],
])('a column %s is removed, and everything else stays as written', (_what, text, delimiter, left) => {
  expect(withoutColumn(text, delimiter, 'x')).toBe(left)
})

test('a file without the column stays unchanged', () => {
  expect(withoutColumn('a;b\n1;2\n', ';', 'x')).toBe('a;b\n1;2\n')
})

describe('the reasons of a file of bad rows', () => {
  const text = (first: string, second: string) =>
    `Naam;addressOverride;lettershop_row;lettershop_problem\r\nAnna;;2;${first}\r\nBen;;3;${second};surplus\r\n`

  test.each([
    ['a plain sentence', 'Postcode: dat is fout.', '"Postcode: dat is fout."'],
    ['quotes and separators', '“a”; "b"', '"“a”; ""b"""'],
    ['a formula', '=1+1 is geen naam', `"'=1+1 is geen naam"`],
  ])('are replaced by %s', (_what, reason, cell) => {
    expect(withReasons(text('"x;\ny"', 'z'), ';', new Map([[2, reason]]))).toBe(text(cell, 'z'))
  })

  test('stay without replacements, or if the file has none', () => {
    expect(withReasons(text('x', 'y'), ';', new Map())).toBe(text('x', 'y'))
    expect(withReasons('a;b\n1;2\n', ';', new Map([[1, 'x']]))).toBe('a;b\n1;2\n')
  })
})
