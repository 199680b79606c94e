import { sha256Hex } from '#platform/hash'
import { loadEachOnce, loadOnce } from '../../../core/kernel/loading.ts'
import type { FallbackFont } from '../../../core/ports/renderer.ts'
import type { TemplateDocument } from '../../../core/template/document.ts'
import type { AxisLocation } from '../../../typesetting/fonts/axes.ts'
import { FontFace } from '../../../typesetting/fonts/face.ts'
import { instantiateHarfbuzz } from '../../../typesetting/fonts/harfbuzz.ts'
import type { PlatformFontId } from '../../../typesetting/fonts/platform.ts'
import { type FontBook, openFontBook as openBook } from '../../../typesetting/text/book.ts'
import { readResource } from '../resources.ts'

/** Loads HarfBuzz with the first font, so that it doesn't slow down the start of a server. */
const loadHarfbuzz = loadOnce(() => readResource('harfbuzz.wasm').then(instantiateHarfbuzz))

export const loadFace = async (
  bytes: Uint8Array,
  sha256: string = sha256Hex(bytes),
  location?: AxisLocation,
): Promise<FontFace> => new FontFace((await loadHarfbuzz()).face(bytes, location), bytes, sha256, location)

/** More fonts than an operator has. Clearing the cache at this number discards removed ones. */
const MAX_FALLBACKS = 16
const fallbackFaces = new Map<string, Promise<FontFace>>()

/** Opens an operator's font once in each thread: a font with Chinese characters has ten megabytes. */
const fallbackFace = ({ bytes, sha256 }: FallbackFont): Promise<FontFace> => {
  if (!fallbackFaces.has(sha256) && fallbackFaces.size >= MAX_FALLBACKS) fallbackFaces.clear()
  return loadEachOnce(fallbackFaces, sha256, () => loadFace(bytes, sha256))
}

const platformFaces = new Map<PlatformFontId, Promise<FontFace>>()
const platformFace = (id: PlatformFontId): Promise<FontFace> =>
  loadEachOnce(platformFaces, id, async () => loadFace(await readResource(id)))

export const openFontBook = (
  document: Pick<TemplateDocument, 'fonts' | 'locale'>,
  uploads: ReadonlyMap<string, Uint8Array>,
  fallbacks: readonly FallbackFont[] = [],
): Promise<FontBook> =>
  openBook(document, {
    platform: platformFace,
    upload: async (asset, location) => {
      const bytes = uploads.get(asset)
      return bytes && loadFace(bytes, undefined, location)
    },
    fallbacks: () => Promise.all(fallbacks.map(fallbackFace)),
  })
