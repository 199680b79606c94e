import type { SpecificationRow } from '../../model/products.ts'
import type { Sheet } from '../../template/sheet.ts'

/**
 * The sheet of a specification as pieces are printed on it: with the indicia of the postage product under which
 * this version is sold.
 */
export const printedSheet = ({ sheet, details }: Pick<SpecificationRow, 'sheet' | 'details'>): Sheet => {
  const indicia = details?.postage?.indicia ?? null
  return indicia === null ? sheet : { ...sheet, indicia }
}
