import type { TemplateDocument } from '../../core/template/document.ts'
import type { AxisLocation } from '../fonts/axes.ts'
import type { FontFace } from '../fonts/face.ts'
import { type PlatformFontId, platformFont, uploadFallbacks } from '../fonts/platform.ts'
import { Typesetter } from './typesetter.ts'

/** The typesetters of one document by font id, each with its chain of fallback fonts. */
export interface FontBook {
  typesetter(fontId: string): Typesetter | undefined
  faces: readonly FontFace[]
  /** The font of the text next to a sheet mark, independent of the document's fonts. */
  marks: FontFace
  /** The typesetter of the indicia, independent of the document's fonts. */
  indicia: Typesetter
  /** Font ids of the document that are neither uploaded nor platform fonts. */
  missing: readonly string[]
}

const MARKS_FONT: PlatformFontId = 'noto-sans'
/** The indicia comes from the postage product, so the document's locale doesn't apply. */
const NO_LOCALE = 'en'

export interface FontFiles {
  platform(id: PlatformFontId): Promise<FontFace>
  /** Loads an uploaded font by its asset at a location on its axes. Returns undefined if there is none. */
  upload(asset: string, location: AxisLocation | undefined): Promise<FontFace | undefined>
  /** The operator's fonts, tried last. */
  fallbacks?(): Promise<readonly FontFace[]>
}

export const openFontBook = async (
  document: Pick<TemplateDocument, 'fonts' | 'locale'>,
  files: FontFiles,
): Promise<FontBook> => {
  const typesetters = new Map<string, Typesetter>()
  const faces = new Map<string, FontFace>()
  const missing: string[] = []
  const last = (await files.fallbacks?.()) ?? []
  for (const font of document.fonts) {
    const own = await facesOf(font, files)
    if (!own) {
      missing.push(font.id)
      continue
    }
    const chain = [...own, ...last]
    for (const face of chain) faces.set(face.key, face)
    typesetters.set(font.id, new Typesetter(chain, document.locale))
  }
  const own = (await facesOf({ id: MARKS_FONT }, files))!
  for (const face of [...own, ...last]) faces.set(face.key, face)
  return {
    typesetter: (id) => typesetters.get(id),
    faces: [...faces.values()],
    marks: own[0]!,
    indicia: new Typesetter([...own, ...last], NO_LOCALE),
    missing,
  }
}

const facesOf = async (
  font: TemplateDocument['fonts'][number],
  files: FontFiles,
): Promise<FontFace[] | undefined> => {
  const platform = font.asset === undefined ? platformFont(font.id) : undefined
  if (platform) return Promise.all([platform.id, ...platform.fallbacks].map((id) => files.platform(id)))
  const { asset, weight } = font
  const location = weight === undefined ? undefined : { wght: weight }
  const uploaded = asset === undefined ? undefined : await files.upload(asset, location)
  if (!uploaded) return undefined
  return [uploaded, ...(await Promise.all(uploadFallbacks(weight).map((id) => files.platform(id))))]
}
