import { limits, type TemplateDocument } from '#lettershop/template'
import { patched, withChanged } from './edits.ts'

/** SVG drawings count as PDF. */
export type FileKind = 'IMAGE' | 'PDF' | 'FONT'

const endings: Readonly<Record<string, FileKind>> = {
  png: 'IMAGE',
  jpg: 'IMAGE',
  jpeg: 'IMAGE',
  webp: 'IMAGE',
  avif: 'IMAGE',
  tif: 'IMAGE',
  tiff: 'IMAGE',
  pdf: 'PDF',
  svg: 'PDF',
  ttf: 'FONT',
  otf: 'FONT',
  ttc: 'FONT',
  woff: 'FONT',
  woff2: 'FONT',
}
const types: Readonly<Record<string, FileKind>> = {
  'image/png': 'IMAGE',
  'image/jpeg': 'IMAGE',
  'image/webp': 'IMAGE',
  'image/avif': 'IMAGE',
  'image/tiff': 'IMAGE',
  'image/svg+xml': 'PDF',
  'application/pdf': 'PDF',
  'font/ttf': 'FONT',
  'font/otf': 'FONT',
  'font/woff': 'FONT',
  'font/woff2': 'FONT',
  'font/collection': 'FONT',
}

/** Returns the kind of a file by its extension or MIME type; undefined if it is not supported. */
export const kindOfFile = ({ name, type }: { name: string; type: string }): FileKind | undefined =>
  endings[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? types[type]

/** Adds a font, named after its file, if the document lacks it; `font` is undefined at the limit. */
export const withFont = (
  document: TemplateDocument,
  asset: string,
  fileName: string,
): { document: TemplateDocument; font: string | undefined } => {
  const { fonts } = document
  const known = fonts.find((font) => font.asset === asset)
  if (known) return { document, font: known.id }
  if (fonts.length >= limits.fonts) return { document, font: undefined }
  const name = fileName.replace(/\.[a-z0-9]+$/i, '').slice(0, 60) || 'font'
  let id = name
  for (let count = 2; fonts.some((font) => font.id === id); count++) id = `${name} ${count}`
  return { document: { ...document, fonts: [...fonts, { id, asset }] }, font: id }
}

/** Returns the document with another font for a text. */
export const withFontOf = (
  document: TemplateDocument,
  page: number,
  element: number,
  font: string,
): TemplateDocument => withChanged(document, page, [element], (one) => patched(one, { font } as object))
