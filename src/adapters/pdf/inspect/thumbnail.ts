import { utf8 } from '../../../core/kernel/bytes.ts'
import { ImageWriter } from '../file/images.ts'
import { PdfWriter } from '../file/writer.ts'
import { displaySize, imageMatrix, type PdfImage } from '../images/image.ts'
import { num } from '../page/units.ts'
import { rasterisePage } from '../raster.ts'
import { deflatedResource } from '../resources.ts'

/** Pixels of the longer side. */
const LONGEST_PX = 320

/**
 * The image as it would be printed, small: drawn from a PDF of one page, by the same code as everything else.
 */
export const thumbnailOf = async (image: PdfImage): Promise<Uint8Array> => {
  const { w, h } = displaySize(image)
  const scale = Math.min(1, LONGEST_PX / Math.max(w, h))
  const width = Math.max(1, Math.round(w * scale))
  const height = Math.max(1, Math.round(h * scale))
  const chunks: Uint8Array[] = []
  const writer = new PdfWriter(async (chunk) => {
    chunks.push(chunk)
  })
  const picture = await new ImageWriter(writer, () => deflatedResource('sRGB.icc')).write(image)
  const matrix = imageMatrix(image, { x: 0, y: 0, w: width, h: height }).map(num).join(' ')
  const content = writer.reserve()
  writer.stream(content, '', utf8(`q ${matrix} cm /I Do Q`))
  const pages = writer.reserve()
  const page = writer.reserve()
  writer.object(
    page,
    `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${content} 0 R/Resources<</XObject<</I ${picture} 0 R>>>>>>`,
  )
  writer.object(pages, `<</Type/Pages/Kids[${page} 0 R]/Count 1>>`)
  const root = writer.reserve()
  writer.object(root, `<</Type/Catalog/Pages ${pages} 0 R>>`)
  const info = writer.reserve()
  writer.object(info, '<<>>')
  await writer.finish(root, info)
  // One point is one pixel.
  return (await rasterisePage(chunks, { page: 1, dpi: 72 })).png
}
