import { isDict, type PdfDict, type PdfStream, type PdfValue } from '../reader/objects.ts'
import type { PdfObjects } from '../reader/page-objects.ts'
import { type Area, Bounds, type Matrix, times } from './uses.ts'

/** A form as it is drawn: which way it lies, its box on the page, and what its operators name. */
export interface PlacedForm {
  matrix: Matrix
  /** Undefined of a form whose box is damaged, which is judged as if it showed all. */
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

/** Each look at a large form inflates it again, which the file's budget counts. */
const LOOKS_AT_A_FORM = 2
/** A label is small, and may be repeated all over a page. */
const SMALL_BYTES = 20_000
const LOOKS_AT_A_SMALL_FORM = 1_000
const MOST_KEPT_BYTES = 16_000_000

/** The operators of forms, each of which is looked at a number of times. */
export class FormContents {
  readonly #document: PdfObjects
  readonly #looks = new Map<PdfStream, number>()
  readonly #kept = new Map<PdfStream, Uint8Array>()
  #keptBytes = 0

  constructor(document: PdfObjects) {
    this.#document = document
  }

  /** Undefined of a form that was looked at often enough. */
  next(form: PdfStream): Uint8Array | undefined {
    const looks = (this.#looks.get(form) ?? 0) + 1
    this.#looks.set(form, looks)
    const kept = this.#kept.get(form)
    if (looks > (kept ? LOOKS_AT_A_SMALL_FORM : LOOKS_AT_A_FORM)) return undefined
    const content = kept ?? this.#document.decode(form)
    if (!kept && content.length <= SMALL_BYTES && this.#keptBytes + content.length <= MOST_KEPT_BYTES) {
      this.#kept.set(form, content)
      this.#keptBytes += content.length
    }
    return content
  }
}
