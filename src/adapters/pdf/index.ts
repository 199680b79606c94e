import type { Renderer } from '../../core/ports/renderer.ts'
import { checkPiece } from './check.ts'
import { compileTemplate } from './compile.ts'
import { LocalSource, TemplateCache } from './drawing.ts'
import { engine } from './engine-name.ts'
import { writePart } from './file/part.ts'
import { rasterisePage } from './raster.ts'

export { type PlatformFont, platformFonts } from './fonts/platform.ts'

export interface PdfRendererOptions {
  /** Threads that draw. 0 draws in the calling thread, in short slices. */
  workers: number
}

/** The renderer (DESIGN 5). Loads nothing before its first use. */
export const createPdfRenderer = (_options: PdfRendererOptions): Renderer => {
  const cache = new TemplateCache()
  const source = new LocalSource(cache)
  return {
    engine,
    compile: compileTemplate,
    check: (template, piece) => checkPiece(cache, template, piece),
    renderPart: (input, write) => writePart(input, source, cache, write),
    rasterise: rasterisePage,
    close: async () => undefined,
  }
}
