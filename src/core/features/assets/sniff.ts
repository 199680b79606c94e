/** A type detected from a file's first bytes, because names and headers may be wrong. */
export type Sniffed = keyof typeof names

const names = {
  'image/jpeg': 'a JPEG',
  'image/png': 'a PNG',
  'image/gif': 'a GIF',
  'image/webp': 'a WebP image',
  'image/tiff': 'a TIFF',
  'image/avif': 'an AVIF image',
  'image/heic': 'a HEIC image',
  'image/bmp': 'a BMP',
  'image/jp2': 'a JPEG 2000 image',
  'image/jxl': 'a JPEG XL image',
  'image/vnd.adobe.photoshop': 'a Photoshop document',
  'image/tiff-big': 'a TIFF with 64-bit offsets (BigTIFF)',
  'image/svg+xml': 'an SVG',
  'application/pdf': 'a PDF',
  'application/zip': 'a ZIP archive (such as XLSX and other office files)',
  'application/x-ole': 'an old office document',
  'application/gzip': 'a gzip archive',
  'application/postscript': 'PostScript',
  'text/html': 'a web page',
  'font/ttf': 'a TrueType font',
  'font/otf': 'an OpenType font with PostScript outlines',
  'font/woff': 'a web font (WOFF)',
  'font/collection': 'a collection of fonts',
  'text/plain': 'text',
  'application/octet-stream': 'a file of unknown type',
} as const

export const nameOf = (type: Sniffed): string => names[type]

const latin1 = (head: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...head.subarray(from, to))

/** Latin-1. A signature that is also a word, such as OTTO, includes a byte that no text contains. */
const signatures: readonly (readonly [string | RegExp, Sniffed])[] = [
  ['\xff\xd8\xff', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['II+\0\x08', 'image/tiff-big'],
  ['MM\0+\0\x08', 'image/tiff-big'],
  // Four bytes of size and four zero bytes.
  [/^BM.{4}\0\0\0\0/s, 'image/bmp'],
  ['\0\0\0\x0cjP  ', 'image/jp2'],
  ['\xff\x4f\xff\x51', 'image/jp2'],
  ['\0\0\0\x0cJXL ', 'image/jxl'],
  ['\xff\x0a', 'image/jxl'],
  ['8BPS\0\x01', 'image/vnd.adobe.photoshop'],
  ['8BPS\0\x02', 'image/vnd.adobe.photoshop'],
  [/^\0\0.{2}ftypavi[fs]/s, 'image/avif'],
  [/^\0\0.{2}ftyp(?:he|mif1|msf1)/s, 'image/heic'],
  ['%PDF-', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['PK\x05\x06', 'application/zip'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-ole'],
  ['\x1f\x8b', 'application/gzip'],
  ['%!PS', 'application/postscript'],
  ['\xc5\xd0\xd3\xc6', 'application/postscript'],
  ['\0\x01\0\0', 'font/ttf'],
  // The zero byte begins the number of tables, a few dozen at most.
  ['true\0', 'font/ttf'],
  ['OTTO\0', 'font/otf'],
  [/^wOF[F2](?:\0.\0\0|OTTO|true|ttcf)/s, 'font/woff'],
  ['ttcf\0', 'font/collection'],
]

/** Bytes that `sniff` examines. */
export const headLength = 4096

export const sniff = (head: Uint8Array): Sniffed => {
  const start = latin1(head, 0, 16)
  for (const [signature, type] of signatures) {
    const isFound = typeof signature === 'string' ? start.startsWith(signature) : signature.test(start)
    if (isFound) return type === 'image/heic' && isAvif(head) ? 'image/avif' : type
  }
  const text = latin1(head, 0, Math.min(head.length, headLength))
  // Mail programs and web servers may prepend lines to a PDF, which readers skip.
  if (/[\r\n]%PDF-\d\.\d[\r\n]/.test(text.slice(0, 1024))) return 'application/pdf'
  const markup = /^(?:\xef\xbb\xbf)?\s*</.test(text) ? text.toLowerCase() : ''
  if (/<svg[\s>]/.test(markup)) return 'image/svg+xml'
  if (/<(?:!doctype html|html|head|body|script)[\s>]/.test(markup)) return 'text/html'
  return isText(head) ? 'text/plain' : 'application/octet-stream'
}

/** Detects a file with a generic major brand and the codec among its compatible brands. */
const isAvif = (head: Uint8Array): boolean =>
  latin1(head, 16, Math.min(head[3] ?? 0, head.length)).includes('avif')

/** White space, line breaks, and the DOS end-of-file mark occur in lists. */
const usualControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a])
/** How many other control characters a text of this length may have. Imports report each with its row. */
export const strayControls = (length: number): number => 2 + length / 50

/** True for few control characters, or UTF-16. */
const isText = (head: Uint8Array): boolean => {
  if (isUtf16(head)) return true
  const strange = head.reduce((sum, byte) => sum + Number(byte < 0x20 && !usualControls.has(byte)), 0)
  return strange <= strayControls(head.length)
}

/** Detects a byte order mark, or zeros in every second byte, as in lists of European addresses. */
export const isUtf16 = (head: Uint8Array): boolean => {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index & 1]!++
  const [even, odd] = zeros as [number, number]
  return Math.min(even, odd) === 0 && Math.max(even, odd) > head.length / 4
}
