import { concatenate, utf8 } from '../../../core/kernel/bytes.ts'
import { num } from '../../../typesetting/page/units.ts'
import { ImageWriter } from '../file/images.ts'
import { finishPage } from '../file/single-page.ts'
import { PdfWriter } from '../file/writer.ts'
import { deflatedResource } from '../resources.ts'
import type { SvgForm } from './canvas.ts'
import type { Drawing } from './draw.ts'

/** The drawing as a PDF of one page, whose colours are in sRGB. */
export const svgPdf = async ({ page, canvas }: Drawing): Promise<Uint8Array> => {
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
