import type { Renderer } from '../../core/ports/renderer.ts'
import { checkPiece } from './check.ts'
import { compileTemplate } from './compile.ts'
import { LocalSource, TemplateCache } from './drawing.ts'
import { engine } from './engine-name.ts'
import { blankPages } from './export/blank.ts'
import { extractPages } from './export/extract.ts'
import { proofOf } from './export/proof.ts'
import { writePart } from './file/part.ts'
import { createInspector } from './inspect/inspector.ts'
import { platformAsset, platformAssets } from './platform-assets.ts'
import { WorkerPool } from './pool.ts'
import { rasterisePage } from './raster.ts'

export { type PlatformFont, platformFonts } from './fonts/platform.ts'

export interface PdfRendererOptions {
  /**
   * Threads that draw, compile and rasterise. 0 does it in the calling thread: pages in slices of a few
   * milliseconds, but one page's rasterising or one template's compiling in one go.
   */
  workers: number
}

/** The renderer (DESIGN 5, FACTS "Rendering"). Loads nothing and starts no thread before its first use. */
export const createPdfRenderer = ({ workers }: PdfRendererOptions): Renderer => {
  const cache = new TemplateCache()
  const pool = workers > 0 ? new WorkerPool(workers) : undefined
  const inspector = createInspector(workers > 0)
  const source = pool ?? new LocalSource(cache)
  return {
    engine,
    compile: (input) =>
      pool
        ? pool.ask(
            'compile',
            input,
            input.assets.map(({ bytes }) => bytes),
          )
        : compileTemplate(input),
    check: (template, piece) => checkPiece(cache, template, piece),
    renderPart: (input, write) => writePart(input, source, cache, write),
    inspect: (input) => inspector.inspect(input),
    platformAssets,
    platformAsset,
    rasterise: (pdf, options) =>
      pool ? pool.ask('rasterise', { pdf, ...options }, pdf) : rasterisePage(pdf, options),
    extract: (part, range) =>
      pool ? pool.ask('extract', { part, range }, [part]) : extractPages(part, range),
    proof: (pieces, about) =>
      pool
        ? pool.ask(
            'proof',
            { pieces, about },
            pieces.map(({ pdf }) => pdf),
          )
        : proofOf(pieces, about),
    blank: async (part, pages) =>
      pool ? pool.ask('blank', { part, pages }, [part]) : blankPages(part, pages),
    close: async () => {
      await inspector.close()
      await pool?.close()
    },
  }
}
