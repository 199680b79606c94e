import { deflateNow } from '#platform/zlib'
import { concatenate, utf8 } from '../../../core/kernel/bytes.ts'
import type { Sentence } from '../../../core/kernel/sentences.ts'
import type { PdfPageSize } from '../../../core/model/assets.ts'
import { type FlatPage, flattened } from '../flatten/page.ts'
import type { LayerPdfPage } from '../layer.ts'
import { usesOf } from '../preflight/page.ts'
import { type Area, type Matrix, type PageUse, times } from '../preflight/uses.ts'
import { type PdfBox, pageBox, pageSize, pageUnit, turnOf } from '../reader/boxes.ts'
import { MAX_STREAM_BYTES, streamTooLarge } from '../reader/budget.ts'
import type { PdfDocument } from '../reader/document.ts'
import { FontsMissing } from '../reader/missing-fonts.ts'
import { type PdfDict, PdfName, PdfRefused, PdfStream, type PdfValue } from '../reader/objects.ts'
import { pdfFaults } from '../reader/sentences.ts'
import { Copier } from './copier.ts'

const { sentence } = pdfFaults

const LINE_END = utf8('\n')

export interface ImportedPage {
  form: Pick<LayerPdfPage, 'width' | 'height' | 'objects'>
  size: PdfPageSize
  uses: PageUse[]
  /** The areas of the page's text, in points from its lower left corner. */
  texts: Area[]
  remarks: Sentence[]
}

/** Imports one page of an uploaded PDF as form XObject, with copies of everything it uses. */
export const importPage = (document: PdfDocument, number: number): ImportedPage => {
  const page = document.page(number)
  const box = pageBox(document, page)
  const turn = turnOf(document, page)
  const unit = pageUnit(document, page)
  const matrix = matrixOf(box, turn, unit)
  const content = contents(document, page)
  const flatten = (lacksFonts: boolean) => flattened(document, page, content, { box, turn, lacksFonts })
  const { flat, objects } = copied(flatten, (resources) => formDict(page, { box, matrix, resources }))
  const [w, h] = [(box[2] - box[0]) * unit, (box[3] - box[1]) * unit]
  const size = turn % 180 === 0 ? { width: w, height: h } : { width: h, height: w }
  const { resources } = flat
  const { all: uses, texts } = usesOf(
    flat.objects,
    { page, resources },
    { content: flat.content, matrix, ...size },
  )
  return { form: { ...size, objects }, size: pageSize(document, number), uses, texts, remarks: flat.remarks }
}

/** Copies a page. If fonts aren't embedded, tries again without unused ones. Throws `FontsMissing`. */
const copied = (
  flatten: (lacksFonts: boolean) => FlatPage,
  formOf: (resources: PdfDict) => PdfDict,
): { flat: FlatPage; objects: LayerPdfPage['objects'] } => {
  for (const lacksFonts of [false, true]) {
    const flat = flatten(lacksFonts)
    const copier = new Copier(flat.objects, flat.used)
    const objects = copier.copy(new PdfStream(formOf(flat.resources), deflateNow(flat.content)))
    if (copier.missingFonts.size === 0) return { flat, objects }
    if (flat.used) throw new FontsMissing([...copier.missingFonts])
  }
  throw new PdfRefused(sentence('pdf_fault.damaged'))
}

const formDict = (
  page: PdfDict,
  { box, matrix, resources }: { box: PdfBox; matrix: Matrix; resources: PdfDict },
): PdfDict => {
  const form: PdfDict = new Map<string, PdfValue>([
    ['Type', new PdfName('XObject')],
    ['Subtype', new PdfName('Form')],
    ['BBox', [...box]],
    ['Matrix', [...matrix]],
    ['Resources', resources],
    ['Filter', new PdfName('FlateDecode')],
  ])
  const group = page.get('Group')
  if (group) form.set('Group', group)
  return form
}

/** Returns the matrix that moves the page's box to the origin and applies its rotation. */
const matrixOf = ([x0, y0, x1, y1]: PdfBox, turn: number, unit: number): Matrix => {
  const matrices: Readonly<Record<number, Matrix>> = {
    0: [1, 0, 0, 1, -x0, -y0],
    90: [0, -1, 1, 0, -y0, x1],
    180: [-1, 0, 0, -1, x1, y1],
    270: [0, 1, -1, 0, y1, -x0],
  }
  const matrix = matrices[turn]
  if (!matrix) throw new PdfRefused(sentence('pdf_fault.turned', { degrees: turn }))
  return unit === 1 ? matrix : times(matrix, [unit, 0, 0, unit, 0, 0])
}

const contents = (document: PdfDocument, page: PdfDict): Uint8Array => {
  const streams = [document.resolve(page.get('Contents'))].flat().map((value) => document.resolve(value))
  const parts: Uint8Array[] = []
  let length = 0
  for (const stream of streams) {
    // Deleted and missing streams are empty.
    if (stream === null) continue
    if (!(stream instanceof PdfStream)) throw new PdfRefused(sentence('pdf_fault.content'))
    const part = document.decode(stream)
    parts.push(part, LINE_END)
    length += part.length
    if (length > MAX_STREAM_BYTES) throw streamTooLarge()
  }
  return parts.length === 2 ? parts[0]! : concatenate(parts)
}
