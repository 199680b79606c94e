import { decode } from 'fast-png'
import { afterAll, describe, expect, it } from 'vitest'
import { checkSize, MAX_CONVERTED_BYTES } from '../../src/adapters/pdf/images/convert/converted.ts'
import { ImageRefused } from '../../src/adapters/pdf/images/image.ts'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import {
  avifOf,
  deflated,
  differences,
  extendedWebp,
  lzw,
  packBits,
  type TiffShape,
  tiffOf,
  webpOf,
  withAvifProperty,
} from '../support/converted-pictures.ts'
import { iccProfile } from '../support/images.ts'
import { inspectInput } from '../support/inspect-input.ts'
import { exifBlock, quadrantPixels, quartersSeen } from '../support/quadrants.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const inspect = (bytes: Uint8Array) => renderer.inspect(inspectInput('IMAGE', bytes))
const [WIDTH, HEIGHT] = [24, 16]
const SIZE = { width: WIDTH, height: HEIGHT }
const CONVERTED = 'warning image_converted'

const seen = async (bytes: Uint8Array) => {
  const { findings, image, replacement } = await inspect(bytes)
  const codes = findings.map(({ severity, code }) => `${severity} ${code}`)
  if (!image) return { codes, reason: findings[0]?.params?.['reason.case'] }
  return {
    codes,
    seen: quartersSeen(image.thumbnail),
    size: [image.widthPx, image.heightPx],
    alpha: image.hasAlpha,
    profile: image.colourProfile,
    stored: decode(replacement!.bytes),
  }
}

const TURNED = [CONVERTED, 'warning image_turned']
const plain = { codes: [CONVERTED], seen: 'RGBW', size: [WIDTH, HEIGHT], alpha: false, profile: 'sRGB' }
const lying = { ...plain, seen: 'BRWG', size: [HEIGHT, WIDTH] }
const nclx = (primaries: number, transfer: number) => {
  const body = Buffer.alloc(11)
  body.write('nclx', 'latin1')
  body.writeUInt16BE(primaries, 4)
  body.writeUInt16BE(transfer, 6)
  body[10] = 0x80
  return body
}

describe('a WebP', () => {
  const lossless = () => webpOf(WIDTH, HEIGHT, { isLossless: true })
  const extended = async (flags: number, ...chunks: [string, Uint8Array][]) =>
    extendedWebp(await lossless(), { ...SIZE, flags }, chunks)
  it.each([
    ['lossy', () => webpOf(WIDTH, HEIGHT), plain],
    ['lossless', lossless, plain],
    [
      'with opacity',
      () => webpOf(WIDTH, HEIGHT, { opacity: 0, isLossless: true }),
      { alpha: true, seen: 'WWWW' },
    ],
    ['rotated by EXIF', () => extended(8, ['EXIF', exifBlock(6)]), { ...lying, codes: TURNED }],
    ['with a default orientation', () => extended(8, ['EXIF', exifBlock(1)]), plain],
    [
      'with data after its end',
      async () => Buffer.concat([await lossless(), Buffer.from('camera data')]),
      { ...plain, codes: [CONVERTED, 'warning image_trailer'] },
    ],
    [
      'rotated by EXIF with a JPEG prefix, as some cameras write it',
      () => extended(8, ['EXIF', Buffer.concat([Buffer.from('Exif\0\0'), exifBlock(6)])]),
      { ...lying, codes: TURNED },
    ],
    [
      'with a profile',
      () => extended(32, ['ICCP', iccProfile('RGB ', 'Display P3')]),
      { profile: 'Display P3' },
    ],
    [
      'with a profile of another colour space',
      () => extended(32, ['ICCP', iccProfile('GRAY', 'Dot Gain 20%')]),
      { codes: [CONVERTED, 'warning image_profile'], profile: 'sRGB' },
    ],
    ['that is animated', () => extended(2, ['ANIM', Buffer.alloc(6)]), { reason: 'animated' }],
    ['that is truncated', async () => (await lossless()).subarray(0, -6), { reason: 'damaged' }],
    [
      'with damaged pixels',
      async () => {
        const bytes = await lossless()
        return bytes.fill(0xff, 26)
      },
      { reason: 'damaged' },
    ],
    [
      'with more pixels than can be converted',
      async () => extendedWebp(await lossless(), { width: 5001, height: 5000, flags: 0 }, []),
      { codes: ['error image_too_large'], reason: 'converted' },
    ],
  ])('%s', async (_what, bytes, expected) => {
    expect(await seen(await bytes())).toMatchObject(expected)
  })
})

