import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCsv } from '../../src/adapters/csv/csv.ts'
import { CsvFault, neutralised, plainCell } from '../../src/core/ports/csv.ts'

const csv = createCsv()
async function* pieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
const read = async (bytes: Uint8Array, size?: number) => {
  const dialect = (await csv.inspect(pieces(bytes, size))).dialect
  const records: string[][] = []
  for await (const batch of csv.decode(pieces(bytes, size), dialect)) records.push(...batch)
  return { ...dialect, records }
}

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const list = 'naam;stad\r\nZoë;Curaçao\r\n'
const records = [
  ['naam', 'stad'],
  ['Zoë', 'Curaçao'],
]

describe('reading CSV', () => {
  test.each<[string, Uint8Array, string]>([
    ['UTF-8', Buffer.from(list), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${list}`), 'utf-8'],
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${list}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a byte order mark', Buffer.from(list, 'utf16le'), 'utf-16le'],
    ['UTF-16, big-endian', swapped(`\uFEFF${list}`), 'utf-16be'],
    ['UTF-16, big-endian without a byte order mark', swapped(list), 'utf-16be'],
    ['Windows-1252', Buffer.from(list, 'latin1'), 'windows-1252'],
  ])('detects %s by its bytes', async (_what, bytes, encoding) => {
    for (const size of [1, 7, 4096]) {
      expect(await read(bytes, size)).toEqual({ encoding, delimiter: ';', records })
    }
  })

  test('detects Windows-1252 if its first non-ASCII byte comes late', async () => {
    const late = Buffer.concat([
      Buffer.from(`naam;stad\n${'Jan;Delft\n'.repeat(20_000)}`),
      Buffer.from([0x5a, 0xeb]),
    ])
    expect((await read(late, 65_536)).encoding).toBe('windows-1252')
  })

  test.each([
    ['a,b\n1,2', ','],
    ['a;b\n1,5;2', ';'],
    ['a\tb\n1\t2', '\t'],
    ['a|b\n1|2', '|'],
    ['"a,b,c";d\n1;2', ';'],
    ['name\nZoë', ','],
    ['Klanten, voorjaar\n\na;b;c\n1,5;2;3', ';'],
    ['', ','],
  ])('detects the delimiter of %j', async (text, delimiter) => {
    expect((await read(Buffer.from(text))).delimiter).toBe(delimiter)
  })

  test.each<[string, string, string[][]]>([
    [
      'quotes and line ends in cells',
      'a,b\n"1, ""x""\n2",3',
      [
        ['a', 'b'],
        ['1, "x"\n2', '3'],
      ],
    ],
    [
      'quotes inside words',
      'a,b\nO"Brien,5" pipe',
      [
        ['a', 'b'],
        ['O"Brien', '5" pipe'],
      ],
    ],
    [
      'spaces after a closing quote',
      'a,b,c\n"1" ,"2, x"\t,"3"  \n"4, 5" , "6",7 ',
      [
        ['a', 'b', 'c'],
        ['1', '2, x', '3'],
        ['4, 5', ' "6"', '7 '],
      ],
    ],
    [
      'empty lines and three kinds of line ends',
      'a,b\r\n\r\n1,2\n3,4\r5,6',
      [['a', 'b'], [''], ['1', '2'], ['3', '4'], ['5', '6']],
    ],
    [
      'doubled line ends',
      'a,b\r\r\n1,2\r\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes after a backslash',
      'a,b\n"1 \\"x\\" y",3',
      [
        ['a', 'b'],
        ['1 "x" y', '3'],
      ],
    ],
    [
      'a backslash at the end of a quoted cell',
      'a,b\n"C:\\",3',
      [
        ['a', 'b'],
        ['C:\\', '3'],
      ],
    ],
    [
      'a file with an end-of-file mark of DOS',
      'a,b\n1,2\n\x1a\0\0',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'the same mark inside a text',
      'a,b\n1\x1a,2',
      [
        ['a', 'b'],
        ['1\x1a', '2'],
      ],
    ],
    ['short and long records', 'a,b\n1\n1,2,3', [['a', 'b'], ['1'], ['1', '2', '3']]],
    ['nothing', '', []],
  ])('accepts %s', async (_what, text, expected) => {
    expect((await read(Buffer.from(text))).records).toEqual(expected)
  })

  test.each<[string, string, string]>([
    ['an unclosed quote', `a,b\n"${'x'.repeat(70_000)}`, 'record_too_long'],
    ['a line without an end', 'x'.repeat(70_000), 'record_too_long'],
    ['a thousand columns', 'a,'.repeat(1000), 'too_many_cells'],
    ['a line of commas', ','.repeat(200_000), 'too_many_cells'],
    ['commas with quoted line ends in between', ',,,"\n"'.repeat(40_000), 'too_many_cells'],
    ['one cell too many', `${'a,'.repeat(500)}a\n`, 'too_many_cells'],
  ])('stops at %s', async (_what, text, code) => {
    const refused = expect(read(Buffer.from(text), 4096)).rejects
    await refused.toThrow(CsvFault)
    await refused.toMatchObject({ sentence: { code } })
  })

  test.each([
    ['500 cells', `${'a,'.repeat(499)}a`, 500],
    ['65,536 characters', 'x'.repeat(65_536), 1],
    // Each quote is written twice.
    ['nothing but quotes', `"${'""'.repeat(65_536)}"`, 1],
    ['500 cells of quotes', Array.from({ length: 500 }, () => `"${'""'.repeat(131)}"`).join(','), 500],
  ])('accepts a record of %s', async (_what, text, cells) => {
    const { records } = await read(Buffer.from(`${text}\nnext\n`), 4096)
    expect(records.map(({ length }) => length)).toEqual([cells, 1])
  })

  test.each([
    ['on one line', 'a,b\n1,2\n3,"4\n5,6\n', 3],
    ['after cells with several lines', 'a,b\r\n"1\r\n2",3\r\n"4,5\r\n6', 4],
  ])('reports the line of an unclosed quote: %s', async (_what, text, line) => {
    await expect(read(Buffer.from(text), 8)).rejects.toMatchObject({
      sentence: { code: 'unreadable', params: { line } },
    })
  })

  test('stops inside the record: reads less than one of 40 MB of commas', async () => {
    let read = 0
    async function* commas() {
      for (const piece = Buffer.alloc(64 * 1024, ','); read < 40_000_000; read += piece.length) yield piece
    }
    const reading = csv.decode(commas(), { encoding: 'utf-8', delimiter: ',' })[Symbol.asyncIterator]()
    await expect(reading.next()).rejects.toMatchObject({ sentence: { code: 'too_many_cells' } })
    expect(read).toBeLessThan(1_000_000)
  })

  test('yields the records before one that cannot be read', async () => {
    const batches: string[][] = []
    const reading = async () => {
      const bytes = Buffer.from(`a,b\n1,2\n${','.repeat(600)}\n3,4\n`)
      for await (const batch of csv.decode(pieces(bytes, 4096), { encoding: 'utf-8', delimiter: ',' }))
        batches.push(...batch)
    }
    await expect(reading()).rejects.toMatchObject({ sentence: { code: 'too_many_cells' } })
    expect(batches).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  test.each([512, 2048, 4096])('loses nothing at piece boundaries of %i characters', async (piece) => {
    const others = ['naam', 'b']
    for (let before = piece - 24; before <= piece; before++) {
      const name = 'x'.repeat(before)
      const text = `${name}👨‍👩‍👧;"c""👨"\r\nnaam;b\r\n`
      const { records } = await read(Buffer.from(text), text.length * 4)
      expect(records, `${before}`).toEqual([[`${name}👨‍👩‍👧`, 'c"👨'], others])
    }
  })

  test('yields 100,000 records in batches of hundreds', async () => {
    const bytes = Buffer.from(`name,city\n${'Jan,Delft\n'.repeat(100_000)}`)
    let count = 0
    for await (const batch of csv.decode(pieces(bytes, 65_536), { encoding: 'utf-8', delimiter: ',' })) {
      expect(batch.length).toBeLessThanOrEqual(200)
      count += batch.length
    }
    expect(count).toBe(100_001)
  })
})

test('written rows read back unchanged, including formulas', async () => {
  const rows = [
    ['a;b', '=1+1'],
    ['"q"\r\n', '-5'],
    ['@x', "'plain"],
    ['two\nlines', 'and\rtwo'],
  ]
  const chunks: Uint8Array[] = []
  for await (const chunk of csv.encode(rows, { delimiter: ';', bom: true, neutraliseFormulas: true }))
    chunks.push(chunk)
  const back = (await read(Buffer.concat(chunks))).records
  expect(back.map((row) => row.map(plainCell))).toEqual(rows)
})

describe('a formula', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+31 20', "'+31 20"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A1', "'＠A1"],
    [' =1', " '=1"],
    ['"=1"', '"\'=1"'],
    ['a;=1', "a;'=1"],
    ['a,=1', "a,'=1"],
    ['a|=1', "a|'=1"],
    ['a\t=1', "a\t'=1"],
    ['a\n=1', "a\n'=1"],
    ['a\r\n@A1', "a\r\n'@A1"],
    ['a; "＝1"', 'a; "\'＝1"'],
    ["a;'=1", "a;''=1"],
    ['a;\t=1', "a;'\t'=1"],
    ['=1;=2,-3', "'=1;'=2,'-3"],
  ])('%j is written as text for any delimiter: %j', (cell, written) => {
    expect([neutralised(cell), plainCell(written)]).toEqual([written, cell])
  })

  test.each(['a=b', '12-14', 'zoe@example.org', 'a, b-c', "'s-Gravenhage", 'O;K', "it's"])(
    'is not detected in %j',
    (cell) => {
      expect([neutralised(cell), plainCell(cell)]).toEqual([cell, cell])
    },
  )

  const letters = fc.constantFrom(...'=+-@\t\r\n＝;,|\'" ab'.split(''))
  test('never starts a cell for any delimiter, and every cell reads back', () => {
    fc.assert(
      fc.property(fc.string({ unit: letters }), (cell) => {
        const written = neutralised(cell)
        for (const separator of [';', ',', '|', '\t', '\n']) {
          for (const part of written.split(separator)) expect(part).not.toMatch(/^[ "]*[=+@＝-]/)
        }
        expect(plainCell(written)).toBe(cell)
      }),
    )
  })

  test('is detected in a long cell in linear time', () => {
    const cell = `${' "'.repeat(500_000)}=${"'".repeat(500_000)}`
    expect(neutralised(cell)).toHaveLength(cell.length + 1)
  })
})

test.each([
  ["'01067", '01067'],
  ['="01067"', '01067'],
  ["'12-14", '12-14'],
  ["'s-Gravenhage", "'s-Gravenhage"],
  ["'t Hof", "'t Hof"],
  ["'44 Street", "'44 Street"],
])('the cell %s is read as %s', (cell, text) => {
  expect(plainCell(cell)).toBe(text)
})
