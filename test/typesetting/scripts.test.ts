import { expect, test } from 'vitest'
import { scriptOf } from '../../src/typesetting/fonts/scripts.ts'
import { Report } from '../../src/typesetting/page/report.ts'

const box = { x: 1, y: 2, w: 3, h: 4 }
const messagesFor = (characters: string[]) => {
  const report = new Report()
  report.glyphsMissing(characters, box)
  return report.findings.map(({ message }) => message)
}

test.each([
  ['王', 'Han', 'Noto Sans SC, TC, JP or KR'],
  ['김', 'Hangul', 'Noto Sans KR'],
  ['ひ', 'Hiragana', 'Noto Sans JP'],
  ['ส', 'Thai', 'Noto Sans Thai'],
  ['अ', 'Devanagari', 'Noto Sans Devanagari'],
  ['გ', 'Georgian', 'Noto Sans Georgian'],
])('a name with %s (%s) is reported with the font %s', (character, script, font) => {
  expect(scriptOf(character)).toEqual({ script, font })
  const [message] = messagesFor([character])
  expect(message).toContain(`${script}). A font such as ${font} supports this script.`)
})

test('characters without a known script and control characters are reported by code point', () => {
  expect(messagesFor(['🜁', '\u0007'])).toEqual([
    'No font has a glyph for "🜁" (U+1F701).',
    'The text contains a control character (U+0007), which cannot be printed.',
  ])
})
