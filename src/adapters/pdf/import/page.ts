import { deflateNow } from '#platform/zlib'
import { concatenate, utf8 } from '../../../core/kernel/bytes.ts'
import type { LayerPdfPage } from '../layer.ts'
import { usesOf } from '../preflight/page.ts'
import type { Matrix, PageUse } from '../preflight/uses.ts'
import { pageBox, turnOf } from './boxes.ts'
import { MAX_STREAM_BYTES, streamTooLarge } from './budget.ts'
import type { PdfDocument } from './document.ts'
import {
  entriesSource,
  isDict,
  nameOf,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfRefused,
  PdfStream,
  PdfTooComplex,
  type PdfValue,
  serialise,
} from './objects.ts'
import { pdfFaults } from './sentences.ts'

const { say } = pdfFaults

export const MAX_OBJECTS = 20_000
/**
 * The most bytes that the dictionaries of a page and everything that it uses may have as source: opening a
 * layer reads them in one step.
 */
export const MAX_SOURCE_CHARACTERS = 2_000_000
/** Keys of a page that printing does not need, and `Parent`, which would copy the whole file. */
const DROPPED = new Set([
  'Parent',
  'Metadata',
  'PieceInfo',
  'StructParent',
  'StructParents',
  'LastModified',
  'Thumb',
  'Annots',
])

const LINE_END = utf8('\n')

/** Where `part.ts` puts the number of the file's sRGB profile. */
export const SRGB_PLACEHOLDER = '{{srgb}}'
const SRGB = new PdfRef(-1)

/** A page as it is printed: its form, and how it uses inks, dots and blending. */
export interface ImportedPage {
  form: Pick<LayerPdfPage, 'width' | 'height' | 'objects'>
  uses: PageUse[]
}

/** One page of an uploaded PDF as form XObject, with copies of everything it uses. */
export const importPage = (document: PdfDocument, number: number): ImportedPage => {
  const page = document.page(number)
  const box = pageBox(document, page)
  const turn = turnOf(document, page)
  const [x0, y0, x1, y1] = box
  const w = x1 - x0
  const h = y1 - y0
  const matrices: Readonly<Record<number, Matrix>> = {
    0: [1, 0, 0, 1, -x0, -y0],
    90: [0, -1, 1, 0, -y0, x1],
    180: [-1, 0, 0, -1, x1, y1],
    270: [0, 1, -1, 0, y1, -x0],
  }
  const matrix = matrices[turn]
  if (!matrix) throw new PdfRefused(say('pdf_fault.turned', { degrees: turn }))
  const copier = new Copier(document)
  const form: PdfDict = new Map<string, PdfValue>([
    ['Type', new PdfName('XObject')],
    ['Subtype', new PdfName('Form')],
    ['BBox', [...box]],
    ['Matrix', [...matrix]],
    ['Resources', document.resolve(page.get('Resources')) ?? new Map()],
    ['Filter', new PdfName('FlateDecode')],
  ])
  const group = page.get('Group')
  if (group) form.set('Group', group)
  const content = contents(document, page)
  const objects = copier.copy(new PdfStream(form, deflateNow(content)))
  if (copier.missingFonts.size > 0) throw new FontsMissing([...copier.missingFonts])
  const size = turn % 180 === 0 ? { width: w, height: h } : { width: h, height: w }
  return { form: { ...size, objects }, uses: usesOf(document, page, { content, matrix, ...size }) }
}

const contents = (document: PdfDocument, page: PdfDict): Uint8Array => {
  const streams = [document.resolve(page.get('Contents'))].flat().filter((value) => value !== null)
  const parts: Uint8Array[] = []
  let length = 0
  for (const value of streams) {
    const stream = document.resolve(value)
    if (!(stream instanceof PdfStream)) throw new PdfRefused(say('pdf_fault.content'))
    const part = document.decode(stream)
    parts.push(part, LINE_END)
    length += part.length
    if (length > MAX_STREAM_BYTES) throw streamTooLarge()
  }
  return parts.length === 2 ? parts[0]! : concatenate(parts)
}

