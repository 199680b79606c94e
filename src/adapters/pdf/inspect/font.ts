import { sha256Hex } from '#platform/hash'
import { type Finding, finding } from '../../../core/kernel/finding.ts'
import type { Said } from '../../../core/kernel/sentences.ts'
import type { FontFace } from '../../../typesetting/fonts/face.ts'
import { scriptsOf } from '../../../typesetting/fonts/scripts.ts'
import { loadFace } from '../fonts/book.ts'
import { FontRefused, readSfnt, unpackFont } from '../fonts/sfnt.ts'
import { subsetFonts } from '../fonts/subset.ts'
import { inspectionSentences } from '../sentences.ts'
import type { PackedInspection } from './packed.ts'

const { say } = inspectionSentences

/** Without these nothing can be set or embedded, whatever the outlines are. */
const REQUIRED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'] as const
/** A font has 65,535 glyphs at most; every character that it names is looked up when a part is written. */
export const MAX_CHARACTERS = 200_000
/** So many characters are set and embedded for a trial. */
const TRIED = 12
/** So many are drawn to see whether they leave ink. */
const MAX_DRAWN = 20_000
/** The most characters that one sentence lists. */
const MOST_NAMED = 20
/** Latin letters, in which names and addresses are printed. */
const LATIN = 'Aaz'

/**
 * Describes a font. A file that holds it in another form (WOFF, WOFF2, a collection, of which `face` chooses one)
 * is replaced by the font itself.
 */
export const inspectFont = async (bytes: Uint8Array, face?: number): Promise<PackedInspection> => {
  try {
    const font = await unpackFont(bytes, face)
    const broken = brokenTables(font)
    if (broken) return failed(broken)
    const inspection = await inspectFace(await loadFace(font))
    return font === bytes
      ? inspection
      : { ...inspection, replacement: { bytes: font, sha256: sha256Hex(font) } }
  } catch (error) {
    if (error instanceof FontRefused) return failed(error.said)
    // What the program says of a damaged file helps nobody to correct it.
    return failed(say('font_damaged.file'))
  }
}

const inspectFace = async (face: FontFace): Promise<PackedInspection> => {
  if (face.refusal) return failed(say('font_not_embeddable.file', { reason: face.refusal }))
  const { codePoints } = face
  if (codePoints.length > MAX_CHARACTERS)
    return failed(say('file_too_complex.font', { limit: MAX_CHARACTERS }))
  const { tried, blank } = visible(face, codePoints)
  if (tried.length === 0) return failed(say('font_damaged.no_letters'))
  const text = String.fromCodePoint(...tried)
  face.shape(text, 0, text.length, false, 'en')
  const glyphs = [...new Set([0, ...tried.map((codePoint) => face.glyphOf(codePoint))])]
  await subsetFonts([{ bytes: face.bytes, glyphs: glyphs.sort((a, b) => a - b), location: face.location }])
  return { findings: told(face, blank), scripts: scriptsOf(codePoints) }
}

/** Characters that are not seen by themselves, whatever their glyphs are. */
const UNSEEN = /^[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc]$/u

/** Some characters that leave ink, and those that leave none, letters before others. */
const visible = (face: FontFace, codePoints: Iterable<number>): { tried: number[]; blank: number[] } => {
  const tried: number[] = []
  const blank: number[] = []
  let looked = 0
  for (const codePoint of codePoints) {
    const glyph = face.glyphOf(codePoint)
    if (glyph === 0 || UNSEEN.test(String.fromCodePoint(codePoint))) continue
    if (++looked > MAX_DRAWN) break
    if (!leavesInk(face, glyph)) blank.push(codePoint)
    else if (tried.length < TRIED) tried.push(codePoint)
  }
  return { tried, blank }
}

const leavesInk = (face: FontFace, glyph: number): boolean => {
  let isInk = false
  const draw = () => {
    isInk = true
  }
  face.draw(glyph, { move: () => {}, close: () => {}, line: draw, quadratic: draw, cubic: draw })
  return isInk
}

/** Tables of glyphs in colours: layers, drawings and bitmaps. */
const COLOURS = ['COLR', 'SVG ', 'sbix', 'CBDT']

/** What a designer should know of a font that can be used. */
const told = (face: FontFace, blank: readonly number[]): Finding[] => {
  const findings: Finding[] = []
  if (COLOURS.some((name) => face.table(name))) findings.push(finding('warning', say('font_glyphs.coloured')))
  if (blank.length > 0) {
    const characters = String.fromCodePoint(...blank.slice(0, MOST_NAMED)).replace(/(?<=.)(?=.)/gsu, ' ')
    const more = blank.length > MOST_NAMED ? ' …' : ''
    findings.push(finding('warning', say('font_glyphs.blank', { characters: characters + more })))
  }
  if ([...LATIN].some((letter) => face.glyphOf(letter.codePointAt(0)!) === 0))
    findings.push(finding('warning', say('font_lacks.latin')))
  const { axes, weights } = face.axes
  const weight = axes.find(({ tag }) => tag === 'wght')
  if (weight)
    findings.push(
      finding(
        'warning',
        say('font_variable.weights', { least: weight.least, most: weight.most, weights: weights.join(', ') }),
      ),
    )
  else if (axes.length > 0) findings.push(finding('warning', say('font_variable.fixed')))
  return findings
}

const failed = (said: Said): PackedInspection => ({ findings: [finding('error', said)] })

/** Which tables are missing; throws `FontRefused` where one lies beyond the end of the file. */
const brokenTables = (bytes: Uint8Array): Said | undefined => {
  const names = new Set(readSfnt(bytes).tables.map(({ tag }) => tag))
  const outlines = names.has('glyf') ? ['loca'] : []
  const missing = [...REQUIRED, ...outlines].filter((name) => !names.has(name))
  return missing.length === 0 ? undefined : say('font_damaged.table_missing', { tables: missing.join(', ') })
}