describe('an AVIF', () => {
  const opaque = () => avifOf(WIDTH, HEIGHT)
  const having = async (kind: string, ...body: number[]) =>
    withAvifProperty(await opaque(), kind, Buffer.from(body))
  it.each([
    ['without opacity', opaque, plain],
    ['with opacity', () => avifOf(WIDTH, HEIGHT, 0), { alpha: true, seen: 'WWWW' }],
    ['rotated a quarter turn to the left', () => having('irot', 1), { ...lying, seen: 'GWRB' }],
    ['rotated by half a turn', () => having('irot', 2), { ...plain, seen: 'WBGR' }],
    ['rotated by three quarters', () => having('irot', 3), lying],
    ['mirrored top to bottom', () => having('imir', 0), { ...plain, seen: 'BWRG' }],
    ['mirrored left to right', () => having('imir', 1), { ...plain, seen: 'GRWB' }],
    [
      'rotated, then mirrored',
      async () => withAvifProperty(await having('irot', 1), 'imir', Buffer.from([1])),
      { seen: 'WGBR' },
    ],
    [
      'with a crop',
      () => having('clap', ...[12, 1, 8, 1, 0, 1, 0, 1].flatMap((value) => [0, 0, 0, value])),
      { codes: [CONVERTED, 'warning image_crop'] },
    ],
    [
      'with a profile',
      async () =>
        withAvifProperty(
          await opaque(),
          'colr',
          Buffer.concat([Buffer.from('prof'), iccProfile('RGB ', 'Display P3')]),
        ),
      { profile: 'Display P3' },
    ],
    ['that is truncated', async () => (await opaque()).subarray(0, -40), { reason: 'damaged' }],
    ['without its boxes', async () => (await opaque()).subarray(0, 60), { reason: 'damaged' }],
  ])('%s', async (_what, bytes, expected) => {
    expect(await seen(await bytes())).toMatchObject(expected)
  })

  it.each([
    [12, 13, 'Display P3', [CONVERTED]],
    [9, 16, 'sRGB', [CONVERTED, 'warning image_colours']],
    [1, 13, 'sRGB', [CONVERTED]],
  ])(
    'of the colours %i and %i is printed in them, or reported',
    async (primaries, transfer, profile, codes) => {
      const bytes = await opaque()
      bytes.set(nclx(primaries, transfer).subarray(0, 8), bytes.indexOf('nclx'))
      expect(await seen(bytes)).toMatchObject({ profile, codes })
    },
  )
})

