import bwip from 'bwip-js'
import { describe, expect, test } from 'vitest'
import { markModules, sampleMarks } from '../../src/core/template/sheet-mark.ts'
import { dataMatrix, dataMatrixSide, QUIET_MODULES } from '../../src/typesetting/marks/datamatrix.ts'

const modulesOf = (text: string): string =>
  dataMatrix(text)
    .slice(QUIET_MODULES, -QUIET_MODULES)
    .map((row) => row.slice(QUIET_MODULES, -QUIET_MODULES).map(Number).join(''))
    .join('\n')

const bwipModules = (text: string): string => {
  const raw = bwip.raw as unknown as (...args: string[]) => { pixs: number[]; pixx: number }[]
  const { pixs, pixx } = raw('datamatrix', text, '')[0]!
  const rows = Array.from({ length: pixx }, (_, row) => pixs.slice(row * pixx, (row + 1) * pixx).join(''))
  return rows.join('\n')
}

describe('a DataMatrix', () => {
  test.each([
    'ABCDEF',
    'ABCDEFGHI123',
    'LS1R4K72MPQ0000001ABCDEFGHJKMN01021K7Q2',
    'LS1R4K72MPQ9999999ZZZZZZZZZZZZ16161ZZZZ',
    '0A1B2C3D4E5F6G7H8J9K0M1N2P3Q4R5S6T7V8W9X0Y1Z2A3B4C5D6E7F8G9H0J1',
  ])('of %s has the same modules as with bwip-js', (text) => {
    expect(modulesOf(text)).toBe(bwipModules(text))
  })

  test('of a mark is 22 modules wide, 24 with its quiet zone', () => {
    const side = dataMatrixSide(sampleMarks(1)[0]!.length)
    expect([side, side + 2 * QUIET_MODULES]).toEqual([22, markModules])
  })

  test('encodes capitals, digits and spaces only, up to its capacity', () => {
    expect(() => dataMatrix('small')).toThrow('capitals')
    expect(() => dataMatrix('A'.repeat(63))).not.toThrow()
    expect(() => dataMatrix('A'.repeat(64))).toThrow('64 characters')
  })
})
