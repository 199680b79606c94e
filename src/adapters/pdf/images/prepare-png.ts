import type { Said } from '../../../core/kernel/sentences.ts'
import { inspectionSentences } from '../sentences.ts'
import { encodePng, profileChunk } from './encode-png.ts'
import { exifOrientation } from './exif.ts'
import { readPngRaster } from './png.ts'
import { type PngChunk, pngChunks, pngFile } from './png-chunks.ts'
import { pngSpace } from './png-colour.ts'
import { rgbProfile } from './rgb-profile.ts'
import { turnedUpright } from './turn.ts'

const { say } = inspectionSentences

/** Chunks that say how colours are meant, which a profile says instead. */
const COLOUR_CHUNKS = new Set(['gAMA', 'cHRM', 'cICP', 'sRGB', 'iCCP'])
/** Chunks that no longer apply to a picture whose samples were written again. */
const REPLACED = new Set(['IHDR', 'IDAT', 'IEND', 'eXIf', 'tIME'])
const GRAY_TYPES = new Set([0, 4])

/**
 * A valid PNG as it is printed: turned as its EXIF block says, and with a profile instead of other descriptions of
 * its colours. What is printed of a stored PNG never depends on these chunks, so that a version that was published
 * before prints as it did. `told` names what cannot be printed as described. Throws `ImageRefused`.
 */
export const preparePng = async (bytes: Uint8Array): Promise<{ bytes: Uint8Array; told: Said[] }> => {
  const given = [...pngChunks(bytes)]
  const chunks = given.map((chunk) => withinDepth(chunk, given[0]!.body[8]!))
  const colours = colourOf(chunks)
  const { profile } = colours
  const told = chunks.some(({ kind }) => kind === 'acTL')
    ? [...colours.told, say('image_first_only.animation')]
    : colours.told
  const exif = chunks.find(({ kind }) => kind === 'eXIf')?.body
  const orientation = exif ? exifOrientation(exif) : 1
  if (orientation === 1) {
    if (!profile) {
      const isSame = chunks.every((chunk, index) => chunk === given[index])
      return { bytes: isSame ? bytes : pngFile(chunks), told }
    }
    const [header, ...rest] = chunks.filter(({ kind }) => !COLOUR_CHUNKS.has(kind))
    return { bytes: pngFile([header!, await profileChunk(profile), ...rest]), told }
  }
  const { type, depth, ...raster } = await readPngRaster(bytes)
  const before = chunks.filter(({ kind }) => !REPLACED.has(kind) && !(profile && COLOUR_CHUNKS.has(kind)))
  return {
    bytes: await encodePng({ ...turnedUpright(raster, orientation), type, depth, before, profile }),
    told,
  }
}

/** A colour that is transparent, without the bits that samples of this depth do not have: readers ignore those. */
const withinDepth = (chunk: PngChunk, depth: number): PngChunk => {
  const { kind, body } = chunk
  const isOneColour = kind === 'tRNS' && depth < 16 && (body.length === 2 || body.length === 6)
  if (!isOneColour) return chunk
  const most = (1 << depth) - 1
  const own = body.map((byte, index) => (index % 2 === 0 ? 0 : byte & most))
  return own.every((byte, index) => byte === body[index]) ? chunk : { kind, body: own }
}

const colourOf = (chunks: readonly PngChunk[]): { profile?: Uint8Array | undefined; told: Said[] } => {
  const space = pngSpace(chunks)
  if (!space) return { told: [] }
  if ('hdr' in space) return { told: [say('image_colours.hdr', { curve: space.hdr })] }
  if ('unknown' in space) return { told: [say('image_colours.unknown', { codes: space.unknown })] }
  if (GRAY_TYPES.has(chunks[0]!.body[9]!)) {
    return typeof space.curve === 'number' ? { told: [say('image_colours.gray')] } : { told: [] }
  }
  return { profile: rgbProfile(space.name, space.primaries, space.curve), told: [] }
}
