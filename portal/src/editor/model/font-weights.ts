import type { TemplateDocument } from '../../../../src/core/template/document.ts'

/** Adds a weight of an uploaded variable font; returns its name, or undefined if the document has it. */
export const withWeight = (
  document: TemplateDocument,
  { id, asset }: TemplateDocument['fonts'][number],
  weight: number,
): { document: TemplateDocument; font: string } | undefined => {
  const { fonts } = document
  const first = fonts.find((font) => font.asset === asset)
  // Each asset is listed once, however many of its weights are used.
  if (first?.id !== id || fonts.some((font) => font.asset === asset && font.weight === weight))
    return undefined
  const name = `${id} ${weight}`
  if (fonts.some((font) => font.id === name)) return undefined
  return { document: { ...document, fonts: [...fonts, { id: name, asset: asset!, weight }] }, font: name }
}
