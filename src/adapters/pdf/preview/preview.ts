import { base64 } from '#platform/text'
import { type Finding, finding } from '../../../core/kernel/finding.ts'
import type { Preview, PreviewInput } from '../../../core/ports/renderer.ts'
import { builtInColours, colourOf, type TemplateDocument } from '../../../core/template/document.ts'
import { type Cmyk, Content, GlyphUse } from '../../../typesetting/page/content.ts'
import { drawTemplate } from '../compile/compile.ts'
import { PageNotDrawn, pixelsOf, rasterisePage } from '../raster.ts'
import { pictureFileOfDesign } from '../render/picture.ts'
import { finishPage } from '../writer/pages.ts'
import { PdfWriter } from '../writer/writer.ts'
import { withMeasuredZones } from './pdf-zones.ts'

/** The side of a colour field in points (pixels at 72 dpi). Its centre is unaffected by antialiasing. */
const FIELD = 3

/** Returns the screen colours (`#rrggbb`) of a document's colours as the preview engine renders them. */
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

/** Draws one page of a design as in a run, even if its findings prevent printing. */
export const previewDocument = async (input: PreviewInput): Promise<Preview> => {
  const { findings, drawn } = await drawTemplate(input)
  const colours = await swatchesOf(input.document)
  if (!drawn) return { findings: worstFirst(findings, input.findingsMax), colours }
  const file = await pictureFileOfDesign(drawn, input)
  try {
    const picture = await pictureOf(file.pdf, input)
    const seen = await withMeasuredZones(findings, input)
    return { findings: worstFirst([...seen, ...file.findings], input.findingsMax), colours, picture }
  } catch (error) {
    if (!(error instanceof PageNotDrawn)) throw error
    const all = [...findings, ...file.findings, finding('error', error.sentence, { page: input.page })]
    return { findings: worstFirst(all, input.findingsMax), colours }
  }
}

/** Returns up to `most` findings, errors first, without duplicates of the document and the piece. */
const worstFirst = (findings: readonly Finding[], most: number): Finding[] => {
  const each = new Map(findings.map((finding) => [JSON.stringify(finding), finding]))
  const isWarning = ({ severity }: Finding) => severity === 'warning'
  const sorted = [...each.values()].sort((a, b) => Number(isWarning(a)) - Number(isWarning(b)))
  return sorted.slice(0, most)
}

const MIN_DPI = 36

const pictureOf = async (
  pdf: readonly Uint8Array[],
  { page, dpi: wanted, insetMm = 0, pictureBytesMax }: PreviewInput,
): Promise<Preview['picture']> => {
  let dpi = wanted
  let drawn = await rasterisePage(pdf, { page, dpi, insetMm })
  while (drawn.png.length > pictureBytesMax && dpi > MIN_DPI) {
    dpi = Math.max(MIN_DPI, Math.floor(dpi / 2))
    drawn = await rasterisePage(pdf, { page, dpi, insetMm })
  }
  const { png, ...size } = drawn
  return { png: base64(png), dpi, ...size }
}