/** A page that names fonts which are not in the file, with all of them: PDF/X prints no other. */
export class FontsMissing extends PdfRefused {
  readonly fonts: readonly string[]
  constructor(fonts: readonly string[]) {
    const kind = fonts.length === 1 ? 'pdf_fault.font_missing' : 'pdf_fault.fonts_missing'
    super(say(kind, { fonts: fonts.join(', ') }))
    this.fonts = fonts
  }
}

const tooMuch = () => new PdfTooComplex(say('pdf_too_much.page_objects'))

/**
 * Copies a value and all it refers to; the result numbers objects from 0 and writes references as `{{n}}`.
 */
class Copier {
  readonly #document: PdfDocument
  readonly #numbers = new Map<number, number>()
  /** All of them are wanted, so that a person embeds them at once. */
  readonly missingFonts = new Set<string>()

  constructor(document: PdfDocument) {
    this.#document = document
  }

  copy(form: PdfStream): LayerPdfPage['objects'] {
    const objects = [this.#object(form)]
    let characters = 0
    let bytes = 0
    // One after the other: a chain of references may be as long as the file.
    for (const id of this.#numbers.keys()) {
      const object = this.#object(this.#document.resolve(new PdfRef(id)))
      objects.push(object)
      characters += object.dict.length
      bytes += object.stream?.length ?? 0
      if (characters > MAX_SOURCE_CHARACTERS) throw tooMuch()
      if (bytes > this.#document.size) throw new PdfTooComplex(say('pdf_too_much.nested'))
    }
    return objects
  }

  #refer(ref: PdfRef): string {
    if (ref === SRGB) return SRGB_PLACEHOLDER
    const known = this.#numbers.get(ref.id)
    if (known !== undefined) return `{{${known}}}`
    // The form itself is 0.
    const number = this.#numbers.size + 1
    if (number > MAX_OBJECTS) throw tooMuch()
    this.#numbers.set(ref.id, number)
    return `{{${number}}}`
  }

  #object(value: PdfValue): LayerPdfPage['objects'][number] {
    const refer = (ref: PdfRef) => this.#refer(ref)
    if (value instanceof PdfStream) {
      const dict = this.#prepared(value.dict)
      dict.delete('Length')
      const resources = this.#document.resolve(dict.get('Resources'))
      if (isDict(resources)) dict.set('Resources', this.#withDefaultRgb(resources))
      return { dict: entriesSource(dict, refer), stream: value.data }
    }
    return { dict: serialise(this.#whole(value), refer) }
  }

  /** RGB without a profile means nothing in PDF/X: it is taken as sRGB. */
  #withDefaultRgb(resources: PdfDict): PdfDict {
    const spaces = this.#document.resolve(resources.get('ColorSpace'))
    const named: PdfDict = new Map(isDict(spaces) ? spaces : [])
    if (!named.has('DefaultRGB')) named.set('DefaultRGB', [new PdfName('ICCBased'), SRGB])
    return new Map([...this.#prepared(resources), ['ColorSpace', named]])
  }

  #prepared(dict: PdfDict): PdfDict {
    if (nameOf(dict.get('Type')) === 'Font') this.#checkFont(dict)
    return new Map(
      [...dict].filter(([key]) => !DROPPED.has(key)).map(([key, value]) => [key, this.#whole(value)]),
    )
  }

  /** A dictionary may stand within another just as well as behind a reference. */
  #whole(value: PdfValue): PdfValue {
    if (Array.isArray(value)) return value.map((entry) => this.#whole(entry))
    return isDict(value) ? this.#prepared(value) : value
  }

  #checkFont(font: PdfDict): void {
    const kind = nameOf(font.get('Subtype'))
    if (kind === 'Type3' || kind === 'Type0') return
    const descriptor = this.#document.resolve(font.get('FontDescriptor'))
    const isEmbedded =
      isDict(descriptor) && ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.has(key))
    if (!isEmbedded) this.missingFonts.add(nameOf(font.get('BaseFont')) ?? 'without a name')
  }
}
