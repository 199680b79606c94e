import type { CataloguePart } from '../engine/catalogue-part.ts'
import { printersPart } from '../features/printers/catalogue/printers-part.ts'
import { printerRulesPart } from '../features/printers/catalogue/rules-part.ts'
import { productParts } from '../features/products/catalogue/parts/index.ts'
import { returnCodesPart } from '../features/runs/returns/codes.ts'

/** The parts in the order of checking and saving: each follows those that it refers to. */
export const catalogueParts: readonly CataloguePart[] = [
  ...productParts,
  printersPart,
  printerRulesPart,
  returnCodesPart,
]
