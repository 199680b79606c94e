import { collectGarbage } from '#platform/thread'
import type { Said } from '../../../../core/kernel/sentences.ts'
import { inspectionSentences } from '../../sentences.ts'
import { profileName, profileSpace, rgbProfile, spaceOfCodes } from '../colour-profiles.ts'
import { encodePng } from '../encode-png.ts'
import { ImageRefused } from '../image.ts'
import { turnedUpright } from '../orientation.ts'
import { imageFaults } from '../sentences.ts'
import { readAvif, readWebp } from './avif-webp.ts'
import type { Converted } from './converted.ts'
import { readTiff } from './tiff.ts'

const { say } = inspectionSentences

export type ConvertedFormat = 'webp' | 'avif' | 'tiff'
const names: Readonly<Record<ConvertedFormat, string>> = { webp: 'WebP', avif: 'AVIF', tiff: 'TIFF' }

/** The most bytes of a PNG that is made: as many as an upload may have. */
export const MAX_PNG_BYTES = 50 * 1024 * 1024

/**
 * A picture of another format as a PNG: upright, with its opacity and its colour profile. `told` says that it was
 * converted, and what of it is lost. Throws `ImageRefused`.
 */
export const convertToPng = async (
  format: ConvertedFormat,
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; told: Said[] }> => {
  const { raster, type, depth, before, orientation, ...read } = await readers[format](bytes)
  // The memory of the decoder, as large as the picture, is not needed any more.
  collectGarbage()
  const { profile, told } = coloursOf(type, read)
  const png = await encodePng({
    ...turnedUpright(raster, orientation),
    type,
    depth,
    profile,
    ...(before ? { before } : {}),
  })
  if (png.length > MAX_PNG_BYTES) {
    throw new ImageRefused(imageFaults.say('image_fault.png_bytes', { limit: MAX_PNG_BYTES / 1024 / 1024 }))
  }
  return { bytes: png, told: [say('image_converted', { format: names[format] }), ...read.told, ...told] }
}

const readers: Readonly<Record<ConvertedFormat, (bytes: Uint8Array) => Converted | Promise<Converted>>> = {
  webp: readWebp,
  avif: readAvif,
  tiff: readTiff,
}

/** Its own profile where that fits its samples, else one of the space that its codes name. */
const coloursOf = (
  type: Converted['type'],
  { embedded, codes }: Pick<Converted, 'embedded' | 'codes'>,
): { profile?: Uint8Array | undefined; told: Said[] } => {
  const isGray = type === 'gray' || type === 'grayAlpha'
  if (embedded && embedded.length > 128) {
    if (profileSpace(embedded) === 'RGB' && !isGray) return { profile: embedded, told: [] }
    return { told: [say('image_profile', { profile: profileName(embedded) ?? 'ICC profile' })] }
  }
  const space = codes && spaceOfCodes(...codes)
  if (!space || isGray) return { told: [] }
  if ('hdr' in space) return { told: [say('image_colours.hdr', { curve: space.hdr })] }
  if ('unknown' in space) return { told: [say('image_colours.unknown', { codes: space.unknown })] }
  return { profile: rgbProfile(space.name, space.primaries, space.curve), told: [] }
}
