import { sha256Hex } from '#platform/hash'
import type { FallbackFont } from '../../../core/ports/renderer.ts'
import type { TemplateDocument } from '../../../core/template/document.ts'
import type { AxisLocation } from '../../../typesetting/fonts/axes.ts'
import { FontFace } from '../../../typesetting/fonts/face.ts'
import { type Harfbuzz, instantiateHarfbuzz } from '../../../typesetting/fonts/harfbuzz.ts'
import type { PlatformFontId } from '../../../typesetting/fonts/platform.ts'
import { type FontBook, openFontBook as openBook } from '../../../typesetting/text/book.ts'
import { readResource } from '../resources.ts'

let loading: Promise<Harfbuzz> | undefined
/** Loads HarfBuzz with the first font, so that it doesn't slow down the start of a server. */
const loadHarfbuzz = (): Promise<Harfbuzz> => {
  loading ??= readResource('harfbuzz.wasm').then(instantiateHarfbuzz)
  // Lets the next call retry, because a failed fetch may succeed later.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

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
  let face = fallbackFaces.get(sha256)
  if (!face) {
    if (fallbackFaces.size >= MAX_FALLBACKS) fallbackFaces.clear()
    face = loadFace(bytes, sha256)
    face.catch(() => fallbackFaces.delete(sha256))
    fallbackFaces.set(sha256, face)
  }
  return face
}

const platformFaces = new Map<PlatformFontId, Promise<FontFace>>()
const platformFace = (id: PlatformFontId): Promise<FontFace> => {
  let face = platformFaces.get(id)
  if (!face) {
    face = readResource(id).then(loadFace)
    // Lets the next call retry, as above.
    face.catch(() => platformFaces.delete(id))
    platformFaces.set(id, face)
  }
  return face
}

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
