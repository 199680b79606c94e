import type { TemplateDocument } from '../../../core/template/document.ts'
import type { ResourceName } from '../../platform/renderer-files.ts'
import { readResource } from '../resources.ts'
import { Typesetter } from '../text/typesetter.ts'
import { FontFace } from './face.ts'
import { platformFont, uploadFallbacks } from './platform.ts'

const platformFaces = new Map<ResourceName, Promise<FontFace>>()
const platformFace = (name: ResourceName): Promise<FontFace> => {
  let face = platformFaces.get(name)
  if (!face) {
    face = readResource(name).then((bytes) => FontFace.load(bytes))
    platformFaces.set(name, face)
  }
  return face
}

/** The typesetters of one document, by the font ids it uses, each with its chain of fallback fonts. */
export interface FontBook {
  typesetter(fontId: string): Typesetter | undefined
  faces: readonly FontFace[]
  /** Fonts that the document names and that are neither uploaded nor on the platform. */
  missing: readonly string[]
}

/** `uploads` maps asset ids to font files. */
export const openFontBook = async (
  document: Pick<TemplateDocument, 'fonts' | 'locale'>,
  uploads: ReadonlyMap<string, Uint8Array>,
): Promise<FontBook> => {
  const typesetters = new Map<string, Typesetter>()
  const faces = new Map<string, FontFace>()
  const missing: string[] = []
  for (const font of document.fonts) {
    const chain = await facesOf(font, uploads)
    if (!chain) {
      missing.push(font.id)
      continue
    }
    for (const face of chain) faces.set(face.key, face)
    typesetters.set(font.id, new Typesetter(chain, document.locale))
  }
  return { typesetter: (id) => typesetters.get(id), faces: [...faces.values()], missing }
}

const facesOf = async (
  font: TemplateDocument['fonts'][number],
  uploads: ReadonlyMap<string, Uint8Array>,
): Promise<FontFace[] | undefined> => {
  const platform = font.asset === undefined ? platformFont(font.id) : undefined
  if (platform) return Promise.all([platform.resource, ...platform.fallbacks].map(platformFace))
  const bytes = font.asset === undefined ? undefined : uploads.get(font.asset)
  if (!bytes) return undefined
  return [await FontFace.load(bytes), ...(await Promise.all(uploadFallbacks.map(platformFace)))]
}
