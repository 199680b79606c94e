import { isDict, type PdfDict, type PdfStream, type PdfValue } from '../reader/objects.ts'
import type { PdfObjects } from '../reader/page-objects.ts'
import { type Area, Bounds, type Matrix, times } from './uses.ts'

interface PlacedForm {
  matrix: Matrix
  /** Undefined if the box is damaged; the form then counts as unclipped. */
  box: Area | undefined
  resources: PdfDict | undefined
}

export const placedForm = (document: PdfObjects, { dict }: PdfStream, outer: Matrix): PlacedForm => {
  const numbers = (value: PdfValue | undefined, count: number): number[] | undefined => {
    const read = document.resolve(value)
    const all = Array.isArray(read) ? read.map((one) => Number(document.resolve(one))) : []
    return all.length === count && all.every(Number.isFinite) ? all : undefined
  }
  const own = numbers(dict.get('Matrix'), 6)
  const matrix = own ? times(own as unknown as Matrix, outer) : outer
  const [x, y, right, top] = numbers(dict.get('BBox'), 4) ?? []
  const resources = document.resolve(dict.get('Resources'))
  return {
    matrix,
    box: x === undefined ? undefined : new Bounds().box(matrix, x, y!, right! - x, top! - y!).area,
    resources: isDict(resources) ? resources : undefined,
  }
}

/** The most reads of a large form: each inflates it again, which counts against the file's budget. */
const MAX_READS = 2
/** Forms up to this size are kept: a small one, such as a label, may be repeated all over a page. */
const SMALL_BYTES = 20_000
const MAX_SMALL_READS = 1_000
const MAX_KEPT_BYTES = 16_000_000

/** Reads the content of forms, each only a limited number of times. */
export class FormContents {
  readonly #document: PdfObjects
  readonly #reads = new Map<PdfStream, number>()
  readonly #kept = new Map<PdfStream, Uint8Array>()
  #keptBytes = 0

  constructor(document: PdfObjects) {
    this.#document = document
  }

  next(form: PdfStream): Uint8Array | undefined {
    const reads = (this.#reads.get(form) ?? 0) + 1
    this.#reads.set(form, reads)
    const kept = this.#kept.get(form)
    if (reads > (kept ? MAX_SMALL_READS : MAX_READS)) return undefined
    const content = kept ?? this.#document.decode(form)
    if (!kept && content.length <= SMALL_BYTES && this.#keptBytes + content.length <= MAX_KEPT_BYTES) {
      this.#kept.set(form, content)
      this.#keptBytes += content.length
    }
    return content
  }
}
