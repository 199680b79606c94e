import { engine } from './adapters/pdf/engine-name.ts'
import type { Renderer } from './core/ports/renderer.ts'

/**
 * Creates a renderer that loads on first use, so that a server answers before that, and a test that renders
 * nothing never loads it. `warm` takes effect after `warmAfterMs`; without that, it does nothing.
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
      // The first rendering reports the error.
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
      // The timer must not keep the process alive.
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
