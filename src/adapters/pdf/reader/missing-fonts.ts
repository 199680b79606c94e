import { isDict, nameOf, type PdfDict, PdfRefused, type PdfValue } from './objects.ts'
import type { PdfObjects } from './page-objects.ts'
import { pdfFaults } from './sentences.ts'

const { say } = pdfFaults

const FILES = ['FontFile', 'FontFile2', 'FontFile3']

/** A page on which text is set in fonts that are not in the file, with all of them: PDF/X prints no other. */
export class FontsMissing extends PdfRefused {
  readonly fonts: readonly string[]
  constructor(fonts: readonly string[]) {
    const kind = fonts.length === 1 ? 'pdf_fault.font_missing' : 'pdf_fault.fonts_missing'
    super(say(kind, { fonts: fonts.join(', ') }))
    this.fonts = fonts
  }
}

/** Whether a font, or the one that a composite font is made of, is not in the file. */
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
