import type { PdfObjects } from '../flatten/objects.ts'
import { isDict, nameOf, type PdfDict, type PdfValue } from '../import/objects.ts'

/** How far texts in a font move the pen, in ems at a size of 1. */
export interface FontWidths {
  /** Bytes of a character code. */
  codeBytes: 1 | 2
  widthOf(code: number): number
}

/** Of a font that says nothing: a glyph is about half as wide as high. */
export const unknownWidths: FontWidths = { codeBytes: 1, widthOf: () => 0.5 }

const MAX_CODES = 65_536

export const fontWidths = (document: PdfObjects, value: PdfValue): FontWidths => {
  const font = document.resolve(value)
  if (!isDict(font)) return unknownWidths
  const [descendant = null] = [document.resolve(font.get('DescendantFonts'))].flat()
  const inner = document.resolve(descendant)
  return isDict(inner) ? compositeWidths(document, inner) : simpleWidths(document, font)
}

const simpleWidths = (document: PdfObjects, font: PdfDict): FontWidths => {
  const widths = document.resolve(font.get('Widths'))
  if (!Array.isArray(widths) || !widths.some((width) => document.resolve(width) !== 0)) return unknownWidths
  const first = Number(document.resolve(font.get('FirstChar')) ?? 0)
  const descriptor = document.resolve(font.get('FontDescriptor'))
  const absent = isDict(descriptor) ? Number(document.resolve(descriptor.get('MissingWidth')) ?? 0) : 0
  const unit = nameOf(document.resolve(font.get('Subtype'))) === 'Type3' ? drawnUnit(document, font) : 0.001
  return {
    codeBytes: 1,
    widthOf(code) {
      const width = document.resolve(widths[code - first])
      return (typeof width === 'number' ? width : absent) * unit
    },
  }
}

/** Fonts whose glyphs are drawings have a scale of their own. */
const drawnUnit = (document: PdfObjects, font: PdfDict): number => {
  const matrix = document.resolve(font.get('FontMatrix'))
  return Array.isArray(matrix) ? Number(document.resolve(matrix[0])) : 0.001
}

/** Codes are taken for the numbers of glyphs, as programs that embed fonts write them. */
const compositeWidths = (document: PdfObjects, font: PdfDict): FontWidths => {
  const usual = Number(document.resolve(font.get('DW')) ?? 1000)
  const widths = new Map<number, number>()
  const read = document.resolve(font.get('W'))
  const entries = (Array.isArray(read) ? read : []).map((entry) => document.resolve(entry))
  for (let at = 0; at + 1 < entries.length && widths.size < MAX_CODES; ) {
    const first = Number(entries[at])
    const second = entries[at + 1]
    if (Array.isArray(second)) {
      for (const [index, width] of second.entries())
        widths.set(first + index, Number(document.resolve(width)))
      at += 2
    } else {
      const last = Math.min(Number(second), first + MAX_CODES)
      for (let code = first; code <= last; code++) widths.set(code, Number(entries[at + 2]))
      at += 3
    }
  }
  return { codeBytes: 2, widthOf: (code) => (widths.get(code) ?? usual) / 1000 }
}
