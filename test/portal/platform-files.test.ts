import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  headBytes,
  idOf,
  inspect,
  maxBytes,
  samplesOf,
  scriptNames,
} from '../../portal/src/screens/operator/fonts/files.ts'
import { instanceAssetLimits } from '../../src/core/features/platform-assets/schema.ts'

const profile = (name: string) =>
  readFileSync(new URL(`../../src/adapters/pdf/profiles/${name}.icc`, import.meta.url)).subarray(0, headBytes)
const starting = (text: string) => Buffer.from(text.padEnd(headBytes, 'x'), 'latin1')

describe('a file that an operator uploads', () => {
  test.each([
    ['a TrueType font', starting('\0\x01\0\0'), 4_000, { kind: 'FONT' }],
    ['a font for old Macs', starting('true'), 4_000, { kind: 'FONT' }],
    ['an OpenType font', starting('OTTO'), 4_000, { kind: 'FONT' }],
    ['the largest font', starting('OTTO'), maxBytes.FONT, { kind: 'FONT' }],
    ['a font that is too large', starting('OTTO'), maxBytes.FONT + 1, { refusal: 'fontTooLarge' }],
    ['a font for web pages', starting('wOF2'), 4_000, { kind: 'FONT' }],
    ['a collection of fonts', starting('ttcf'), 4_000, { kind: 'FONT' }],
    ['the profile of a press', profile('FOGRA39'), 4_000, { kind: 'ICC_PROFILE' }],
    ['a profile that is too large', profile('FOGRA39'), 2 ** 23 + 1, { refusal: 'profileTooLarge' }],
    ['the profile of a screen', profile('sRGB'), 4_000, { refusal: 'notForPress' }],
    ['a PDF', starting('%PDF-1.7'), 4_000, { refusal: 'unknown' }],
    ['a few letters', Buffer.from('abc'), 3, { refusal: 'unknown' }],
    ['nothing', Buffer.alloc(0), 0, { refusal: 'empty' }],
  ])('is recognised by its first bytes: %s', (_what, head, sizeBytes, seen) => {
    expect(inspect(head, sizeBytes)).toEqual(seen)
  })

  test('has the same size limit as on the server', () => {
    expect(maxBytes).toEqual({
      FONT: instanceAssetLimits.fontBytes,
      ICC_PROFILE: instanceAssetLimits.profileBytes,
    })
  })

  test.each([
    ['NotoSansThai-Regular.ttf', 'NotoSansThai-Regular'],
    ['PSO coated v3.icc', 'PSO-coated-v3'],
    ['Presse n° 7 (été).icc', 'Presse-n-7-ete'],
    [`${'a'.repeat(60)}.icc`, 'a'.repeat(40)],
    ['_hidden.ttf', 'hidden'],
    ['宋体.ttf', ''],
  ])('%s is named %s', (fileName, id) => {
    expect(idOf(fileName)).toBe(id)
    if (id) expect(id).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]*$/)
  })
})

describe('the scripts of a font', () => {
  test("are named in the reader's language", () => {
    expect(scriptNames(['Latn', 'Thai', 'Hani'], 'en')).toBe('Latin, Thai, Han')
    expect(scriptNames(['Latn', 'Grek'], 'nl')).toBe('Latijns, Grieks')
  })

  test.each(['Cyrl', 'Grek', 'Hebr', 'Arab', 'Thai', 'Hani', 'Hira', 'Kana', 'Hang', 'Armn', 'Deva', 'Geor'])(
    'are shown by sample words: %s',
    (code) => {
      const [line] = samplesOf([code])
      expect(line).toMatch(new RegExp(`\\p{Script=${code}}`, 'u'))
      expect(line).not.toMatch(/[A-Za-z]/)
    },
  )

  test('have no empty line for an unknown script', () => {
    expect(samplesOf(['Latn', 'Tfng', 'Cher']).every((line) => line.length > 0)).toBe(true)
  })
})
