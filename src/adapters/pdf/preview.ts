import { base64 } from '#platform/text'
import { type Finding, finding } from '../../core/kernel/finding.ts'
import type { Preview, PreviewInput } from '../../core/ports/renderer.ts'
import { drawTemplate } from './compile.ts'
import { withMeasuredZones } from './pdf-zones.ts'
import { pictureFileOfDesign } from './picture-file.ts'
import { PageNotDrawn, rasterisePage } from './raster.ts'
import { swatchesOf } from './swatches.ts'

/**
 * One page of a document that is being worked on, drawn as a run would draw it, but with what still keeps it
 * from being printed.
 */
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
    const all = [...findings, ...file.findings, finding('error', error.said, { page: input.page })]
    return { findings: worstFirst(all, input.findingsMax), colours }
  }
}

/** Each finding once: some are seen in the document and again in the piece. */
const worstFirst = (findings: readonly Finding[], most: number): Finding[] => {
  const each = new Map(findings.map((finding) => [JSON.stringify(finding), finding]))
  const isWarning = ({ severity }: Finding) => severity === 'warning'
  const sorted = [...each.values()].sort((a, b) => Number(isWarning(a)) - Number(isWarning(b)))
  return sorted.slice(0, most)
}

const MIN_DPI = 36

/** With fewer dots where the picture would have more bytes than are wanted. */
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
