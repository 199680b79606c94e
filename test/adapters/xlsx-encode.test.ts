import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeSheet } from '../../src/adapters/xlsx/encode.ts'
import { workbookLimits } from '../../src/adapters/xlsx/limits.ts'
import { Archive } from '../../src/adapters/xlsx/zip.ts'
import { concatenate } from '../../src/core/kernel/bytes.ts'
import { mostSheetRows, SheetFull, type SheetProgress } from '../../src/core/ports/csv.ts'
import { readSheets } from '../support/read-sheets.ts'

type Rows = readonly (readonly string[])[]

const at = Date.parse('2026-01-05T08:00:00Z')
const fresh = (): SheetProgress => ({ rows: 0, bytes: 0, size: 0, crc: 0 })

async function* each(rows: Rows): AsyncGenerator<readonly string[]> {
  yield* rows
}

const collected = async (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return concatenate(all)
}

/** Writes a workbook in parts. The progress between them is stored as JSON. */
const written = async (parts: readonly Rows[]): Promise<Uint8Array> => {
  let progress = fresh()
  const files: Uint8Array[] = []
  for (const [index, rows] of parts.entries()) {
    const options = { at, isLast: () => index === parts.length - 1 }
    files.push(await collected(encodeSheet(each(rows), progress, options)))
    progress = JSON.parse(JSON.stringify(progress))
  }
  const bytes = concatenate(files)
  expect(progress.bytes).toBe(bytes.length)
  return bytes
}

const read = async (parts: readonly Rows[]) => (await readSheets(await written(parts))).rows

const heading = ['Name', 'City']

describe('a workbook', () => {
  test.each<[string, Rows[]]>([
    ['a header only', [[heading]]],
    ['one part', [[heading, ['Zoë', 'Köln']]]],
    ['several parts', [[heading, ['Zoë', 'Köln']], [['Bram', 'Gent']], [['Ada', 'Paris']]]],
    ['a last part without rows', [[heading, ['Zoë', 'Köln']], []]],
    ['more columns than letters', [[Array.from({ length: 60 }, (_, column) => `c${column}`)]]],
    ['chunks of many rows', [Array.from({ length: 3000 }, (_, row) => [`${row}`, 'x'.repeat(60)])]],
  ])('of %s has these rows', async (_, parts) => {
    expect(await read(parts)).toEqual(parts.flat())
  })

  test.each([
    ['a formula', '=HYPERLINK("http://evil.example")'],
    ['a formula after a delimiter', 'a;=1+1'],
    ['leading zeros', '01067'],
    ['text that looks like a date', '12-14'],
    ['text that looks like a number', '1E5'],
    ['markup', '<b>&amp;</b> ]]>'],
    ['spaces at the ends', '  a  '],
    ['line ends', 'a\nb\r\nc\td'],
    ['an Excel escape sequence', '_x000D_ and _x005F_'],
    ['characters outside the basic plane', '𠮷野家 😀'],
  ])('contains %s unchanged', async (_, text) => {
    expect(await read([[heading, [text, 'end']]])).toEqual([heading, [text, 'end']])
  })

  test('has only text cells, in a format that keeps typed text as text', async () => {
    const bytes = await written([[heading, ['=1+1', '12']]])
    const sheet = new Archive(bytes, workbookLimits).read('xl/worksheets/sheet1.xml')
    const xml = new TextDecoder().decode(await collected(sheet))
    expect(xml.match(/<c /g)).toHaveLength(4)
    expect(xml.match(/<c r="[A-Z]+\d+" s="1" t="inlineStr">/g)).toHaveLength(4)
    expect(xml).not.toContain('<f')
  })

  test('reads back as written, for any texts and parts', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .filter((text) => !/[\0\ufffe\uffff]/.test(text))
    const row = fc.tuple(cell, cell, fc.constant('end'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        async (parts) => {
          const all = [[heading, ...(parts[0] ?? [])], ...parts.slice(1)]
          // A cell with spaces only is read as empty.
          const asRead = all.flat().map((cells) => cells.map((text) => (text.trim() === '' ? '' : text)))
          expect(await read(all)).toEqual(asRead)
        },
      ),
      { numRuns: 50 },
    )
  })

  test.each([
    [32_767, 'x'.repeat(32_767)],
    [
      32_768,
      `${'x'.repeat(32_767 - ' … [cut: the text has 32768 characters]'.length)} … [cut: the text has 32768 characters]`,
    ],
  ])(
    'truncates a text of %i characters to the size of a cell and notes what is missing',
    async (length, text) => {
      expect(await read([[['x'.repeat(length)]]])).toEqual([[text]])
    },
  )

  test.each([
    ['has room for its last row', { rows: mostSheetRows - 1 }, true],
    ['rejects a row after the last one', { rows: mostSheetRows }, false],
    ['has room for some more bytes', { size: 2 ** 32 - 5000 }, true],
    ['has at most 4 GiB of XML', { size: 2 ** 32 - 50 }, false],
  ])('%s', async (_, changes, isTaken) => {
    const progress = { ...fresh(), rows: 1, bytes: 5000, size: 1, ...changes }
    const writing = collected(encodeSheet(each([['a', 'b']]), progress, { at, isLast: () => true }))
    if (isTaken) expect((await writing).length).toBeGreaterThan(0)
    else await expect(writing).rejects.toThrow(SheetFull)
  })
})
