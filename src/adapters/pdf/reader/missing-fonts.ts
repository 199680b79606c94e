import { isDict, nameOf, type PdfDict, PdfRefused, type PdfValue } from './objects.ts'
import type { PdfObjects } from './page-objects.ts'
import { pdfFaults } from './sentences.ts'

const { sentence } = pdfFaults

const FILES = ['FontFile', 'FontFile2', 'FontFile3']

/** The page sets text in fonts that aren't embedded, which PDF/X forbids. */
export class FontsMissing extends PdfRefused {
  readonly fonts: readonly string[]
  constructor(fonts: readonly string[]) {
    const kind = fonts.length === 1 ? 'pdf_fault.font_missing' : 'pdf_fault.fonts_missing'
    super(sentence(kind, { fonts: fonts.join(', ') }))
    this.fonts = fonts
  }
}

export const isMissingFont = (document: PdfObjects, value: PdfValue): boolean => {
  const font = fontOf(document, value)
  if (!font || nameOf(document.resolve(font.get('Subtype'))) === 'Type3') return false
  const descriptor = document.resolve(font.get('FontDescriptor'))
  return !isDict(descriptor) || !FILES.some((key) => descriptor.has(key))
}

export const nameOfFont = (document: PdfObjects, value: PdfValue): string => {
  const font = fontOf(document, value)
  return nameOf(font && document.resolve(font.get('BaseFont'))) ?? 'without a name'
}

const fontOf = (document: PdfObjects, value: PdfValue): PdfDict | undefined => {
  const font = document.resolve(value)
  if (!isDict(font)) return undefined
  const [descendant = null] = [document.resolve(font.get('DescendantFonts'))].flat()
  const inner = document.resolve(descendant)
  return isDict(inner) ? inner : font
}
