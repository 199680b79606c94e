import { displaySize, imageMatrix } from '../../../typesetting/page/picture.ts'
import { num } from '../../../typesetting/page/units.ts'
import { ImageWriter } from '../file/images.ts'
import { finishPage } from '../file/single-page.ts'
import { PdfWriter } from '../file/writer.ts'
import type { PdfImage } from '../images/image.ts'
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
  await finishPage(writer, { width, height }, `q ${matrix} cm /I Do Q`, `/XObject<</I ${picture} 0 R>>`)
  // One point is one pixel.
  return (await rasterisePage(chunks, { page: 1, dpi: 72 })).png
}
