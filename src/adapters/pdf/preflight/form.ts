import type { PdfObjects } from '../flatten/objects.ts'
import { isDict, type PdfDict, type PdfStream, type PdfValue } from '../import/objects.ts'
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
