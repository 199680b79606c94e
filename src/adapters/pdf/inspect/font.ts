import { sha256Hex } from '#platform/hash'
import { type Finding, finding } from '../../../core/kernel/finding.ts'
import type { Sentence } from '../../../core/kernel/sentences.ts'
import type { FontFace } from '../../../typesetting/fonts/face.ts'
import { scriptsOf } from '../../../typesetting/fonts/scripts.ts'
import { loadFace } from '../fonts/book.ts'
import { FontRefused, readSfnt, unpackFont } from '../fonts/sfnt.ts'
import { subsetFonts } from '../fonts/subset.ts'
import { inspectionSentences } from '../sentences.ts'
import type { PackedInspection } from './packed.ts'

const { sentence } = inspectionSentences

/** Tables required for setting and embedding text, whatever the outlines. */
const REQUIRED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'] as const
/** A font has at most 65,535 glyphs. Every mapped character is looked up when a part is written. */
export const MAX_CHARACTERS = 200_000
const TESTED = 12
/** Glyphs that are drawn to check whether they leave ink. */
const MAX_DRAWN = 20_000
const MAX_NAMED = 20
/** Latin letters, which names and addresses need. */
const LATIN = 'Aaz'

/** Inspects a font. The plain font replaces WOFF, WOFF2 and collections, of which `face` selects a font. */
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
    if (error instanceof FontRefused) return failed(error.sentence)
    // The error of a damaged file doesn't help the user to fix it.
    return failed(sentence('font_damaged.file'))
  }
}

const inspectFace = async (face: FontFace): Promise<PackedInspection> => {
  if (face.refusal) return failed(sentence('font_not_embeddable.file', { reason: face.refusal }))
  const { codePoints } = face
  if (codePoints.length > MAX_CHARACTERS)
    return failed(sentence('file_too_complex.font', { limit: MAX_CHARACTERS }))
  const { tested, blank } = visible(face, codePoints)
  if (tested.length === 0) return failed(sentence('font_damaged.no_letters'))
  const text = String.fromCodePoint(...tested)
  face.shape(text, 0, text.length, false, 'en')
  const glyphs = [...new Set([0, ...tested.map((codePoint) => face.glyphOf(codePoint))])]
  await subsetFonts([{ bytes: face.bytes, glyphs: glyphs.sort((a, b) => a - b), location: face.location }])
  return { findings: warningsFor(face, blank), scripts: scriptsOf(codePoints) }
}

/** Characters that are invisible by themselves, whatever their glyphs. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc]$/u

const visible = (face: FontFace, codePoints: Iterable<number>): { tested: number[]; blank: number[] } => {
  const tested: number[] = []
  const blank: number[] = []
  let drawn = 0
  for (const codePoint of codePoints) {
    const glyph = face.glyphOf(codePoint)
    if (glyph === 0 || INVISIBLE.test(String.fromCodePoint(codePoint))) continue
    if (++drawn > MAX_DRAWN) break
    if (!leavesInk(face, glyph)) blank.push(codePoint)
    else if (tested.length < TESTED) tested.push(codePoint)
  }
  return { tested, blank }
}

const leavesInk = (face: FontFace, glyph: number): boolean => {
  let isInk = false
  const draw = () => {
    isInk = true
  }
  face.draw(glyph, { move: () => {}, close: () => {}, line: draw, quadratic: draw, cubic: draw })
  return isInk
}

/** Tables of colour glyphs: layers, drawings and bitmaps. */
const COLOURS = ['COLR', 'SVG ', 'sbix', 'CBDT']

const warningsFor = (face: FontFace, blank: readonly number[]): Finding[] => {
  const findings: Finding[] = []
  if (COLOURS.some((name) => face.table(name)))
    findings.push(finding('warning', sentence('font_glyphs.coloured')))
  if (blank.length > 0) {
    const characters = String.fromCodePoint(...blank.slice(0, MAX_NAMED)).replace(/(?<=.)(?=.)/gsu, ' ')
    const more = blank.length > MAX_NAMED ? ' …' : ''
    findings.push(finding('warning', sentence('font_glyphs.blank', { characters: characters + more })))
  }
  if ([...LATIN].some((letter) => face.glyphOf(letter.codePointAt(0)!) === 0))
    findings.push(finding('warning', sentence('font_lacks.latin')))
  const { axes, weights } = face.axes
  const weight = axes.find(({ tag }) => tag === 'wght')
  if (weight)
    findings.push(
      finding(
        'warning',
        sentence('font_variable.weights', {
          least: weight.min,
          most: weight.max,
          weights: weights.join(', '),
        }),
      ),
    )
  else if (axes.length > 0) findings.push(finding('warning', sentence('font_variable.fixed')))
  return findings
}

const failed = (reason: Sentence): PackedInspection => ({ findings: [finding('error', reason)] })

/** Returns a sentence that lists missing tables. Throws `FontRefused` if a table exceeds the file. */
const brokenTables = (bytes: Uint8Array): Sentence | undefined => {
  const names = new Set(readSfnt(bytes).tables.map(({ tag }) => tag))
  const outlines = names.has('glyf') ? ['loca'] : []
  const missing = [...REQUIRED, ...outlines].filter((name) => !names.has(name))
  return missing.length === 0
    ? undefined
    : sentence('font_damaged.table_missing', { tables: missing.join(', ') })
}
