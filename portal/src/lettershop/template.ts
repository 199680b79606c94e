/** The rules of templates: what an editor has to know so that its pages are what the press prints. */

export type { BoxMm, Finding } from '../../../src/core/kernel/finding.ts'
export type { Piece } from '../../../src/core/ports/renderer.ts'
export {
  colourOf,
  type ElementOf,
  type ShowIf,
  type TemplateAsset,
  type TemplateDocument,
  type TemplateElement,
  type TemplateVariable,
} from '../../../src/core/template/document.ts'
export {
  decimalsOf,
  defaultCurrency,
  isValueOf,
  printedValue,
  printedValues,
  samplesOf,
} from '../../../src/core/template/field-values.ts'
export { contains, elementBox, overlaps } from '../../../src/core/template/geometry.ts'
export { limits } from '../../../src/core/template/limits.ts'
export {
  type PreflightRule,
  preflightDefaults,
  preflightSeverities,
} from '../../../src/core/template/preflight-rules.ts'
export { publishFindings } from '../../../src/core/template/publish-rules.ts'
export { type Sheet, type SheetZone, sheetsOf, zonesOn } from '../../../src/core/template/sheet.ts'
export { printedItemCode, runCodeOf, sampleMarks } from '../../../src/core/template/sheet-mark.ts'
export {
  builtInVariables,
  fillTags,
  isShown,
  parseTags,
  printsSalutation,
  providedVariables,
  requiredVariables,
  TAG,
  taggedText,
  type Values,
  valuesOf,
} from '../../../src/core/template/tags.ts'
export { clearZonesOf, shownAreaOf } from '../../../src/core/template/window.ts'
export { readWritten } from '../../../src/core/template/written-values.ts'
export {
  type CoveredZone,
  coveredZones,
  elementOfFinding,
  elementWithBox,
  isOfPdfInZone,
} from '../../../src/core/template/zones.ts'
