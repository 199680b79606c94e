import { sha256Hex } from '#platform/hash'
import { latin1 } from '#platform/text'
import { collectGarbage } from '#platform/thread'
import { finding } from '../../../core/kernel/finding.ts'
import type { Sentence } from '../../../core/kernel/sentences.ts'
import { displaySize, imageMatrix } from '../../../typesetting/page/picture.ts'
import { num } from '../../../typesetting/page/units.ts'
import { profileName } from '../images/colour-profiles.ts'
import { type ConvertedFormat, convertToPng } from '../images/convert/convert.ts'
import { ImageRefused, type PdfImage } from '../images/image.ts'
import { jpegEnd, jpegProfile, readJpeg, withColourTransform } from '../images/jpeg.ts'
import { checkPng, pngProfileName, readPng } from '../images/png.ts'
import { preparePng } from '../images/prepare-png.ts'
import { imageFaults } from '../images/sentences.ts'
import { rasterisePage } from '../raster.ts'
import { deflatedResource } from '../resources.ts'
import { inspectionSentences } from '../sentences.ts'
import { ImageWriter } from '../writer/images.ts'
import { finishPage } from '../writer/pages.ts'
import { PdfWriter } from '../writer/writer.ts'
import type { PackedInspection } from './packed.ts'

const LONGER_SIDE_PX = 320

/** Renders a thumbnail from a PDF of one page, with the same code as printing. */
const thumbnailOf = async (image: PdfImage): Promise<Uint8Array> => {
  const { w, h } = displaySize(image)
  const scale = Math.min(1, LONGER_SIDE_PX / Math.max(w, h))
  const width = Math.max(1, Math.round(w * scale))
  const height = Math.max(1, Math.round(h * scale))
  const chunks: Uint8Array[] = []
  const writer = new PdfWriter(async (chunk) => {
    chunks.push(chunk)
  })
  const picture = await new ImageWriter(writer, () => deflatedResource('sRGB.icc')).write(image)
  const matrix = imageMatrix(image, { x: 0, y: 0, w: width, h: height }).map(num).join(' ')
  await finishPage(writer, { width, height }, `q ${matrix} cm /I Do Q`, `/XObject<</I ${picture} 0 R>>`)
  // At 72 dpi a point is a pixel.
  return (await rasterisePage(chunks, { page: 1, dpi: 72 })).png
}

const { sentence } = inspectionSentences

const tooLarge = new Set<unknown>([
  'megapixels',
  'side',
  'samples',
  'interlaced',
  'progressive',
  'turned',
  'converted',
  'png_bytes',
])

export const inspectImage = async (bytes: Uint8Array): Promise<PackedInspection> => {
  const disguised = disguise(bytes)
  if (disguised) return { findings: [finding('error', sentence(`file_polyglot.${disguised}`))] }
  try {
    return await describe(await toPrintable(bytes), bytes)
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
    const reason = error.sentence
    const code = tooLarge.has(reason.params?.case) ? 'image_too_large' : 'image_unsupported'
    return { findings: [finding('error', sentence(`${code}.file`, { reason }))] }
  }
}

interface Printable {
  format: 'jpeg' | 'png'
  bytes: Uint8Array
  image: PdfImage
  profile: string | undefined
  notices: Sentence[]
}

const toPrintable = async (bytes: Uint8Array): Promise<Printable> => {
  if (bytes[0] === 0x89) return printablePng(bytes)
  const format = convertedFormat(bytes)
  if (!format) return printableJpeg(bytes)
  const { bytes: png, notices } = await convertToPng(format, bytes)
  // Frees the decoded pixels: the PNG contains them and is read in small parts.
  collectGarbage()
  return { format: 'png', bytes: png, image: await readPng(png), profile: pngProfileName(png), notices }
}

/** Returns the format by the first bytes, by which the upload was accepted; undefined for a JPEG. */
const convertedFormat = (bytes: Uint8Array): ConvertedFormat | undefined => {
  if (latin1(bytes, 8, 12) === 'WEBP') return 'webp'
  if (latin1(bytes, 4, 8) === 'ftyp') return 'avif'
  return ['II*\0', 'MM\0*'].includes(latin1(bytes, 0, 4)) ? 'tiff' : undefined
}

const printablePng = async (bytes: Uint8Array): Promise<Printable> => {
  await readPng(bytes)
  const end = await checkPng(bytes)
  const { bytes: prepared, notices } = await preparePng(bytes)
  return {
    format: 'png',
    bytes: prepared,
    image: await readPng(prepared),
    profile: pngProfileName(prepared),
    notices: end < bytes.length ? [sentence('image_trailer'), ...notices] : notices,
  }
}

const printableJpeg = (given: Uint8Array): Printable => {
  const bytes = withColourTransform(given)
  const image = readJpeg(bytes)
  const end = jpegEnd(bytes)
  if (end === undefined) throw new ImageRefused(imageFaults.sentence('image_fault.jpeg_ends'))
  const embedded = jpegProfile(bytes)
  const profile = embedded.length > 0 ? (profileName(embedded) ?? 'ICC profile') : undefined
  const notices: Sentence[] = []
  if (end < bytes.length) notices.push(sentence('image_trailer'))
  if (image.colour === 'cmyk' && !image.inverted) notices.push(sentence('image_colours.inks'))
  return { format: 'jpeg', bytes, image, profile, notices }
}

const describe = async (
  { format, bytes, image, profile, notices }: Printable,
  given: Uint8Array,
): Promise<PackedInspection> => {
  if (profile !== undefined && !image.profile) notices.push(sentence('image_profile', { profile }))
  const { w, h } = displaySize(image)
  return {
    findings: notices.map((notice) => finding('warning', notice)),
    image: {
      format,
      widthPx: w,
      heightPx: h,
      hasAlpha: image.alpha !== undefined,
      colourProfile: profile ?? assumed[image.colour],
      thumbnail: await thumbnailOf(image),
    },
    ...(bytes === given ? {} : { replacement: { bytes, sha256: sha256Hex(bytes) } }),
  }
}

const assumed: Readonly<Record<PdfImage['colour'], string>> = {
  rgb: 'sRGB',
  indexed: 'sRGB',
  cmyk: 'CMYK',
  gray: 'Gray',
}

/** How far into a file PDF readers and browsers search for its start. */
const SNIFFED_BYTES = 1024
/** The signature of a ZIP archive's end record, and the maximum length of the record with its comment. */
const ZIP_END = 'PK\x05\x06'
const ZIP_END_BYTES = 22 + 65_535

/** Returns the second format of a polyglot file, which may be meant to be opened by another program. */
const disguise = (bytes: Uint8Array): 'pdf' | 'page' | 'archive' | undefined => {
  const head = latin1(bytes, 0, Math.min(bytes.length, SNIFFED_BYTES))
  if (head.includes('%PDF-')) return 'pdf'
  if (/<(?:script|html|svg|\?php)[\s>]/i.test(head)) return 'page'
  return endsAsZip(bytes) ? 'archive' : undefined
}

/** The signature alone may occur in any image, so the comment must extend to the end of the file. */
const endsAsZip = (bytes: Uint8Array): boolean => {
  const end = latin1(bytes, Math.max(0, bytes.length - ZIP_END_BYTES))
  for (let at = end.indexOf(ZIP_END); at >= 0; at = end.indexOf(ZIP_END, at + 1)) {
    if (at + 22 > end.length) return false
    const comment = end.charCodeAt(at + 20) | (end.charCodeAt(at + 21) << 8)
    if (at + 22 + comment === end.length) return true
  }
  return false
}
