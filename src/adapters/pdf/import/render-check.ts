import { PageNotDrawn, rasterisePage, renewEngine } from '../raster.ts'
import { PdfRefused } from '../reader/objects.ts'
import { pdfFaults } from '../reader/sentences.ts'
import { finishPage } from '../writer/pages.ts'
import { PdfWriter } from '../writer/writer.ts'
import { SRGB_PLACEHOLDER } from './copier.ts'
import type { ImportedPage } from './page.ts'

/** Image formats on whose damaged data the drawing engine may abort. */
const RISKY = /\/(?:JPXDecode|JBIG2Decode)/
const LONGER_SIDE_PX = 200

/** Maximum pixels of such images to decode per file or template, which takes some seconds. */
const MAX_PIXELS = 100_000_000

export class RenderCheck {
  #pixels = MAX_PIXELS

  /**
   * Renders a page with risky images once at a small size. Throws `PdfRefused` if the engine aborts, because
   * no preview of the print would be possible. Skips pages that exceed the remaining pixels.
   */
  async run(form: ImportedPage['form']): Promise<void> {
    const risky = form.objects.filter(({ dict }) => RISKY.test(dict))
    this.#pixels -= risky.reduce((sum, { dict }) => sum + pixelsOf(dict), 0)
    if (risky.length === 0 || this.#pixels < 0) return
    const dpi = (LONGER_SIDE_PX * 72) / Math.max(form.width, form.height)
    // A very narrow page has no pixel at this size.
    if (Math.min(form.width, form.height) * dpi < 72) return
    renewEngine()
    try {
      await rasterisePage(await pageOf(form), { page: 1, dpi })
    } catch (error) {
      if (error instanceof PageNotDrawn) throw new PdfRefused(pdfFaults.sentence('pdf_fault.not_drawn'))
      throw error
    }
  }
}

const pixelsOf = (dict: string): number =>
  Number(/\/Width (\d{1,6})/.exec(dict)?.[1] ?? 0) * Number(/\/Height (\d{1,6})/.exec(dict)?.[1] ?? 0)

const pageOf = async (form: ImportedPage['form']): Promise<Uint8Array[]> => {
  const chunks: Uint8Array[] = []
  const writer = new PdfWriter(async (chunk) => {
    chunks.push(chunk)
  })
  const ids = form.objects.map(() => writer.reserve())
  for (const [index, { dict, stream }] of form.objects.entries()) {
    const source = dict
      // The colours don't matter here.
      .replaceAll(`[/ICCBased ${SRGB_PLACEHOLDER}]`, '/DeviceRGB')
      .replace(/\{\{(\d+)\}\}/g, (_, target: string) => `${ids[Number(target)]} 0 R`)
    if (stream) await writer.largeStream(ids[index]!, source, stream)
    else writer.object(ids[index]!, source)
  }
  await finishPage(writer, form, '/Page Do', `/XObject<</Page ${ids[0]} 0 R>>`)
  return chunks
}
