import { sha256Hex } from '#platform/hash'
import { concatenate, utf8 } from '../../../core/kernel/bytes.ts'
import { finding } from '../../../core/kernel/finding.ts'
import { num } from '../../../typesetting/page/units.ts'
import { deflatedResource } from '../resources.ts'
import type { SvgForm } from '../svg/canvas.ts'
import { DrawingFault, readSvg } from '../svg/document.ts'
import { type Drawing, drawSvg } from '../svg/draw.ts'
import { ImageWriter } from '../writer/images.ts'
import { finishPage } from '../writer/pages.ts'
import { PdfWriter } from '../writer/writer.ts'
import type { PackedInspection } from './packed.ts'
import { inspectPdf } from './pdf.ts'

const svgPdf = async ({ page, canvas }: Drawing): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  const writer = new PdfWriter(async (chunk) => {
    chunks.push(chunk)
  })
  const profile = await new ImageWriter(writer, () => deflatedResource('sRGB.icc')).srgbProfile()
  const states = [...canvas.opacities]
    .map(
      ([name, opacity]) =>
        `/${name}<<${name.startsWith('s') ? '' : `/ca ${num(opacity)}`}${name.startsWith('f') ? '' : `/CA ${num(opacity)}`}>>`,
    )
    .join('')
  const ids = canvas.forms.map(() => writer.reserve())
  const resources = ({ forms }: SvgForm) =>
    `/ColorSpace<</S[/ICCBased ${profile} 0 R]>>/ExtGState<<${states}>>/XObject<<${forms.map((form) => `/F${form} ${ids[form]} 0 R`).join('')}>>`
  for (const [index, form] of canvas.forms.entries()) {
    const { filter, data } = await writer.packed(utf8(form.operators))
    writer.stream(
      ids[index]!,
      `/Type/XObject/Subtype/Form/BBox[${form.box!.map(num).join(' ')}]/Group<</S/Transparency>>/Resources<<${resources(form)}>>${filter}`,
      data,
    )
  }
  const whole = canvas.finish()
  const size = { width: Number(num(page.width)), height: Number(num(page.height)) }
  await finishPage(writer, size, whole.operators, resources(whole))
  return concatenate(chunks)
}

const MAX_FAULTS = 20

/** Converts an SVG to a PDF of one page, which is stored and printed, or returns faults as findings. */
export const inspectDrawing = async (bytes: Uint8Array): Promise<PackedInspection> => {
  try {
    const drawing = drawSvg(readSvg(bytes))
    const faults = drawing.faults.slice(0, MAX_FAULTS)
    if (faults.length > 0) return { findings: faults.map((fault) => finding('error', fault)) }
    const pdf = await svgPdf(drawing)
    return { ...(await inspectPdf(pdf)), replacement: { bytes: pdf, sha256: sha256Hex(pdf) } }
  } catch (error) {
    if (!(error instanceof DrawingFault)) throw error
    return { findings: [finding('error', error.sentence)] }
  }
}
