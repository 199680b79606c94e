import { PageNotDrawn, rasterisePage, renewEngine } from '../raster.ts'
import { PdfRefused } from '../reader/objects.ts'
import { pdfFaults } from '../reader/sentences.ts'
import { finishPage } from '../writer/pages.ts'
import { PdfWriter } from '../writer/writer.ts'
import { SRGB_PLACEHOLDER } from './copier.ts'
import type { ImportedPage } from './page.ts'

/** Pictures of these kinds are decoded by the engine that draws, which breaks off on some that are damaged. */
const RISKY = /\/(?:JPXDecode|JBIG2Decode)/
const LONGEST_PX = 200

/** The most pixels of such pictures that are decoded for a file or a template, which takes some seconds. */
const MOST_PIXELS = 100_000_000

/** Tries pages of a file, or of a template, before anybody needs a picture of them. */
export class Trial {
  #pixels = MOST_PIXELS

  /**
   * Draws a page whose pictures the engine may break off on, once and small. Throws `PdfRefused` where it does: nobody
   * could look at what is printed. A page of more pixels than are left is not tried.
   */
  async draw(form: ImportedPage['form']): Promise<void> {
    const risky = form.objects.filter(({ dict }) => RISKY.test(dict))
    this.#pixels -= risky.reduce((sum, { dict }) => sum + pixelsOf(dict), 0)
    if (risky.length === 0 || this.#pixels < 0) return
    const dpi = (LONGEST_PX * 72) / Math.max(form.width, form.height)
    // A page that is a thread has no pixel.
    if (Math.min(form.width, form.height) * dpi < 72) return
    renewEngine()
    try {
      await rasterisePage(await pageOf(form), { page: 1, dpi })
    } catch (error) {
      if (error instanceof PageNotDrawn) throw new PdfRefused(pdfFaults.say('pdf_fault.not_drawn'))
      throw error
    }
  }
}

const pixelsOf = (dict: string): number =>
  Number(/\/Width (\d{1,6})/.exec(dict)?.[1] ?? 0) * Number(/\/Height (\d{1,6})/.exec(dict)?.[1] ?? 0)

/** The page alone in a file. */
const pageOf = async (form: ImportedPage['form']): Promise<Uint8Array[]> => {
  const chunks: Uint8Array[] = []
  const writer = new PdfWriter(async (chunk) => {
    chunks.push(chunk)
  })
  const ids = form.objects.map(() => writer.reserve())
  for (const [index, { dict, stream }] of form.objects.entries()) {
    const body = dict
      // Colours do not matter here.
      .replaceAll(`[/ICCBased ${SRGB_PLACEHOLDER}]`, '/DeviceRGB')
      .replace(/\{\{(\d+)\}\}/g, (_, target: string) => `${ids[Number(target)]} 0 R`)
    if (stream) await writer.largeStream(ids[index]!, body, stream)
    else writer.object(ids[index]!, body)
  }
  await finishPage(writer, form, '/Page Do', `/XObject<</Page ${ids[0]} 0 R>>`)
  return chunks
}
