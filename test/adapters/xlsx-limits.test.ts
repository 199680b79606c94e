import { describe, expect, test } from 'vitest'
import { type WorkbookLimits, workbookLimits } from '../../src/adapters/xlsx/limits.ts'
import { readSheets as read } from '../support/read-sheets.ts'
import { workbook, workbookOf } from '../support/workbooks.ts'

const replacing = (name: string, content: string) => () => workbookOf([['x']], { parts: { [name]: content } })

/** Workbooks at each limit and just beyond it. */
const limits: [
  what: string,
  at: Uint8Array,
  beyond: Uint8Array,
  code: string,
  smaller?: Partial<WorkbookLimits>,
][] = [
  [
    'files in the archive',
    workbookOf([['x']], { parts: filler(workbookLimits.entries - 7) }),
    workbookOf([['x']], { parts: filler(workbookLimits.entries - 6) }),
    'file_too_complex',
  ],
  [
    'bytes in total',
    workbookOf([['x'.repeat(20_000)]]),
    workbookOf([['x'.repeat(30_000)]]),
    'file_too_complex',
    { inflatedBytes: 24_000 },
  ],
  [
    'bytes of a part',
    replacing('xl/styles.xml', `<a>${' '.repeat(workbookLimits.partBytes - 7)}</a>`)(),
    replacing('xl/styles.xml', `<a>${' '.repeat(workbookLimits.partBytes - 6)}</a>`)(),
    'file_too_complex',
  ],
  [
    'nested elements',
    replacing('xl/styles.xml', nested(workbookLimits.depth))(),
    replacing('xl/styles.xml', nested(workbookLimits.depth + 1))(),
    'file_too_complex',
  ],
  ['shared texts', workbookOf([['a', 'b']]), workbookOf([['a', 'b', 'c']]), 'file_too_complex', { texts: 2 }],
  [
    'characters of shared texts',
    workbookOf([['ab', 'cd']]),
    workbookOf([['ab', 'cde']]),
    'file_too_complex',
    { textCharacters: 4 },
  ],
  [
    'formats',
    workbookOf([['a']], { formats: [1] }),
    workbookOf([['a']], { formats: [1, 2] }),
    'file_too_complex',
    { formats: 2 },
  ],
  [
    'rows',
    replacing('xl/worksheets/sheet1.xml', rowAt(workbookLimits.rows))(),
    replacing('xl/worksheets/sheet1.xml', rowAt(workbookLimits.rows + 1))(),
    'sheet_too_large',
  ],
  [
    'columns',
    workbookOf([[...Array.from({ length: workbookLimits.columns - 1 }, () => null), 'x']]),
    workbookOf([[...Array.from({ length: workbookLimits.columns }, () => null), 'x']]),
    'sheet_too_large',
  ],
  [
    'characters of a shared cell',
    workbookOf([['x'.repeat(workbookLimits.cellLength)]]),
    workbookOf([['x'.repeat(workbookLimits.cellLength + 1)]]),
    'sheet_too_large',
  ],
  [
    'characters of a cell',
    workbookOf([['x'.repeat(workbookLimits.cellLength)]], { isShared: false }),
    workbookOf([['x'.repeat(workbookLimits.cellLength + 1)]], { isShared: false }),
    'sheet_too_large',
  ],
  [
    'characters of a row',
    workbookOf([['x'.repeat(32_767), 'x'.repeat(32_767), 'xx']]),
    workbookOf([['x'.repeat(32_767), 'x'.repeat(32_767), 'xxx']]),
    'sheet_too_large',
  ],
  [
    'bytes of all sheets',
    workbookOf([['x'.repeat(98)]]),
    workbookOf([['x'.repeat(99)]]),
    'sheet_too_large',
    { csvBytes: 100 },
  ],
  [
    'bytes of formatted numbers',
    workbookOf([[{ xml: '<c s="1"><v>1</v></c>' }]], { formats: ['#'.repeat(93)] }),
    workbookOf([[{ xml: '<c s="1"><v>1</v></c>' }]], { formats: ['#'.repeat(94)] }),
    'sheet_too_large',
    { csvBytes: 100 },
  ],
]

function filler(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`docs/${index}.xml`, '']))
}
function nested(depth: number): string {
  return '<a>'.repeat(depth) + '</a>'.repeat(depth)
}
function rowAt(row: number): string {
  return `<worksheet><sheetData><row r="${row}"><c r="A${row}"><v>1</v></c></row></sheetData></worksheet>`
}

describe('a workbook at its limits', () => {
  test.each(limits)(
    'of %s is read, and refused beyond them',
    async (_what, at, beyond, code, smaller) => {
      expect((await read(at, smaller)).found).toEqual([])
      const refused = await read(beyond, smaller)
      expect(refused.found).toEqual([`error ${code}`])
      expect(refused.all).toEqual([])
    },
    60_000,
  )

  test('skips a sheet that is too large if another can be read', async () => {
    const rows = [['x']]
    const long = [Array.from({ length: workbookLimits.columns + 1 }, () => 'x')]
    const answer = await read(
      workbook({
        sheets: [
          { name: 'Lang', rows: long },
          { name: 'Kort', rows },
        ],
      }),
    )
    expect(answer.found).toEqual(['warning sheet_too_large'])
    expect(answer.messages).toBe('The sheet Lang is too large: it has more than 500 columns.')
    expect(answer.shapes).toEqual([['Kort', 1, 1]])
  })

  test('reads as many sheets as allowed', async () => {
    const sheets = Array.from({ length: workbookLimits.sheets + 1 }, (_, index) => ({
      name: `S${index}`,
      rows: [['x']],
    }))
    const exact = await read(workbook({ sheets: sheets.slice(1) }))
    expect([exact.found, exact.shapes.length]).toEqual([[], workbookLimits.sheets])
    const more = await read(workbook({ sheets }))
    expect([more.found, more.shapes.length]).toEqual([['warning sheet_too_many'], workbookLimits.sheets])
  })
})
