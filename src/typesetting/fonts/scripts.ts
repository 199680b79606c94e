/** Scripts that no font of the platform holds, and a free font that does, for the person who adds it. */
const scripts: readonly (readonly [script: string, font: string])[] = [
  ['Han', 'Noto Sans SC, TC, JP or KR'],
  ['Hiragana', 'Noto Sans JP'],
  ['Katakana', 'Noto Sans JP'],
  ['Hangul', 'Noto Sans KR'],
  ['Bopomofo', 'Noto Sans TC'],
  ['Armenian', 'Noto Sans Armenian'],
  ['Bengali', 'Noto Sans Bengali'],
  ['Cherokee', 'Noto Sans Cherokee'],
  ['Devanagari', 'Noto Sans Devanagari'],
  ['Ethiopic', 'Noto Sans Ethiopic'],
  ['Georgian', 'Noto Sans Georgian'],
  ['Gujarati', 'Noto Sans Gujarati'],
  ['Gurmukhi', 'Noto Sans Gurmukhi'],
  ['Kannada', 'Noto Sans Kannada'],
  ['Khmer', 'Noto Sans Khmer'],
  ['Lao', 'Noto Sans Lao'],
  ['Malayalam', 'Noto Sans Malayalam'],
  ['Mongolian', 'Noto Sans Mongolian'],
  ['Myanmar', 'Noto Sans Myanmar'],
  ['Oriya', 'Noto Sans Oriya'],
  ['Sinhala', 'Noto Sans Sinhala'],
  ['Syriac', 'Noto Sans Syriac'],
  ['Tamil', 'Noto Sans Tamil'],
  ['Telugu', 'Noto Sans Telugu'],
  ['Thaana', 'Noto Sans Thaana'],
  ['Thai', 'Noto Sans Thai'],
  ['Tibetan', 'Noto Serif Tibetan'],
  ['Tifinagh', 'Noto Sans Tifinagh'],
]

const patterns = scripts.map(([script, font]) => ({
  holder: { script, font },
  pattern: new RegExp(`\\p{Script=${script}}`, 'u'),
}))

/** The script of a character with a font that holds it; undefined where the platform has such fonts. */
export const scriptOf = (character: string): { script: string; font: string } | undefined =>
  patterns.find(({ pattern }) => pattern.test(character))?.holder
