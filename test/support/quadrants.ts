import { decode } from 'fast-png'
import { pngChunk } from './images.ts'

/** Red at the top left, green at the top right, blue at the bottom left, white at the bottom right. */
export const QUADRANTS = 'RGBW'
const colours = { R: [255, 0, 0], G: [0, 128, 0], B: [0, 0, 255], W: [255, 255, 255] } as const

/** Returns the colour of a pixel in an image whose four quarters have these colours. */
export const quadrantColour = (x: number, y: number, width: number, height: number): readonly number[] =>
  colours[QUADRANTS[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] as keyof typeof colours]

/** Returns the RGB samples of an image of these four quarters, each row after its filter byte. */
export const quadrantRows = (width: number, height: number): Uint8Array => {
  const rows = new Uint8Array((width * 3 + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows.set(quadrantColour(x, y, width, height), y * (width * 3 + 1) + 1 + x * 3)
  return rows
}

/** Returns the RGBA samples of an image of these four quarters. */
export const quadrantPixels = (width: number, height: number, opacity = 255): Uint8Array => {
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels.set([...quadrantColour(x, y, width, height), opacity], (y * width + x) * 4)
  return pixels
}

/** Returns the pixel in the middle of each quarter of a PNG, as RGB. */
export const quarters = (png: Uint8Array): number[][] => {
  const { width, height, data, channels } = decode(png)
  return [1, 3].flatMap((down) =>
    [1, 3].map((across) => {
      const at = (Math.floor((height * down) / 4) * width + Math.floor((width * across) / 4)) * channels
      return [0, 1, 2].map((channel) => data[at + (channels < 3 ? 0 : channel)]!)
    }),
  )
}

/** Returns the letter of each quarter's colour, `?` if none of the four is close. */
export const quartersSeen = (png: Uint8Array): string =>
  quarters(png)
    .map((pixel) => {
      const seen = Object.entries(colours).find(([, colour]) =>
        colour.every((value, index) => Math.abs(value - pixel[index]!) < 60),
      )
      return seen?.[0] ?? '?'
    })
    .join('')

/** Returns an Exif block with an orientation tag. */
export const exifBlock = (orientation: number, isLittle = false): Buffer => {
  const block = Buffer.alloc(26)
  const u16 = (value: number, at: number) =>
    isLittle ? block.writeUInt16LE(value, at) : block.writeUInt16BE(value, at)
  const u32 = (value: number, at: number) =>
    isLittle ? block.writeUInt32LE(value, at) : block.writeUInt32BE(value, at)
  block.write(isLittle ? 'II' : 'MM', 'latin1')
  u16(42, 2)
  u32(8, 4)
  u16(1, 8)
  u16(0x0112, 10)
  u16(3, 12)
  u32(1, 14)
  u16(orientation, 18)
  return block
}

export const gammaChunk = (gamma: number): Buffer => {
  const body = Buffer.alloc(4)
  body.writeUInt32BE(Math.round(gamma * 100_000))
  return pngChunk('gAMA', body)
}

export const chromaticityChunk = (...values: number[]): Buffer => {
  const body = Buffer.alloc(32)
  for (const [index, value] of values.entries()) body.writeUInt32BE(Math.round(value * 100_000), index * 4)
  return pngChunk('cHRM', body)
}

export const codePointsChunk = (...codes: number[]): Buffer => pngChunk('cICP', Buffer.from(codes))
