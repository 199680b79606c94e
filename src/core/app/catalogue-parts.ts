import type { CataloguePart } from '../engine/catalogue-part.ts'
import { printersPart } from '../features/printers/catalogue/printers-part.ts'
import { printerRulesPart } from '../features/printers/catalogue/rules-part.ts'
import { productParts } from '../features/products/catalogue/parts/index.ts'
import { returnCodesPart } from '../features/runs/returns/codes.ts'

/**
 * The kinds of entries of a catalogue file, each after those that it refers to: in this order they are checked
 * and saved. A room with a kind of its own adds its part here.
 */
export const catalogueParts: readonly CataloguePart[] = [
  ...productParts,
  printersPart,
  printerRulesPart,
  returnCodesPart,
]
