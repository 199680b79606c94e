import type { CompiledTemplate, Renderer } from '../../ports/renderer.ts'
import type { Sheet } from '../../template/sheet.ts'
import { fallbackFonts, type InstanceSource, instanceAsset, instanceAssets } from './instance-assets.ts'

/**
 * A renderer that knows the operator's files: fallback fonts go with everything that sets text, and a profile
 * of his with what is printed to it. Those that it calls know nothing of rows and blobs.
 */
export const withInstanceAssets = (renderer: Renderer, source: InstanceSource): Renderer => {
  const withFonts = async <T extends object>(input: T): Promise<T> => {
    const fallbacks = await fallbackFonts(source)
    return fallbacks.length === 0 ? input : { ...input, fallbacks }
  }
  const withProfile = async <T extends { sheet: Sheet }>(input: T): Promise<T> => {
    const profile = await instanceAsset(source, input.sheet.colourProfile)
    return profile ? { ...input, profile } : input
  }
  const templateWithFonts = (template: CompiledTemplate) => withFonts(template)
  return {
    get engine() {
      return renderer.engine
    },
    compile: async (input) => renderer.compile(await withFonts(input)),
    preview: async (input) => renderer.preview(await withFonts(input)),
    checkSheet: async (input) => renderer.checkSheet(await withFonts(input)),
    check: async (template, piece) => renderer.check(await templateWithFonts(template), piece),
    renderPart: async (input, write) => {
      const templates = await Promise.all(input.templates.map(templateWithFonts))
      return renderer.renderPart(await withProfile({ ...input, templates }), write)
    },
    picture: async (input) => renderer.picture({ ...input, template: await withFonts(input.template) }),
    warm: () => renderer.warm(),
    inspect: (input) => renderer.inspect(input),
    platformAssets: async () => [...(await renderer.platformAssets()), ...(await instanceAssets(source))],
    platformAsset: async (id) => (await renderer.platformAsset(id)) ?? instanceAsset(source, id),
    rasterise: (pdf, options) => renderer.rasterise(pdf, options),
    extract: (part, range) => renderer.extract(part, range),
    proof: (pieces, about) => renderer.proof(pieces, about),
    office: (parts, about) => renderer.office(parts, about),
    blank: (part, pages) => renderer.blank(part, pages),
    close: () => renderer.close(),
  }
}
