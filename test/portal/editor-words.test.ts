import { expect, test } from 'vitest'
import { caretAt } from '../../portal/src/editor/paint/caret-at.ts'
import { openFontBook } from '../../src/adapters/pdf/fonts/book.ts'
import { fillTags, parseTags } from '../../src/core/template/tags.ts'
import { points } from '../../src/typesetting/page/units.ts'
import { layoutText } from '../../src/typesetting/text/text-layout.ts'

const values = { name: 'Anna Maria', greeting: 'שלום' }
const book = await openFontBook(
  { fonts: [{ id: 'noto-sans' }, { id: 'noto-sans-hebrew' }], locale: 'en' },
  new Map(),
)
const size = 12
const lineHeight = 1.5
/** Height of a line in mm. */
const leading = (size * lineHeight * 25.4) / 72

const box = { w: 60, h: 40, align: 'start' as const, verticalAlign: 'top' as const }
type Box = Omit<typeof box, 'align' | 'verticalAlign'> & {
  align: 'start' | 'center' | 'end'
  verticalAlign: 'top' | 'middle' | 'bottom'
}

/**
 * Returns the text with | for the caret, for each place that double clicks from left to right find, `y` mm
 * from the top of the box.
 */
const carets = (text: string, y: number, own: Box = box) => {
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
    const at = caretAt(layout, { ...own, text }, values, { x, y })
    const shown = `${text.slice(0, at)}|${text.slice(at)}`
    if (found.at(-1) !== shown) found.push(shown)
  }
  return found
}

test.each([
  ['between the letters', 'go on', 1, ['|go on', 'g|o on', 'go| on', 'go |on', 'go o|n', 'go on|']],
  [
    'before and after a merge field',
    'a {{name}}, b',
    1,
    ['|a {{name}}, b', 'a| {{name}}, b', 'a |{{name}}, b', 'a {{name}}|, b'].concat([
      'a {{name}},| b',
      'a {{name}}, |b',
      'a {{name}}, b|',
    ]),
  ],
  [
    'before and after one that ends the text, with its fallback',
    '{{nick | "fr}}iend"}}',
    1,
    ['|{{nick | "fr}}iend"}}', '{{nick | "fr}}iend"}}|'],
  ],
  ['in the second line', 'one\nto', 1.5 * leading, ['one\n|to', 'one\nt|o', 'one\nto|']],
  ['in the last line, below all lines', 'one\nto', 39, ['one\n|to', 'one\nt|o', 'one\nto|']],
  ['in an empty line', 'a\n\n\nb', 2.5 * leading, ['a\n\n|\nb']],
  ['in an empty line above all text', '\nb', 0.5 * leading, ['|\nb']],
  ['from right to left', 'אחת', 1, ['אחת|', 'אח|ת', 'א|חת', '|אחת']],
  ['in an empty text', '', 1, ['|']],
])('double clicks put the caret %s', (_, text, y, found) => {
  expect(carets(text, y)).toEqual(found)
})

test('the position of a text in its box is considered', () => {
  const bottom = { ...box, verticalAlign: 'bottom' as const }
  const middle = { ...box, verticalAlign: 'middle' as const }
  expect(carets('a\nb', 38, bottom)).toEqual(['a\n|b', 'a\nb|'])
  expect(carets('a\nb', 20 - leading / 2, middle)).toEqual(['|a\nb', 'a|\nb'])
  const [first, last] = carets('a', 1, { ...box, align: 'end' })
  expect([first, last]).toEqual(['|a', 'a|'])
})

test('the caret is placed in the line that a wrapped text was broken into', () => {
  const narrow = { ...box, w: 20 }
  expect(carets('wonderful wonderful things', 2.5 * leading, narrow)[0]).toBe('wonderful wonderful |things')
})
