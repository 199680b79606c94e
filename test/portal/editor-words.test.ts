import { expect, test } from 'vitest'
import { wordAt } from '../../portal/src/editor/paint/word-at.ts'
import { openFontBook } from '../../src/adapters/pdf/fonts/book.ts'
import { fillTags, parseTags } from '../../src/core/template/tags.ts'
import { points } from '../../src/typesetting/page/units.ts'
import { layoutText } from '../../src/typesetting/text/layout.ts'

const values = { name: 'Anna Maria', greeting: 'שלום' }
const book = await openFontBook(
  { fonts: [{ id: 'noto-sans' }, { id: 'noto-sans-hebrew' }], locale: 'en' },
  new Map(),
)
const size = 12
const lineHeight = 1.5
/** Millimetres of a line. */
const leading = (size * lineHeight * 25.4) / 72

const box = { w: 60, h: 40, align: 'start' as const, verticalAlign: 'top' as const }
type Box = Omit<typeof box, 'align' | 'verticalAlign'> & {
  align: 'start' | 'center' | 'end'
  verticalAlign: 'top' | 'middle' | 'bottom'
}

/** What double clicks from left to right choose, at so many millimetres from the top of the box. */
const chosen = (text: string, y: number, own: Box = box) => {
  const filled = fillTags(parseTags(text).parts, values).text
  const style = { size, minSize: size, lineHeight, wrap: true }
  const layout = layoutText(
    book.typesetter('noto-sans')!,
    filled,
    { w: points(own.w), h: points(own.h) },
    style,
  )
  const found: string[] = []
  for (let x = 0; x <= own.w; x += 0.25) {
    const range = wordAt(layout, { ...own, text }, values, { x, y })
    const word = range && text.slice(...range).trim()
    if (word && found.at(-1) !== word) found.push(word)
  }
  return found
}

test.each([
  ['every word', 'Plain words here', 1, ['Plain', 'words', 'here']],
  ['a merge field as a whole', 'Dear {{name}}, hello', 1, ['Dear', '{{name}}', ',', 'hello']],
  ['one with its fallback', 'Dear {{nick | "fr}}iend"}} now', 1, ['Dear', '{{nick | "fr}}iend"}}', 'now']],
  ['the word that was meant where it stands twice', 'go on, go', 1, ['go', 'on', ',', 'go']],
  ['the second line', 'first one\nsecond two', 1.5 * leading, ['second', 'two']],
  ['the last line below all lines', 'first\nsecond', 39, ['second']],
  ['from right to left', 'אחת שתיים', 1, ['שתיים', 'אחת']],
])('double clicks choose %s', (_, text, y, words) => {
  expect(chosen(text, y)).toEqual(words)
})

test('nothing is chosen beside the words', () => {
  expect(chosen('', 1)).toEqual([])
})

test('the place of a text in its box counts', () => {
  expect(chosen('first\nsecond', 38, { ...box, verticalAlign: 'bottom' })).toEqual(['second'])
  expect(chosen('first\nsecond', 20 - leading / 2, { ...box, verticalAlign: 'middle' })).toEqual(['first'])
  expect(chosen('one', 1, { ...box, align: 'end' })).toEqual(['one'])
})

test('a word of a wrapped text is found in the line that it came to', () => {
  const narrow = { ...box, w: 20 }
  expect(chosen('wonderful wonderful things', 1, narrow)).toEqual(['wonderful'])
  expect(chosen('wonderful wonderful things', 2.5 * leading, narrow)).toEqual(['things'])
})
