import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  isGenuineMark,
  type MarkDigest,
  markLines,
  marksOf,
  printedItemCode,
  readMark,
  runCodeOf,
  sampleMarks,
} from '../../../src/core/template/sheet-mark.ts'

const keyed =
  (key: string): MarkDigest =>
  (text) =>
    createHmac('sha256', key).update(text).digest()
const digest = keyed('instance')
const piece = { run: 'R4K72MPQ', sequence: 123, item: 'ABCDEFGHJKMN', sheets: 3 }

describe('the mark of a sheet', () => {
  test('contains the piece, the sheet number, the number of sheets, and whether the set ends', () => {
    const read = marksOf(piece, digest).map(readMark)
    expect(read).toEqual(
      [1, 2, 3].map((sheet) => ({
        ...piece,
        sheet,
        isEnd: sheet === 3,
        isRemake: false,
        check: expect.stringMatching(/^[0-9A-Z]{4}$/),
      })),
    )
    expect(read.every((mark) => isGenuineMark(mark!, digest))).toBe(true)
  })

  test('is printed next to its code as readable text', () => {
    const [first, , last] = marksOf(piece, digest)
    const check = readMark(last!)!.check
    expect(markLines(last!)).toEqual(['0000123 3/3 END', 'R4K72MPQ', 'ABCDEFGHJKMN', check])
    expect(markLines(first!)[0]).toBe('0000123 1/3')
    expect(markLines('LS1')).toEqual([])
  })

  test('marks a sheet that is printed again', () => {
    const again = marksOf({ ...piece, isRemake: true }, digest)
    expect(again.map(readMark)).toMatchObject([
      { isRemake: true, isEnd: false },
      { isRemake: true, isEnd: false },
      { isRemake: true, isEnd: true },
    ])
    expect(again.every((text) => isGenuineMark(readMark(text)!, digest))).toBe(true)
    expect(again[0]).not.toBe(marksOf(piece, digest)[0])
    expect(markLines(again[2]!).at(-1)).toMatch(/^[0-9A-Z]{4} REMAKE$/)
  })

  test('always has the same length, so that its zone stays large enough', () => {
    const all = [
      ...marksOf({ ...piece, isRemake: true }, digest),
      ...marksOf(piece, digest),
      ...marksOf({ ...piece, sequence: 9_999_999, sheets: 16 }, digest),
    ]
    expect(new Set([...all, ...sampleMarks(2)].map((text) => text.length))).toEqual(new Set([39]))
  })

  test('is genuine under one key only, and not after any change', () => {
    const text = marksOf(piece, digest)[0]!
    const mark = readMark(text)!
    expect(isGenuineMark(mark, keyed('another'))).toBe(false)
    for (const forged of [{ sequence: 124 }, { item: 'ABCDEFGHJKMP' }, { run: 'R4K72MPR' }, { sheets: 4 }])
      expect(isGenuineMark({ ...mark, ...forged }, digest), JSON.stringify(forged)).toBe(false)
    expect(isGenuineMark(readMark(sampleMarks(1)[0]!)!, digest)).toBe(false)
  })

  test.each([
    ['another version', 'LS2R4K72MPQ0000123ABCDEFGHJKMN01030ABCD'],
    ['a letter that codes do not contain', 'LS1R4K72MPQ0000123ABCDEFGHIKMN01030ABCD'],
    ['a sheet beyond the last', 'LS1R4K72MPQ0000123ABCDEFGHJKMN04030ABCD'],
    ['no sheet', 'LS1R4K72MPQ0000123ABCDEFGHJKMN00030ABCD'],
    ['an end in the middle', 'LS1R4K72MPQ0000123ABCDEFGHJKMN01031ABCD'],
    ['a last sheet without an end', 'LS1R4K72MPQ0000123ABCDEFGHJKMN03030ABCD'],
    ['a piece of one', 'LS1R4K72MPQ0000123ABCDEFGHJKMN0103'],
    ['nothing', ''],
  ])('is not read from %s', (_what, text) => {
    expect(readMark(text)).toBeUndefined()
  })

  test('names a run by the end of its id', () => {
    expect(runCodeOf('run_01JGFJJZ00ABCDEFGHR4K72MPQ')).toBe('R4K72MPQ')
  })

  test.each([
    ['the mark', marksOf(piece, digest)[1]!],
    ['the mark in small letters', ` ${marksOf(piece, digest)[1]!.toLowerCase()}\n`],
    ['its readable line', 'ABCDEFGHJKMN K7Q2'],
    ['its line on a remake', 'ABCDEFGHJKMN K7Q2 REMAKE'],
    ['all its lines', markLines(marksOf(piece, digest)[2]!).join('\n')],
    ['all lines of a remake', markLines(marksOf({ ...piece, isRemake: true }, digest)[0]!).join(' ')],
    ['the code', 'abcdefghjkmn'],
    ['the URL of a QR code', 'https://mail.example/q/ABCDEFGHJKMN'],
    ['the opt-out URL', 'HTTPS://MAIL.EXAMPLE/O/ABCDEFGHJKMN'],
  ])('gives the item’s code by %s', (_what, text) => {
    expect(printedItemCode(text)).toBe('ABCDEFGHJKMN')
  })
})
