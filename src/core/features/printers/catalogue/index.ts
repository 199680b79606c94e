import type { CataloguePart } from '../../../engine/catalogue-part.ts'
import { printersPart } from './printers-part.ts'
import { printerRulesPart } from './rules-part.ts'

/** The parts of this room: rules refer to printers. */
export const printerParts: readonly CataloguePart[] = [printersPart, printerRulesPart]
