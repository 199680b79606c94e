import { describe, expect, test } from 'vitest'
import { formatOfCode, numberText } from '../../src/adapters/xlsx/values.ts'
import { Texts } from '../../src/adapters/xlsx/workbook.ts'
import { officeList } from '../support/office-lists.ts'
import { readSheets as read } from '../support/read-sheets.ts'
import { type Cell, workbook, workbookOf, workbookParts, zipOf } from '../support/workbooks.ts'

const xml = (content: string): Cell => ({ xml: content })
/** A number with the format at this index in `formats`. */
const styled = (value: number | string, style = 1) => xml(`<c s="${style}"><v>${value}</v></c>`)

test('texts are stored by index, including at the end of a block', () => {
  const texts = new Texts()
  const count = 3 * 4096
  for (let index = 0; index < count; index++) texts.add(index % 3 === 0 ? '' : `text ${index}`)
  expect(texts.length).toBe(count)
  const places = [0, 1, 4095, 4096, 4097, 8191, 8192, count - 1]
  expect(places.map((index) => texts.at(index))).toEqual(
    places.map((index) => (index % 3 === 0 ? '' : `text ${index}`)),
  )
  expect([-1, 0.5, count, Number.NaN].map((index) => texts.at(index))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  texts.add('last')
  expect(texts.at(count)).toBe('last')
})

describe('a sheet', () => {
  test.each([true, false])('is read as stored (shared texts: %s)', async (isShared) => {
    const rows = [
      ['Naam', 'Postcode', 'Huisnr'],
      ['Zoë “de Vries”; jr', '01234', '12'],
      ['Regel een\nregel twee', '', '007'],
    ]
    const { found, ...sheet } = await read(workbookOf(rows, { isShared }))
    expect(found).toEqual([])
    expect(sheet.rows).toEqual(rows)
    expect(sheet.shapes).toEqual([['Blad1', 3, 3]])
  })

  test('has the row numbers and columns of the spreadsheet', async () => {
    const { rows } = await read(workbookOf([['a', 'b', 'c'], [], [null, null, 'x'], [], []]))
    expect(rows).toEqual([['a', 'b', 'c'], [''], ['', '', 'x']])
  })

  test.each<[string, Cell, string]>([
    ['a true boolean', true, 'TRUE'],
    ['a false boolean', false, 'FALSE'],
    ['a whole number', 1012, '1012'],
    ['a number with a fraction', 12.5, '12.5'],
    ['a fraction without rounding errors', xml('<c><v>12.199999999999999</v></c>'), '12.2'],
    ['a number of many digits', xml('<c><v>12345678901234567890</v></c>'), '12345678901234567890'],
    ['a number with leading zeros', xml('<c><v>0612345678</v></c>'), '0612345678'],
    ['a number with an exponent', xml('<c><v>1.5E+3</v></c>'), '1500'],
    ['a formula’s text', xml('<c t="str"><f>A1&amp;B1</f><v>Zo&#235;</v></c>'), 'Zoë'],
    ['a formula’s number', xml('<c><f>1+1</f><v>2</v></c>'), '2'],
    ['a formula’s boolean', xml('<c t="b"><f>1=1</f><v>1</v></c>'), 'TRUE'],
    ['a date stored as text', xml('<c t="d"><v>2026-03-01T00:00:00</v></c>'), '2026-03-01'],
    ['a text in several runs', xml('<c t="inlineStr"><is><r><t>Zo</t></r><r><t>ë</t></r></is></c>'), 'Zoë'],
    [
      'a text without its phonetic guide',
      xml('<c t="inlineStr"><is><t>東京</t><rPh><t>トウキョウ</t></rPh></is></c>'),
      '東京',
    ],
    ['an escaped line end', xml('<c t="str"><v>a_x000A_b_x0000_</v></c>'), 'a\nb'],
    ['an escaped underscore', xml('<c t="str"><v>_x005F_x000A_</v></c>'), '_x000A_'],
    ['a boolean written as a word', xml('<c t="b"><v>true</v></c>'), 'TRUE'],
    ['text in a CDATA section', xml('<c t="str"><v><![CDATA[a<b]]></v></c>'), 'a<b'],
  ])('reads %s', async (_what, cell, text) => {
    expect((await read(workbookOf([['name'], [cell]]))).rows[1]).toEqual([text])
  })

  test.each<[string, Cell]>([
    ['a shared text', xml('<c t="s"><v/></c>')],
    ['a boolean', xml('<c t="b"><v></v></c>')],
    ['a number', xml('<c><v/></c>')],
    ['a formula', xml('<c t="str"><f>A1</f><v></v></c>')],
    ['a space', ' '],
  ])('has nothing in a cell without a value: %s', async (_what, cell) => {
    expect(
      (
        await read(
          workbookOf([
            ['name', 'city'],
            [cell, 'Gent'],
          ]),
        )
      ).rows[1],
    ).toEqual(['', 'Gent'])
  })

  test.each<[number | string, number, string]>([
    [14, 46082, '2026-03-01'],
    [22, 46082.5, '2026-03-01T12:00'],
    [20, 0.75, '18:00'],
    ['dd-mm-yyyy', 46082, '2026-03-01'],
    ['[$-413]d mmmm yyyy;@', 46082, '2026-03-01'],
    ['yyyy-mm-dd hh:mm:ss', 46082.000_011_574, '2026-03-01T00:00:01'],
    ['dd/mm/yyyy hh:mm', 46082, '2026-03-01'],
    ['[h]:mm', 1.5, '36:00'],
    ['mmm', 46082, '2026-03-01'],
    ['h:mm AM/PM', 0.5, '12:00'],
    [14, 1, '1900-01-01'],
    [14, 61, '1900-03-01'],
    [14, 2_958_465, '9999-12-31'],
    [14, 2_958_467, '2958467'],
    [14, -1, '-1'],
    ['00000', 1234, '01234'],
    ['00000', 123_456, '123456'],
    ['0000-00', 101, '0001-01'],
    ['00 00', 123_456, '1234 56'],
    ['"NL" 000', 7, 'NL 007'],
    ['0', 12.5, '12.5'],
    ['#,##0.00', 1234.5, '1234.5'],
    ['General', 5, '5'],
    ['0 "days"', 3, '3'],
    ['[Red]0', 4, '4'],
  ])('with the format %s reads %s as %s', async (format, value, text) => {
    const { rows } = await read(workbookOf([['x'], [styled(value)]], { formats: [format] }))
    expect(rows[1]).toEqual([text])
  })

  test('counts dates from 1904 if the workbook does', async () => {
    const bytes = workbookOf([['x'], [styled(44_620)]], { formats: [14], is1904: true })
    expect((await read(bytes)).rows[1]).toEqual(['2026-03-01'])
    expect(numberText('0', formatOfCode('d-m-yy'), { is1904: true })).toBe('1904-01-01')
  })

  test('counts dates from 1904 if an extension repeats the workbook’s properties', async () => {
    const spec = { sheets: [{ name: 'A', rows: [['x'], [styled(44_620)]] }], formats: [14], is1904: true }
    const parts = workbookParts(spec)
    const extended = String(parts['xl/workbook.xml']).replace(
      '</workbook>',
      '<extLst><ext><x15:workbookPr xmlns:x15="urn:x15" chartTrackingRefBase="1"/></ext></extLst></workbook>',
    )
    expect((await read(zipOf({ ...parts, 'xl/workbook.xml': extended }))).rows[1]).toEqual(['2026-03-01'])
    expect((await read(officeList('date1904-x15.xlsx'))).rows[1]).toEqual(['2026-03-02'])
  })

  test('uses the formats of its cells, not conditional formats with the same number', async () => {
    const spec = { sheets: [{ name: 'A', rows: [['x'], [styled(1012)]] }], formats: ['00000'] }
    const parts = workbookParts(spec)
    const styles = String(parts['xl/styles.xml']).replace(
      '</styleSheet>',
      '<dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs></styleSheet>',
    )
    expect((await read(zipOf({ ...parts, 'xl/styles.xml': styles }))).rows[1]).toEqual(['01012'])
  })

  test.each<[string, string]>([
    [
      'a space in the last row of a spreadsheet',
      '<row r="1048576"><c r="A1048576" t="str"><v> </v></c></row>',
    ],
    ['a space in the last column', '<row r="3"><c r="XFD3" t="str"><v> </v></c></row>'],
  ])('ends at its last value, ignoring %s', async (_what, row) => {
    const parts = workbookParts({ sheets: [{ name: 'A', rows: [['x'], ['y']] }] })
    const sheet = String(parts['xl/worksheets/sheet1.xml']).replace('</sheetData>', `${row}</sheetData>`)
    const { shapes, found } = await read(zipOf({ ...parts, 'xl/worksheets/sheet1.xml': sheet }))
    expect({ shapes, found }).toEqual({ shapes: [['A', 2, 1]], found: [] })
  })

  test('warns about hidden rows, errors and formulas without a result', async () => {
    const parts = workbookParts({ sheets: [{ name: 'A', rows: [['x'], [1], [2]] }] })
    const sheet = String(parts['xl/worksheets/sheet1.xml'])
      .replace('<row r="2">', '<row r="2" hidden="1"><c r="B2" t="e"><v>#N/A</v></c>')
      .replace('<row r="3">', '<row r="3"><c r="C3"><f>NOW()</f></c>')
    const { found, messages, rows } = await read(zipOf({ ...parts, 'xl/worksheets/sheet1.xml': sheet }))
    expect(found).toEqual(['warning sheet_hidden_rows', 'warning sheet_errors', 'warning sheet_formulas'])
    expect(messages).toContain('has 1 hidden or filtered row')
    expect(messages).toContain('The first is cell B2 (#N/A).')
    expect(messages).toContain('The first is in cell C3.')
    expect(rows).toEqual([['x'], ['1', '#N/A'], ['2']])
  })
})

describe('a workbook', () => {
  test('may declare the macro type for an extension that no part has, as SheetJS does', async () => {
    const parts = workbookParts({ sheets: [{ name: 'A', rows: [['x'], ['y']] }] })
    const declared =
      '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>'
    const types = String(parts['[Content_Types].xml']).replace('<Override', `${declared}<Override`)
    expect((await read(zipOf({ ...parts, '[Content_Types].xml': types }))).rows).toEqual([['x'], ['y']])
    const used = zipOf({ ...parts, '[Content_Types].xml': types, 'xl/data.bin': 'x' })
    expect((await read(used)).found).toEqual(['error xlsx_macros'])
  })

  test('lists sheets with rows under unique names, hidden ones last', async () => {
    const rows = [['x'], [1]]
    const { shapes, hidden, found } = await read(
      workbook({
        sheets: [
          { name: 'Geheim', rows, state: 'hidden' },
          { name: 'Adressen & zo', rows },
          { name: 'Leeg', rows: [] },
          { name: 'Intern', rows, state: 'veryHidden' },
          { name: 'Adressen & zo', rows: [['y']] },
        ],
      }),
    )
    expect(shapes).toEqual([
      ['Adressen & zo', 2, 1],
      ['Adressen & zo (2)', 1, 1],
      ['Geheim', 2, 1],
      ['Intern', 2, 1],
    ])
    expect(hidden).toEqual(['Geheim', 'Intern'])
    expect(found).toEqual([])
  })

  test('may have namespace prefixes, UTF-16, no cell references and names in another case', async () => {
    const sheet =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Zoë</x:t></x:is></x:c><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    const { rows } = await read(
      workbookOf([], {
        parts: {
          'xl/worksheets/sheet1.xml': undefined,
          'XL\\Worksheets\\Sheet1.xml': Buffer.concat([
            Buffer.from([0xff, 0xfe]),
            Buffer.from(sheet, 'utf16le'),
          ]),
          'xl/styles.xml': undefined,
          'xl/sharedStrings.xml': undefined,
        },
      }),
    )
    expect(rows).toEqual([['Zoë', '1']])
  })
})
