/** Character properties for layout. */

/**
 * Matches text in which each character is one glyph, left to right, and words don't affect each other: Latin,
 * Greek and Cyrillic with their extensions, punctuation and currency. Other text needs bidirectional levels,
 * script runs and context.
 */
const SIMPLE =
  /^[\u0020-\u02FF\u0370-\u0482\u048A-\u058F\u1E00-\u1FFF\u2010-\u2027\u2030-\u205E\u20A0-\u20CF\u2100-\u214F]*$/
export const isSimpleText = (text: string): boolean => SIMPLE.test(text)

/** Hebrew, Arabic and other right-to-left scripts, with their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
/** Embeddings, overrides and isolates. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/
export const hasDirectionControls = (text: string): boolean => DIRECTION_CONTROLS.test(text)
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u
const IGNORABLES = /\p{Default_Ignorable_Code_Point}/gu
/** Joiners, directional marks and variation selectors affect shaping and have no glyph. */
export const isIgnorable = (character: string): boolean => IGNORABLE.test(character)
export const withoutIgnorables = (text: string): string => text.replace(IGNORABLES, '')

const MARK = /\p{M}/u
/** A combining mark is set in the font of its base character. */
export const isMark = (character: string): boolean => MARK.test(character)

const SCRIPTS = (
  [
    'Latin',
    'Greek',
    'Cyrillic',
    'Hebrew',
    'Arabic',
    'Devanagari',
    'Thai',
    'Armenian',
    'Georgian',
    'Han',
  ] as const
).map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const)
const LETTER = /\p{L}/u

/** A letter's script; undefined for characters common to all, which follow their neighbours. */
export const scriptOf = (character: string): string | undefined => {
  for (const [name, pattern] of SCRIPTS) if (pattern.test(character)) return name
  return LETTER.test(character) ? 'other' : undefined
}

/** C0 and C1 characters. Except for line ends and tabs they can't be printed. */
export const isControl = (codePoint: number): boolean =>
  codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)

/** The object replacement and replacement characters, for which fonts draw a box or a question mark. */
export const isReplacement = (codePoint: number): boolean => codePoint === 0xfffc || codePoint === 0xfffd

/** Line ends (UAX #14: BK, CR, LF, NL): some programs write vertical tabs inside paragraphs. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const REPLACED = /[\t\v\f\r\u0085\u2028\u2029]/

/** Splits text at line ends. Tabs become spaces. Other controls stay, and are reported as missing glyphs. */
export const paragraphsOf = (text: string): string[] => {
  let clean = text
  if (REPLACED.test(clean)) clean = clean.replace(LINE_ENDS, '\n').replaceAll('\t', ' ')
  if (!isSimpleText(clean)) clean = clean.normalize('NFC')
  return clean.split('\n')
}
