import { engine } from './adapters/pdf/engine-name.ts'
import type { Renderer } from './core/ports/renderer.ts'

/**
 * The PDF renderer, loaded with the first rendering: a server answers before that, and a test that renders
 * nothing does not load it. `warmAfterMs` after a sign that pictures will be wanted it is made ready for them; without
 * it, nothing is.
 */
export const lazyRenderer = (begin: () => Promise<Renderer>, warmAfterMs?: number): Renderer => {
  let loading: Promise<Renderer> | undefined
  const load = (): Promise<Renderer> => {
    loading ??= begin()
    return loading
  }
  let warming: ReturnType<typeof setTimeout> | undefined
  const warmNow = () => {
    warming = undefined
    load().then(
      (renderer) => renderer.warm(),
      // Told to the first that renders.
      () => undefined,
    )
  }
  return {
    engine,
    compile: async (input) => (await load()).compile(input),
    preview: async (input) => (await load()).preview(input),
    checkSheet: async (input) => (await load()).checkSheet(input),
    check: async (template, piece) => (await load()).check(template, piece),
    renderPart: async (input, write) => (await load()).renderPart(input, write),
    picture: async (input) => (await load()).picture(input),
    warm: () => {
      if (warmAfterMs === undefined) return
      warming ??= setTimeout(warmNow, warmAfterMs)
      // It keeps no program from ending.
      ;(warming as { unref?(): void }).unref?.()
    },
    inspect: async (input) => (await load()).inspect(input),
    platformAssets: async () => (await load()).platformAssets(),
    platformAsset: async (id) => (await load()).platformAsset(id),
    rasterise: async (pdf, page) => (await load()).rasterise(pdf, page),
    extract: async (part, range) => (await load()).extract(part, range),
    proof: async (pieces, about) => (await load()).proof(pieces, about),
    office: async (parts, about) => (await load()).office(parts, about),
    blank: async (part, pages) => (await load()).blank(part, pages),
    close: async () => {
      clearTimeout(warming)
      await (await loading)?.close()
    },
  }
}
