import { engine } from './adapters/pdf/engine-name.ts'
import type { Renderer } from './core/ports/renderer.ts'

/**
 * The PDF renderer, loaded when something is rendered for the first time: a server answers before that, and a test
 * that renders nothing never pays for it.
 */
export const lazyPdfRenderer = (options: { workers: number }): Renderer => {
  let loading: Promise<Renderer> | undefined
  const load = (): Promise<Renderer> => {
    loading ??= import('./adapters/pdf/index.ts').then(({ createPdfRenderer }) => createPdfRenderer(options))
    return loading
  }
  return {
    engine,
    compile: async (input) => (await load()).compile(input),
    check: async (template, piece) => (await load()).check(template, piece),
    renderPart: async (input, write) => (await load()).renderPart(input, write),
    rasterise: async (pdf, page) => (await load()).rasterise(pdf, page),
    close: async () => (await loading)?.close(),
  }
}
