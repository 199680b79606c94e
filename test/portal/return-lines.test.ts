import { describe, expect, test } from 'vitest'
import { readLines } from '../../portal/src/screens/runs/return-lines.ts'

const read = (text: string) => readLines(text, ['MOVED', 'OTHER'])
const pieces = (text: string) => read(text).pieces.map(({ piece }) => piece)

describe('the input of a return desk', () => {
  test.each([
    ['a code that was scanned', 'ABC123', ['ABC123']],
    ['a scanned URL', 'https://mail.example/q/ABC', ['https://mail.example/q/ABC']],
    ['several lines, some of them empty', ' A \r\n\n B\n', ['A', 'B']],
    ['the first column of a table from a spreadsheet', 'A\tZoë\nB\tWim', ['A', 'B']],
    ['the first column of a CSV', '"A","Zoë"\n"B","Wim"', ['A', 'B']],
    ['nothing', '  \n', []],
  ])('is read from %s', (_what, text, codes) => {
    expect(pieces(text)).toEqual(codes.map((code) => ({ code })))
  })

  test('has reasons, carriers and notes under a heading, in any order', () => {
    expect(pieces('Note;Code;Carrier;Reason\nTorn;A;One;12\n;B;One;moved\n;C;;\nlost;;;\n')).toEqual([
      { code: 'A', carrierCode: '12', carrier: 'One', note: 'Torn' },
      { code: 'B', reason: 'MOVED' },
      { code: 'C' },
    ])
  })

  test.each([
    ['Dutch', 'code,reden,bezorger,opmerking'],
    ['German', 'Code,Grund,Postdienst,Notiz'],
    ['French', 'Code,Motif,Opérateur,Note'],
  ])('may have a %s heading', (_language, heading) => {
    expect(pieces(`${heading}\nA,7,One,Wet`)).toEqual([
      { code: 'A', carrierCode: '7', carrier: 'One', note: 'Wet' },
    ])
  })

  test('keeps its lines, so that unsent ones can be restored', () => {
    const text = 'code;reason\nA;MOVED\nB;'
    const { heading, pieces } = read(text)
    expect([heading, ...pieces.map(({ line }) => line)].join('\n')).toBe(text)
  })
})
