import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

const fixture = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))

/**
 * 120 × 80 pixels: cyan on the left with a black square, red on the right. Created with Ghostscript, without
 * profiles.
 */
export const jpegs = { rgb: fixture('rgb.jpg'), cmyk: fixture('cmyk.jpg'), gray: fixture('gray.jpg') }

export interface PngShape {
  width: number
  height: number
  /** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGBA. */
  type?: number
  depth?: number
  interlace?: number
  /** Rows with their filter bytes; zeros by default. */
  rows?: Uint8Array
  /** Additional chunks before the image data. */
  before?: Buffer[]
}

export const pngChunk = (kind: string, body: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body])
  const chunk = Buffer.alloc(8 + named.length)
  chunk.writeUInt32BE(body.length, 0)
  chunk.set(named, 4)
  chunk.writeUInt32BE(crc32(named), 4 + named.length)
  return chunk
}

export const pngHeader = ({ width, height, type = 2, depth = 8, interlace = 0 }: PngShape): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, type, 0, 0, interlace], 8)
  return pngChunk('IHDR', header)
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export const png = (shape: PngShape): Buffer => {
  const { width, height, type = 2, depth = 8, rows, before = [] } = shape
  const stride = Math.ceil((width * channels[type]! * depth) / 8)
  return Buffer.concat([
    pngSignature,
    pngHeader(shape),
    ...before,
    pngChunk('IDAT', deflateSync(rows ?? new Uint8Array((stride + 1) * height))),
    pngChunk('IEND', new Uint8Array(0)),
  ])
}

/** Encodes the RGBA samples that `pixel` returns as a PNG. */
export const rgbaPng = (width: number, height: number, pixel: (x: number, y: number) => number[]): Buffer => {
  const rows = new Uint8Array((width * 4 + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(pixel(x, y), y * (width * 4 + 1) + 1 + x * 4)
  }
  return png({ width, height, type: 6, rows })
}

/** Inserts a segment after the first marker of a JPEG. */
export const withSegment = (jpeg: Uint8Array, marker: number, data: Uint8Array): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

/** Adds an EXIF orientation to a JPEG. */
export const turned = (jpeg: Uint8Array, orientation: number): Buffer => {
  const exif = Buffer.alloc(6 + 8 + 2 + 12 + 4)
  exif.write('Exif\0\0MM\0*', 0, 'latin1')
  exif.writeUInt32BE(8, 10)
  exif.writeUInt16BE(1, 14)
  exif.writeUInt16BE(0x0112, 16)
  exif.writeUInt16BE(3, 18)
  exif.writeUInt32BE(1, 20)
  exif.writeUInt16BE(orientation, 24)
  return withSegment(jpeg, 0xe1, exif)
}

/** Returns an incomplete ICC profile, with only its colour space and description. */
export const iccProfile = (space: 'RGB ' | 'CMYK' | 'GRAY', name: string): Buffer => {
  const profile = Buffer.alloc(144 + 12 + name.length + 1)
  profile.write(space, 16, 'latin1')
  profile.write('acsp', 36, 'latin1')
  profile.writeUInt32BE(1, 128)
  profile.write('desc', 132, 'latin1')
  profile.writeUInt32BE(144, 136)
  profile.writeUInt32BE(13 + name.length, 140)
  profile.write('desc', 144, 'latin1')
  profile.writeUInt32BE(name.length + 1, 152)
  profile.write(name, 156, 'latin1')
  return Buffer.concat([profile, Buffer.alloc(100)])
}

export const withProfile = (jpeg: Uint8Array, profile: Uint8Array): Buffer =>
  withSegment(jpeg, 0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]))

/** Removes the segments with this marker from a JPEG. */
export const withoutSegment = (jpeg: Buffer, marker: number): Buffer => {
  const parts = [jpeg.subarray(0, 2)]
  let at = 2
  for (; jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2))
    if (jpeg[at + 1] !== marker) parts.push(jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2)))
  return Buffer.concat([...parts, jpeg.subarray(at)])
}

/** Names the three components of a JPEG R, G and B and removes other information about its colours. */
export const namedRgb = (jpeg: Buffer): Buffer => {
  const plain = Buffer.from(withoutSegment(withoutSegment(jpeg, 0xe0), 0xee))
  const names = [...Buffer.from('RGB')]
  const frame = plain.indexOf(Buffer.from([0xff, 0xc0]))
  const scan = plain.indexOf(Buffer.from([0xff, 0xda]))
  for (const [index, name] of names.entries()) {
    plain[frame + 10 + index * 3] = name
    plain[scan + 5 + index * 2] = name
  }
  return plain
}