describe('a TIFF', () => {
  const rgba = quadrantPixels(WIDTH, HEIGHT)
  const rgb = Uint8Array.from(rgba.filter((_, at) => at % 4 !== 3))
  const STRIDE = WIDTH * 3
  const colour: TiffShape = { ...SIZE, samples: 3, colours: 2, strips: [rgb] }
  const inTwo = (coded: (data: Uint8Array) => Uint8Array): Partial<TiffShape> => ({
    rowsPerStrip: 10,
    strips: [coded(rgb.subarray(0, 10 * STRIDE)), coded(rgb.subarray(10 * STRIDE))],
  })
  const differing = differences(rgb, STRIDE, 3)
  const wide = Buffer.alloc(rgb.length * 2)
  for (const [at, value] of rgb.entries()) wide.writeUInt16LE(value * 257, at * 2)
  const planes = [0, 1, 2].map((plane) => rgb.filter((_, at) => at % 3 === plane))
  const tile = (x: number, y: number) => {
    const rows = new Uint8Array(16 * 16 * 3)
    for (let row = 0; row < 16 && y + row < HEIGHT; row++)
      rows.set(
        rgb.subarray((y + row) * STRIDE + x * 3, (y + row) * STRIDE + Math.min(WIDTH, x + 16) * 3),
        row * 48,
      )
    return rows
  }
  /** One sample per pixel: quarters of 0 and 255, black at the upper left. */
  const gray = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    at % WIDTH < WIDTH / 2 === at < (WIDTH * HEIGHT) / 2 ? 0 : 255,
  )
  const bits = Uint8Array.from({ length: (WIDTH / 8) * HEIGHT }, (_, at) => {
    let byte = 0
    for (let bit = 0; bit < 8; bit++) byte = (byte << 1) | (gray[at * 8 + bit]! & 1)
    return byte
  })
  const indices = Uint8Array.from(
    { length: WIDTH * HEIGHT },
    (_, at) => (at % WIDTH < WIDTH / 2 ? 0 : 1) + (at < (WIDTH * HEIGHT) / 2 ? 0 : 2),
  )
  const map = [
    [255, 0, 0, 255],
    [0, 128, 0, 255],
    [0, 0, 255, 255],
  ].flatMap((channel) => Array.from({ length: 256 }, (_, at) => (channel[at] ?? 0) * 257))
  const halved = Uint8Array.from(rgba, (value, at) => (at % 4 === 3 ? 128 : value >> 1))

  it.each<[string, TiffShape, object]>([
    ['uncompressed', colour, plain],
    ['big-endian', { ...colour, isBig: true }, plain],
    ['in several strips', { ...colour, ...inTwo((data) => data) }, plain],
    ['in LZW', { ...colour, coding: 5, ...inTwo(lzw) }, plain],
    ['in ZIP', { ...colour, coding: 8, ...inTwo(deflated) }, plain],
    ['in the older ZIP', { ...colour, coding: 32_946, ...inTwo(deflated) }, plain],
    ['in PackBits', { ...colour, coding: 32_773, ...inTwo(packBits) }, plain],
    [
      'with a horizontal predictor',
      { ...colour, coding: 5, strips: [lzw(differing)], fields: { 317: [2] } },
      plain,
    ],
    ['of 16 bits', { ...colour, bits: 16, strips: [wide] }, plain],
    ['in planes', { ...colour, strips: planes, fields: { 284: [2] } }, plain],
    ['in tiles', { ...colour, tile: { width: 16, height: 16 }, strips: [tile(0, 0), tile(16, 0)] }, plain],
    ['rotated by its orientation', { ...colour, fields: { 274: [6] } }, lying],
    ['with an invalid orientation', { ...colour, fields: { 274: [9] } }, plain],
    ['with a palette', { ...colour, samples: 1, colours: 3, strips: [indices], fields: { 320: map } }, plain],
    [
      'with opacity',
      { ...colour, samples: 4, strips: [rgba], fields: { 338: [2] } },
      { ...plain, alpha: true },
    ],
    [
      'with premultiplied opacity',
      { ...colour, samples: 4, strips: [halved], fields: { 338: [1] } },
      { alpha: true },
    ],
    [
      'with an additional channel',
      { ...colour, samples: 4, strips: [rgba], fields: { 338: [0] } },
      { ...plain, codes: [CONVERTED, 'warning image_channels'] },
    ],
    [
      'in black and white',
      { ...colour, samples: 1, bits: 1, colours: 1, strips: [bits] },
      { seen: '?WW?', profile: 'Gray' },
    ],
    [
      'in white-is-zero, as faxes',
      { ...colour, samples: 1, bits: 1, colours: 0, strips: [bits] },
      { seen: 'W??W' },
    ],
    [
      'in white-is-zero with opacity',
      {
        ...colour,
        ...{ samples: 2, colours: 0, fields: { 338: [2] } },
        strips: [
          Uint8Array.from(rgba.subarray(0, 2 * gray.length), (_, at) => (at % 2 ? 255 : gray[at >> 1]!)),
        ],
      },
      { seen: 'W??W', alpha: true },
    ],
    [
      'with a palette of 8-bit values',
      {
        ...colour,
        samples: 1,
        colours: 3,
        strips: [indices],
        fields: { 320: map.map((value) => value >> 8) },
      },
      plain,
    ],
    ['with mixed sample formats', { ...colour, fields: { 339: [1, 1, 2] } }, { reason: 'tiff_samples' }],
    ['in gray', { ...colour, samples: 1, colours: 1, strips: [gray] }, { seen: '?WW?', profile: 'Gray' }],
    ['in CMYK', { ...colour, samples: 4, colours: 5, strips: [rgba] }, { reason: 'tiff_colours' }],
    ['with fax group 4 compression', { ...colour, coding: 4 }, { reason: 'tiff_coding' }],
    ['of 12 bits', { ...colour, bits: 12 }, { reason: 'tiff_samples' }],
    ['that is truncated', { ...colour, strips: [rgb.subarray(0, 100)] }, { reason: 'damaged' }],
    [
      'with damaged LZW data',
      { ...colour, coding: 5, strips: [Buffer.from([0x80, 0x3f, 0xff, 0xff])] },
      { reason: 'damaged' },
    ],
    [
      'that declares more pixels than can be converted',
      { ...colour, width: 6000, height: 6000, strips: [rgb] },
      { codes: ['error image_too_large'], reason: 'converted' },
    ],
    ['of zero pixels', { ...colour, width: 0 }, { reason: 'no_size' }],
  ])('%s', async (_what, shape, expected) => {
    expect(await seen(tiffOf(shape))).toMatchObject(expected)
  })

  it('keeps 16 bits of each sample', async () => {
    const result = await seen(tiffOf({ ...colour, bits: 16, strips: [wide] }))
    expect(result.stored).toMatchObject({ depth: 16 })
  })

  it('is converted up to a size limit', () => {
    const sized = (bytes: number) => () => checkSize({ widthPx: 1, heightPx: 1 }, bytes)
    expect(sized(MAX_CONVERTED_BYTES)).not.toThrow()
    expect(sized(MAX_CONVERTED_BYTES + 1)).toThrow(ImageRefused)
  })
})
