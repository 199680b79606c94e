/** ISO 15924 scripts that no platform font covers completely, each with a free font that does. */
const others: readonly (readonly [code: string, script: string, font: string])[] = [
  ['Hani', 'Han', 'Noto Sans SC, TC, JP or KR'],
  ['Hira', 'Hiragana', 'Noto Sans JP'],
  ['Kana', 'Katakana', 'Noto Sans JP'],
  ['Hang', 'Hangul', 'Noto Sans KR'],
  ['Bopo', 'Bopomofo', 'Noto Sans TC'],
  ['Armn', 'Armenian', 'Noto Sans Armenian'],
  ['Beng', 'Bengali', 'Noto Sans Bengali'],
  ['Cher', 'Cherokee', 'Noto Sans Cherokee'],
  ['Deva', 'Devanagari', 'Noto Sans Devanagari'],
  ['Ethi', 'Ethiopic', 'Noto Sans Ethiopic'],
  ['Geor', 'Georgian', 'Noto Sans Georgian'],
  ['Gujr', 'Gujarati', 'Noto Sans Gujarati'],
  ['Guru', 'Gurmukhi', 'Noto Sans Gurmukhi'],
  ['Knda', 'Kannada', 'Noto Sans Kannada'],
  ['Khmr', 'Khmer', 'Noto Sans Khmer'],
  ['Laoo', 'Lao', 'Noto Sans Lao'],
  ['Mlym', 'Malayalam', 'Noto Sans Malayalam'],
  ['Mong', 'Mongolian', 'Noto Sans Mongolian'],
  ['Mymr', 'Myanmar', 'Noto Sans Myanmar'],
  ['Orya', 'Oriya', 'Noto Sans Oriya'],
  ['Sinh', 'Sinhala', 'Noto Sans Sinhala'],
  ['Syrc', 'Syriac', 'Noto Sans Syriac'],
  ['Taml', 'Tamil', 'Noto Sans Tamil'],
  ['Telu', 'Telugu', 'Noto Sans Telugu'],
  ['Thaa', 'Thaana', 'Noto Sans Thaana'],
  ['Thai', 'Thai', 'Noto Sans Thai'],
  ['Tibt', 'Tibetan', 'Noto Serif Tibetan'],
  ['Tfng', 'Tifinagh', 'Noto Sans Tifinagh'],
]

const patternOf = (code: string): RegExp => new RegExp(`\\p{Script=${code}}`, 'u')
const patterns = others.map(([code, script, font]) => ({
  code,
  holder: { script, font },
  pattern: patternOf(code),
}))

/** A character's script and a font for it; undefined for scripts that platform fonts cover. */
export const scriptOf = (character: string): { script: string; font: string } | undefined =>
  patterns.find(({ pattern }) => pattern.test(character))?.holder

/** The scripts of names in Europe and the Middle East come first, because most fonts cover them. */
const letterPatterns = [
  ...['Latn', 'Grek', 'Cyrl', 'Hebr', 'Arab'].map((code) => ({ code, pattern: patternOf(code) })),
  ...patterns,
]
const LETTER = /\p{L}/u
/** Fonts of other scripts include a few Greek letters for formulas, which isn't coverage. */
const minLetters = 10

/** The ISO 15924 codes of scripts with at least ten letters among the characters, most letters first. */
export const scriptsOf = (codePoints: Iterable<number>): string[] => {
  const letters = new Map<string, number>()
  for (const codePoint of codePoints) {
    const character = String.fromCodePoint(codePoint)
    if (!LETTER.test(character)) continue
    const code = letterPatterns.find(({ pattern }) => pattern.test(character))?.code
    if (code) letters.set(code, (letters.get(code) ?? 0) + 1)
  }
  return [...letters]
    .filter(([, count]) => count >= minLetters)
    .sort(([, one], [, other]) => other - one)
    .map(([code]) => code)
}
