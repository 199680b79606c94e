/** What the layout needs to know of characters. */

/**
 * Scripts in which one character is one glyph, left to right, and words do not influence each other:
 * Latin, Greek, Cyrillic with their extensions, punctuation and currency. Everything else takes the
 * full way (bidirectional levels, script runs, context).
 */
const SIMPLE =
  /^[\u0020-\u02FF\u0370-\u0482\u048A-\u058F\u1E00-\u1FFF\u2010-\u2027\u2030-\u205E\u20A0-\u20CF\u2100-\u214F]*$/
export const isSimpleText = (text: string): boolean => SIMPLE.test(text)

/** Hebrew, Arabic and their neighbours, and the presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
/** Controls that turn the direction of the text behind them. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/
export const hasDirectionControls = (text: string): boolean => DIRECTION_CONTROLS.test(text)
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u
const IGNORABLES = /\p{Default_Ignorable_Code_Point}/gu
/** Joiners, marks of direction, variation selectors: they steer shaping and have no glyph of their own. */
export const isIgnorable = (character: string): boolean => IGNORABLE.test(character)
export const withoutIgnorables = (text: string): string => text.replace(IGNORABLES, '')

const MARK = /\p{M}/u
/** A combining mark belongs to the character before it and is set in its font. */
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

/** The script of a letter; undefined for what is common to all scripts and follows its neighbours. */
export const scriptOf = (character: string): string | undefined => {
  for (const [name, pattern] of SCRIPTS) if (pattern.test(character)) return name
  return LETTER.test(character) ? 'other' : undefined
}

/** Characters of C0 and C1: what of them is no line end and no tab means nothing on paper. */
export const isControl = (codePoint: number): boolean =>
  codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)

/** A character that stands for one that was lost, or for an object: fonts draw a question mark or a box for it. */
export const isReplacement = (codePoint: number): boolean => codePoint === 0xfffc || codePoint === 0xfffd

/**
 * The line ends of Unicode (UAX 14, BK, CR, LF and NL): some programs write vertical tabs within a paragraph.
 */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const REPLACED = /[\t\v\f\r\u0085\u2028\u2029]/

/**
 * Paragraphs of text: line ends unified, tabs as spaces, composed characters. Other control characters stay:
 * no font has a glyph for them, so the sender gets a finding.
 */
export const paragraphsOf = (text: string): string[] => {
  let clean = text
  if (REPLACED.test(clean)) clean = clean.replace(LINE_ENDS, '\n').replaceAll('\t', ' ')
  if (!isSimpleText(clean)) clean = clean.normalize('NFC')
  return clean.split('\n')
}
