import { drawingOf, streamOf } from './pdf-drawings.ts'

const marker = (code: number, body: readonly number[]): number[] => [
  ...[0xff, code],
  ...[(body.length + 2) >> 8, (body.length + 2) & 255],
  ...body,
]
const long = (value: number): number[] => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]
const tilePart = (tile: number, part: number, parts: number, data: readonly number[]): number[] => [
  ...marker(0x90, [0, tile, ...long(14 + data.length), part, parts]),
  ...[0xff, 0x93],
  ...data,
]

/** A JPEG 2000 with two tiles. The first has three tile-parts, of which the last two are empty. */
const codeStream = (() => {
  const [width, height, side] = [128, 64, 64]
  const sizes = [width, height, 0, 0, side, side, 0, 0].flatMap(long)
  const packet = [0x80, 0x40, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x11, 0x22, 0x33, 0x44]
  return Buffer.from([
    ...[0xff, 0x4f],
    ...marker(0x51, [0, 0, ...sizes, 0, 1, 7, 1, 1]),
    ...marker(0x52, [0, 0, 0, 1, 0, 0, 4, 4, 0, 1]),
    ...marker(0x5c, [0x40, 0x40]),
    ...marker(0x55, [0, 0x40, 0, 0, 0, 1, 0, 0, 0, 1]),
    ...tilePart(0, 0, 0, packet),
    ...tilePart(0, 1, 0, []),
    ...tilePart(0, 2, 0, []),
    ...tilePart(1, 0, 1, packet),
    ...[0xff, 0xd9],
  ])
})()

/** A PDF with an image on which PDFium aborts. */
export const brokenJpx = (box = '0 0 200 200'): Buffer =>
  drawingOf('128 0 0 64 30 30 cm /I Do', {
    box,
    page: '/Resources<</XObject<</I 5 0 R>>>>',
    more: [
      streamOf(
        codeStream,
        '/Type/XObject/Subtype/Image/Width 128/Height 64/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/JPXDecode',
      ),
    ],
  })
