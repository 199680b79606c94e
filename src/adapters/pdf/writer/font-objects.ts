import { sha256Hex } from '#platform/hash'
import { fromHex, utf8 } from '../../../core/kernel/bytes.ts'
import type { FontFace } from '../../../typesetting/fonts/face.ts'
import { cffForPdf } from '../fonts/cff.ts'
import type { PdfWriter } from './writer.ts'

/** Writes a Type 0 font with a subset that keeps the glyph ids of the face. */
export const writeFont = async (
  writer: PdfWriter,
  id: number,
  face: FontFace,
  glyphs: readonly number[],
  subset: Uint8Array,
): Promise<void> => {
  const name = `${subsetTag(face, glyphs)}+${face.postScriptName}`
  const descendant = writer.reserve()
  const descriptor = writer.reserve()
  const file = writer.reserve()
  const unicode = writer.reserve()
  writer.object(
    id,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
  )
  writer.object(
    descendant,
    `<</Type/Font/Subtype/${face.isCff ? 'CIDFontType0' : 'CIDFontType2'}/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/DW 0/W[${widths(face, glyphs)}]${face.isCff ? '' : '/CIDToGIDMap/Identity'}>>`,
  )
  const { metrics } = face
  const SYMBOLIC = 4
  const ITALIC = 64
  const flags = SYMBOLIC | (metrics.italicAngle === 0 ? 0 : ITALIC)
  writer.object(
    descriptor,
    `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${metrics.boundingBox.join(' ')}]/ItalicAngle ${round(metrics.italicAngle)}/Ascent ${round(metrics.ascender)}/Descent ${round(metrics.descender)}/CapHeight ${round(metrics.capHeight)}/StemV 80/${face.isCff ? 'FontFile3' : 'FontFile2'} ${file} 0 R>>`,
  )
  const program = face.isCff ? cffForPdf(subset) : subset
  const outlines = await writer.packed(program)
  const kind = face.isCff ? '/Subtype/CIDFontType0C' : `/Length1 ${program.length}`
  writer.stream(file, `${outlines.filter}${kind}`, outlines.data)
  const map = await writer.packed(utf8(toUnicode(face, glyphs)))
  writer.stream(unicode, map.filter, map.data)
  await writer.drain()
}

const round = (value: number): number => Math.round(value * 100) / 100

/** Returns six letters derived from the font and its glyphs, so that subsets have different names. */
const subsetTag = (face: FontFace, glyphs: readonly number[]): string => {
  const digest = fromHex(sha256Hex(`${face.key}:${glyphs.join(',')}`))
  return String.fromCharCode(...digest.subarray(0, 6).map((byte) => 65 + (byte % 26)))
}

/** Returns `first [w w w] …` for runs of consecutive glyphs, in thousandths of an em. */
const widths = (face: FontFace, glyphs: readonly number[]): string => {
  const scale = 1000 / face.unitsPerEm
  let out = ''
  for (const [index, glyph] of glyphs.entries()) {
    const width = round(face.advanceOf(glyph) * scale)
    if (index > 0 && glyphs[index - 1] === glyph - 1) out += ` ${width}`
    else out += `${index > 0 ? ']' : ''}${glyph}[${width}`
  }
  return glyphs.length === 0 ? '' : `${out}]`
}

const hex = (value: number, digits = 4): string => value.toString(16).padStart(digits, '0').toUpperCase()

/** Maps glyphs to characters by the font's character map. Other clusters carry ActualText. */
const toUnicode = (face: FontFace, glyphs: readonly number[]): string => {
  const lines: string[] = []
  for (const glyph of glyphs) {
    const codePoint = face.unicodeOf(glyph)
    if (codePoint === undefined) continue
    const text = String.fromCodePoint(codePoint)
    const units = Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('')
    lines.push(`<${hex(glyph)}> <${units}>`)
  }
  const BLOCK = 100
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += BLOCK) {
    const block = lines.slice(at, at + BLOCK)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`
}
