import { collectGarbage } from '#platform/thread'
import type { Sentence } from '../../../../core/kernel/sentences.ts'
import { inspectionSentences } from '../../sentences.ts'
import { profileName, profileSpace, rgbProfile, spaceOfCodes } from '../colour-profiles.ts'
import { encodePng } from '../encode-png.ts'
import { ImageRefused } from '../image.ts'
import { orientedUpright } from '../orientation.ts'
import { imageFaults } from '../sentences.ts'
import { readAvif, readWebp } from './avif-webp.ts'
import type { Converted } from './converted.ts'
import { readTiff } from './tiff.ts'

const { sentence } = inspectionSentences

export type ConvertedFormat = 'webp' | 'avif' | 'tiff'
const names: Readonly<Record<ConvertedFormat, string>> = { webp: 'WebP', avif: 'AVIF', tiff: 'TIFF' }

/** The limit of a generated PNG, equal to that of an upload. */
export const MAX_PNG_BYTES = 50 * 1024 * 1024

/** Creates an upright PNG with opacity and profile. `notices` say what is lost. Throws `ImageRefused`. */
export const convertToPng = async (
  format: ConvertedFormat,
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; notices: Sentence[] }> => {
  const { raster, type, depth, before, orientation, ...read } = await readers[format](bytes)
  // Frees the decoder's memory, which is as large as the image.
  collectGarbage()
  const { profile, notices } = coloursOf(type, read)
  const png = await encodePng({
    ...orientedUpright(raster, orientation),
    type,
    depth,
    profile,
    ...(before ? { before } : {}),
  })
  if (png.length > MAX_PNG_BYTES) {
    throw new ImageRefused(
      imageFaults.sentence('image_fault.png_bytes', { limit: MAX_PNG_BYTES / 1024 / 1024 }),
    )
  }
  return {
    bytes: png,
    notices: [sentence('image_converted', { format: names[format] }), ...read.notices, ...notices],
  }
}

const readers: Readonly<Record<ConvertedFormat, (bytes: Uint8Array) => Converted | Promise<Converted>>> = {
  webp: readWebp,
  avif: readAvif,
  tiff: readTiff,
}

/** Returns the embedded profile, or a notice if it doesn't match; without one, that of the declared space. */
const coloursOf = (
  type: Converted['type'],
  { embedded, codes }: Pick<Converted, 'embedded' | 'codes'>,
): { profile?: Uint8Array | undefined; notices: Sentence[] } => {
  const isGray = type === 'gray' || type === 'grayAlpha'
  if (embedded && embedded.length > 128) {
    if (profileSpace(embedded) === 'RGB' && !isGray) return { profile: embedded, notices: [] }
    return { notices: [sentence('image_profile', { profile: profileName(embedded) ?? 'ICC profile' })] }
  }
  const space = codes && spaceOfCodes(...codes)
  if (!space || isGray) return { notices: [] }
  if ('hdr' in space) return { notices: [sentence('image_colours.hdr', { curve: space.hdr })] }
  if ('unknown' in space) return { notices: [sentence('image_colours.unknown', { codes: space.unknown })] }
  return { profile: rgbProfile(space.name, space.primaries, space.curve), notices: [] }
}
