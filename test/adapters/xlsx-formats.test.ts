import { describe, expect, test } from 'vitest'
import { createCsv } from '../../src/adapters/csv/csv.ts'
import { createFormatter } from '../../src/adapters/xlsx/decode-formatted.ts'
import { readWorkbook, unpackSheet } from '../../src/adapters/xlsx/read.ts'
import { type Cell, type WorkbookSpec, workbookOf } from '../support/workbooks.ts'

/** 1 March 2026 as a serial date. */
const day = 46082
const accounting = '_ "€" * #,##0.00_ ;_ "€" * -#,##0.00_ ;_ "€" * "-"??_ ;_ @_ '

describe('a formatted number is shown as in its workbook, in the language of the letter', () => {
  test.each<[code: string, number: string, language: string, text: string]>([
    ['"€" #,##0.00', '12.5', 'nl-NL', '€ 12,50'],
    ['"€" #,##0.00', '1234.5', 'en-GB', '€ 1,234.50'],
    ['#,##0.00\\ [$€-407]', '1234.5', 'nl-NL', '1.234,50 €'],
    ['[$€-2] #,##0.00', '1234.5', 'de-DE', '€ 1.234,50'],
    ['[$CHF] #,##0.00', '1234.5', 'de-CH', 'CHF 1’234.50'],
    [accounting, '12.5', 'nl-NL', '€ 12,50'],
    [accounting, '-12.5', 'nl-NL', '€ -12,50'],
    ['#,##0.00;[Red]-#,##0.00', '-3', 'nl-NL', '-3,00'],
    ['0%', '0.15', 'nl-NL', '15%'],
    ['0 %', '0.15', 'de-DE', '15 %'],
    ['0', '12.5', 'nl-NL', '13'],
    ['#,##0', '1234567', 'fr-FR', '1\u00A0234\u00A0567'],
    ['', '12.5', 'nl-NL', '12,5'],
    ['', '11.6666666666667', 'nl-NL', '11,66666667'],
    ['', '12.5', 'en-GB', '12.5'],
    ['', '12.5', 'et-EE', '12,5'],
    [';;;', '12', 'nl-NL', ''],
    ['d mmmm yyyy', String(day), 'nl-NL', '1 maart 2026'],
    ['d mmmm yyyy', String(day), 'de-DE', '1 März 2026'],
    ['d. mmmm yyyy', String(day), 'de-DE', '1. März 2026'],
    ['d mmmm yyyy', String(day), 'pl-PL', '1 marca 2026'],
    ['d mmmm yyyy', String(day), 'et-EE', '1 märts 2026'],
    ['mmmm yyyy', String(day), 'pl-PL', 'marzec 2026'],
    ['[$-409]d mmmm yyyy;@', String(day), 'nl-NL', '1 maart 2026'],
    ['[$-F800]dddd, mmmm dd, yyyy', String(day), 'nl-NL', 'zondag 1 maart 2026'],
    ['dddd d mmmm', String(day), 'fr-FR', 'dimanche 1 mars'],
    ['m/d/yyyy', String(day), 'nl-NL', '1-3-2026'],
    ['m/d/yyyy', String(day), 'de-DE', '1.3.2026'],
    ['m/d/yyyy', String(day), 'en-GB', '01/03/2026'],
    ['m/d/yyyy h:mm', String(day + 0.5), 'nl-NL', '1-3-2026 12:00'],
    ['h:mm', '0.75', 'nl-NL', '18:00'],
    ['[h]:mm', '1.5', 'nl-NL', '36:00'],
    ['yyyy-mm-dd', String(day), 'nl-NL', '2026-03-01'],
    ['d "mmmm" mmmm', String(day), 'nl-NL', '1 mmmm maart'],
  ])('%s of %s in %s: %s', (code, number, language, text) => {
    expect(createFormatter(language)({ number, code })).toBe(text)
  })

  test('except for dates before 1900', () => {
    expect(createFormatter('nl-NL')({ number: '-1.2', code: 'yyyy' })).toBeUndefined()
  })

  test.each(['"', '[$[[', '*'.repeat(255), '_'.repeat(255)])('except for the invalid format %s', (code) => {
    expect(createFormatter('nl-NL')({ number: '12.5', code })).toBeUndefined()
  })
})

const formattedOf = async (rows: Cell[][], spec: Partial<WorkbookSpec> = {}) => {
  const { sheets } = await readWorkbook(workbookOf(rows, spec))
  const { csv, formatted } = unpackSheet(sheets[0]!)
  for await (const _ of csv) {
    // Reads all texts, which come before the formatted values.
  }
  if (!formatted) return undefined
  const found: (string | undefined)[][] = []
  for await (const batch of createCsv().decodeFormatted(formatted, 'nl-NL')) found.push(...batch)
  return found
}

const styled = (value: number | string, style: number, type = ''): Cell => ({
  xml: `<c s="${style}"${type}><v>${value}</v></c>`,
})

describe('of a sheet', () => {
  test('each formatted number keeps its row and column', async () => {
    const rows = [
      ['a', 'b', 'c'],
      [],
      ['x', styled(12.5, 1), styled(day, 2)],
      [styled(0.5, 1), 'y', styled(6.6, 3)],
    ]
    const formats = ['"€" #,##0.00', 'd mmmm yyyy;@\n', '0_ ']
    expect(await formattedOf(rows, { formats })).toEqual([
      [undefined],
      [undefined],
      [undefined, '€ 12,50', '1 maart 2026'],
      ['€ 0,50', undefined, '7'],
    ])
  })

  test('nothing is kept if no number has a format', async () => {
    expect(await formattedOf([['a'], [12], [styled(42, 1)]], { formats: ['00000'] })).toBeUndefined()
  })

  test.each<[string, Cell, Partial<WorkbookSpec>, string]>([
    ['a percentage by its format number', styled(0.15, 1), { formats: [9] }, '15%'],
    [
      'a date in a workbook that counts from 1904',
      styled(day - 1462, 1),
      { formats: [14], is1904: true },
      '1-3-2026',
    ],
    [
      'a date stored as text',
      styled('2026-03-01', 1, ' t="d"'),
      { formats: ['d mmmm yyyy'] },
      '1 maart 2026',
    ],
    ['a fraction without a format', { xml: '<c><v>12.199999999999999</v></c>' }, {}, '12,2'],
    ['the result of a formula', { xml: '<c s="1"><f>1+1</f><v>2</v></c>' }, { formats: ['0.00'] }, '2,00'],
  ])('%s', async (_what, cell, spec, text) => {
    expect((await formattedOf([['a'], [cell]], spec))?.[1]).toEqual([text])
  })
})
