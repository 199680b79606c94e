import { builtInColours, colourOf, type TemplateDocument } from '../../core/template/document.ts'
import { type Cmyk, Content, GlyphUse } from '../../typesetting/page/content.ts'
import { finishPage } from './file/single-page.ts'
import { PdfWriter } from './file/writer.ts'
import { pixelsOf } from './raster.ts'

/** Points, and pixels at 72 dpi: the middle of a field is away from the edges, which are mixed. */
const FIELD = 3

/** What a document's colours look like on a screen, as `#rrggbb`, by the engine that draws its pictures. */
export const swatchesOf = async (document: TemplateDocument): Promise<Record<string, string>> => {
  const names = [...new Set([...Object.keys(builtInColours), ...Object.keys(document.colors)])]
  const fields = names.map((name): Cmyk => colourOf(document, name) ?? [0, 0, 0, 0])
  const content = new Content(new GlyphUse())
  for (const [index, field] of fields.entries()) {
    content.fill(field)
    content.rectangle({ x: index * FIELD, y: 0, w: FIELD, h: FIELD }, 'f')
  }
  const chunks: Uint8Array[] = []
  const writer = new PdfWriter(async (chunk) => {
    chunks.push(chunk)
  })
  await finishPage(writer, { width: fields.length * FIELD, height: FIELD }, content.toString())
  const { data, width } = await pixelsOf(chunks, { page: 1, dpi: 72 })
  const middle = (FIELD - 1) / 2
  return Object.fromEntries(
    names.map((name, index) => {
      const at = (middle * width + index * FIELD + middle) * 4
      const hex = [...data.subarray(at, at + 3)].map((value) => value.toString(16).padStart(2, '0'))
      return [name, `#${hex.join('')}`]
    }),
  )
}
