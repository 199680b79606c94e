import { describe, expect, test } from 'vitest'
import { readSheets as read } from '../support/read-sheets.ts'
import { type Cell, workbookOf, workbookParts, zipOf } from '../support/workbooks.ts'

const xml = (content: string): Cell => ({ xml: content })
const declared = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
const good = () => workbookOf([['x'], ['y']])
const flipped = () => {
  const bytes = zipOf(workbookParts({ sheets: [{ name: 'A', rows: [['x']] }] }), 0)
  const at = Buffer.from(bytes).indexOf('>x<')
  bytes[at + 1] = 'y'.charCodeAt(0)
  return bytes
}
const withFlag = (offset: number, value: number) => {
  const bytes = good()
  const at = Buffer.from(bytes).indexOf('PK\x01\x02', 0, 'latin1')
  bytes[at + offset] = value
  return bytes
}
const compound = (name: string) =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(504),
    Buffer.from(name, 'utf16le'),
  ])
const replacing = (name: string, content: string) => () => workbookOf([['x']], { parts: { [name]: content } })

describe('a file that is not a readable workbook', () => {
  test.each<[string, () => Uint8Array, string, string]>([
    ['is not a ZIP', () => Buffer.from('PK\x03\x04 but nothing more'), 'xlsx_damaged', 'its end is missing'],
    ['is empty', () => new Uint8Array(0), 'xlsx_damaged', 'its end is missing'],
    ['is truncated', () => good().subarray(0, 700), 'xlsx_damaged', 'its end is missing'],
    ['lacks its beginning', () => good().subarray(100), 'xlsx_damaged', 'where it should be'],
    ['has a changed byte', flipped, 'xlsx_damaged', 'checksum'],
    ['is marked as encrypted', () => withFlag(8, 1), 'xlsx_encrypted', 'password'],
    ['uses an unknown compression method', () => withFlag(10, 99), 'xlsx_damaged', 'unknown compression'],
    ['is protected with a password', () => compound('EncryptedPackage'), 'xlsx_encrypted', 'password'],
    ['is an old workbook', () => compound('Workbook'), 'xlsx_unsupported', '.xls'],
    [
      'contains macros',
      () => workbookOf([['x']], { parts: { 'xl/vbaProject.bin': 'x' } }),
      'xlsx_macros',
      'macros',
    ],
    [
      'declares macros',
      replacing(
        '[Content_Types].xml',
        '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
      ),
      'xlsx_macros',
      'macros',
    ],
    [
      'is a document',
      replacing(
        '[Content_Types].xml',
        '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
      'xlsx_unsupported',
      'document',
    ],
    ['is OpenDocument', () => zipOf({ 'content.xml': '<x/>' }), 'xlsx_unsupported', 'OpenDocument'],
    ['is binary', () => zipOf({ 'xl/workbook.bin': 'x' }), 'xlsx_unsupported', '.xlsb'],
    ['is another archive', () => zipOf({ 'a.txt': 'x' }), 'xlsx_unsupported', 'without a workbook'],
    [
      'refers to a missing workbook',
      replacing('_rels/.rels', '<Relationships/>'),
      'xlsx_unsupported',
      'without a workbook',
    ],
    [
      'refers to a missing sheet',
      () => workbookOf([['x']], { parts: { 'xl/worksheets/sheet1.xml': undefined } }),
      'xlsx_damaged',
      'sheet1.xml',
    ],
    [
      'declares entities',
      replacing('xl/worksheets/sheet1.xml', `${declared}<worksheet>&a;</worksheet>`),
      'xlsx_unsupported',
      'document type',
    ],
    [
      'uses undeclared entities',
      replacing('xl/worksheets/sheet1.xml', '<worksheet>&a;</worksheet>'),
      'xlsx_damaged',
      'well-formed',
    ],
    ['is not well-formed', replacing('xl/workbook.xml', '<workbook><sheets>'), 'xlsx_damaged', 'well-formed'],
    ['has an empty part', replacing('xl/workbook.xml', ''), 'xlsx_damaged', 'is empty'],
    [
      'has an invalid encoding',
      () => workbookOf([['x']], { parts: { 'xl/workbook.xml': Buffer.from([0x3c, 0xff, 0xff]) } }),
      'xlsx_damaged',
      'invalid text encoding',
    ],
    [
      'refers to a missing text',
      () => workbookOf([[xml('<c t="s"><v>7</v></c>')]]),
      'xlsx_damaged',
      'cell A1 refers to a missing text',
    ],
    [
      'has rows out of order',
      replacing('xl/worksheets/sheet1.xml', '<worksheet><row r="2"/><row r="2"/></worksheet>'),
      'xlsx_damaged',
      'row 2 is out of order',
    ],
    [
      'has an invalid cell reference',
      replacing('xl/worksheets/sheet1.xml', '<worksheet><row><c r="1A"/></row></worksheet>'),
      'xlsx_damaged',
      '1A is not a cell reference',
    ],
    ['has only empty sheets', () => workbookOf([]), 'no_rows', 'empty'],
  ])('%s', async (_what, make, code, message) => {
    const answer = await read(make())
    expect(answer.found).toEqual([`error ${code}`])
    expect(answer.messages).toContain(message)
    expect(answer.all).toEqual([])
  })

  test('contains a file twice', async () => {
    const bytes = zipOf({ 'xl/a.xml': '<x/>', 'xl/b.xml': '<x/>' })
    const twice = Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('b.xml', 'A.xml'), 'latin1')
    expect(await read(twice)).toMatchObject({ found: ['error xlsx_damaged'] })
  })
})
