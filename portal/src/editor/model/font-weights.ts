import type { TemplateDocument } from '../../../../src/core/template/document.ts'

/**
 * The document with a further weight of an uploaded variable font, by which name elements use it; undefined where
 * it lists that weight already.
 */
export const withWeight = (
  document: TemplateDocument,
  { id, asset }: TemplateDocument['fonts'][number],
  weight: number,
): { document: TemplateDocument; font: string } | undefined => {
  const { fonts } = document
  const first = fonts.find((font) => font.asset === asset)
  // Each asset offers its weights once, whatever number of them is listed.
  if (first?.id !== id || fonts.some((font) => font.asset === asset && font.weight === weight))
    return undefined
  const name = `${id} ${weight}`
  if (fonts.some((font) => font.id === name)) return undefined
  return { document: { ...document, fonts: [...fonts, { id: name, asset: asset!, weight }] }, font: name }
}
