import type { FallbackFont } from '../../../core/ports/printing-files.ts'
import type { TemplateDocument } from '../../../core/template/document.ts'
import { type FontBook, openFontBook as openBook } from '../../../typesetting/fonts/book.ts'
import type { FontFace } from '../../../typesetting/fonts/face.ts'
import type { PlatformFontId } from '../../../typesetting/fonts/platform.ts'
import { readResource } from '../resources.ts'
import { fallbackFace, loadFace } from './face.ts'

const platformFaces = new Map<PlatformFontId, Promise<FontFace>>()
const platformFace = (id: PlatformFontId): Promise<FontFace> => {
  let face = platformFaces.get(id)
  if (!face) {
    face = readResource(id).then(loadFace)
    platformFaces.set(id, face)
  }
  return face
}

/** The typesetters of a document; `uploads` maps asset ids to font files. */
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
