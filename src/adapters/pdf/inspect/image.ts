import { latin1 } from '#platform/text'
import { type Finding, finding } from '../../../core/kernel/finding.ts'
import { displaySize } from '../../../typesetting/page/picture.ts'
import { profileName } from '../images/icc.ts'
import { ImageRefused, type PdfImage } from '../images/image.ts'
import { jpegEnd, jpegProfile, readJpeg } from '../images/jpeg.ts'
import { checkPng, pngProfileName, readPng } from '../images/png.ts'
import { imageFaults } from '../images/sentences.ts'
import { inspectionSentences } from '../sentences.ts'
import type { PackedInspection } from './packed.ts'
import { thumbnailOf } from './thumbnail.ts'

const { say } = inspectionSentences

/** Faults of a picture with more of something than can be printed. */
const tooLarge = new Set<unknown>(['megapixels', 'side', 'samples', 'interlaced', 'progressive'])

export const inspectImage = async (bytes: Uint8Array): Promise<PackedInspection> => {
  const disguised = disguise(bytes)
  if (disguised) return { findings: [finding('error', say(`file_polyglot.${disguised}`))] }
  const format = bytes[0] === 0x89 ? 'png' : 'jpeg'
  const findings: Finding[] = []
  let image: PdfImage
  let profile: string | undefined
  try {
    if (format === 'png') {
      image = await readPng(bytes)
      await checkPng(bytes)
      profile = pngProfileName(bytes)
    } else {
      image = readJpeg(bytes)
      const end = jpegEnd(bytes)
      if (end === undefined) throw new ImageRefused(imageFaults.say('image_fault.jpeg_ends'))
      if (end < bytes.length) {
        findings.push(finding('warning', say('image_trailer')))
      }
      const embedded = jpegProfile(bytes)
      profile = embedded.length > 0 ? (profileName(embedded) ?? 'ICC profile') : undefined
    }
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
    const reason = error.said
    const code = tooLarge.has(reason.params?.case) ? 'image_too_large' : 'image_unsupported'
    return { findings: [finding('error', say(`${code}.file`, { reason }))] }
  }
  if (profile !== undefined && !image.profile) {
    findings.push(finding('warning', say('image_profile', { profile })))
  }
  const { w, h } = displaySize(image)
  return {
    findings,
    image: {
      format,
      widthPx: w,
      heightPx: h,
      hasAlpha: image.alpha !== undefined,
      colourProfile: profile ?? assumed[image.colour],
      thumbnail: await thumbnailOf(image),
    },
  }
}

const assumed: Readonly<Record<PdfImage['colour'], string>> = {
  rgb: 'sRGB',
  indexed: 'sRGB',
  cmyk: 'CMYK',
  gray: 'Gray',
}

/** How far into a file readers of PDF and browsers look for its beginning. */
const SNIFFED_BYTES = 1024
/** The record that ends a ZIP archive, with the longest comment behind it. */
const ZIP_END = 'PK\x05\x06'
const ZIP_END_BYTES = 22 + 65_535

/**
 * Why a picture is refused that is a file of another format at the same time: such files are made to be
 * opened by another program.
 */
const disguise = (bytes: Uint8Array): 'pdf' | 'page' | 'archive' | undefined => {
  const head = latin1(bytes, 0, Math.min(bytes.length, SNIFFED_BYTES))
  if (head.includes('%PDF-')) return 'pdf'
  if (/<(?:script|html|svg|\?php)[\s>]/i.test(head)) return 'page'
  return endsAsZip(bytes) ? 'archive' : undefined
}

/** The four bytes alone may stand in any picture: the comment's length must lead to the end of the file. */
const endsAsZip = (bytes: Uint8Array): boolean => {
  const end = latin1(bytes, Math.max(0, bytes.length - ZIP_END_BYTES))
  for (let at = end.indexOf(ZIP_END); at >= 0; at = end.indexOf(ZIP_END, at + 1)) {
    if (at + 22 > end.length) return false
    const comment = end.charCodeAt(at + 20) | (end.charCodeAt(at + 21) << 8)
    if (at + 22 + comment === end.length) return true
  }
  return false
}
