import type { TemplateDocument } from '#lettershop/template'

/** Adds a weight of a variable font; undefined if the document has it or lists the asset earlier. */
export const withWeight = (
  document: TemplateDocument,
  { id, asset }: TemplateDocument['fonts'][number],
  weight: number,
): { document: TemplateDocument; font: string } | undefined => {
  const { fonts } = document
  const first = fonts.find((font) => font.asset === asset)
  // Only the asset's first font offers its weights, so that each is offered once.
  if (first?.id !== id || fonts.some((font) => font.asset === asset && font.weight === weight))
    return undefined
  const name = `${id} ${weight}`
  if (fonts.some((font) => font.id === name)) return undefined
  return { document: { ...document, fonts: [...fonts, { id: name, asset: asset!, weight }] }, font: name }
}
