import { decode } from 'fast-png'
import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import type { InspectInput } from '../../src/core/ports/inspection.ts'
import {
  iccProfile,
  jpegs,
  namedRgb,
  type PngShape,
  png,
  pngChunk,
  pngHeader,
  pngSignature,
  rgbaPng,
  turned,
  withoutSegment,
  withProfile,
  withSegment,
} from '../support/images.ts'
import { inspectInput } from '../support/inspect-input.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const inspect = (kind: InspectInput['kind'], bytes: Uint8Array) => renderer.inspect(inspectInput(kind, bytes))
const codes = async (kind: InspectInput['kind'], bytes: Uint8Array) =>
  (await inspect(kind, bytes)).findings.map(({ severity, code }) => `${severity} ${code}`)

describe('an image', () => {
  it.each([
    [
      'an RGB JPEG',
      jpegs.rgb,
      { format: 'jpeg', widthPx: 120, heightPx: 80, hasAlpha: false, colourProfile: 'sRGB' },
    ],
    ['a CMYK JPEG', jpegs.cmyk, { colourProfile: 'CMYK', hasAlpha: false }],
    ['a gray JPEG', jpegs.gray, { colourProfile: 'Gray' }],
    [
      'a JPEG with a profile',
      withProfile(jpegs.rgb, iccProfile('RGB ', 'Display P3')),
      { colourProfile: 'Display P3' },
    ],
    ['a rotated JPEG', turned(jpegs.rgb, 6), { widthPx: 80, heightPx: 120 }],
    ['a JPEG upside down', turned(jpegs.rgb, 3), { widthPx: 120, heightPx: 80 }],
    [
      'an RGB PNG',
      png({ width: 30, height: 20 }),
      { format: 'png', widthPx: 30, heightPx: 20, hasAlpha: false },
    ],
    ['an RGBA PNG', rgbaPng(3, 2, () => [9, 9, 9, 9]), { hasAlpha: true, colourProfile: 'sRGB' }],
    [
      'a gray PNG with opacity of 16 bits',
      png({ width: 2, height: 2, type: 4, depth: 16 }),
      { hasAlpha: true, colourProfile: 'Gray' },
    ],
    [
      'a PNG with a palette and a transparent entry',
      png({
        width: 9,
        height: 1,
        type: 3,
        depth: 2,
        before: [pngChunk('PLTE', Buffer.alloc(6)), pngChunk('tRNS', Buffer.from([0]))],
      }),
      { hasAlpha: true },
    ],
    ['a PNG of one pixel', png({ width: 1, height: 1, type: 0, depth: 1 }), { widthPx: 1, heightPx: 1 }],
    [
      'an interlaced PNG',
      png({ width: 1, height: 1, interlace: 1 }),
      { widthPx: 1, heightPx: 1, hasAlpha: false },
    ],
    ['a very wide PNG', png({ width: 20_000, height: 1 }), { widthPx: 20_000, heightPx: 1 }],
  ])('%s is described', async (_what, bytes, expected) => {
    const { findings, image } = await inspect('IMAGE', bytes)
    expect(findings).toEqual([])
    expect(image).toMatchObject(expected)
    const thumb = decode(image!.thumbnail)
    const scale = Math.min(1, 320 / Math.max(image!.widthPx, image!.heightPx))
    expect([thumb.width, thumb.height]).toEqual([
      Math.max(1, Math.round(image!.widthPx * scale)),
      Math.max(1, Math.round(image!.heightPx * scale)),
    ])
  })

  it.each([
    ['CMYK', withProfile(jpegs.cmyk, iccProfile('CMYK', 'ISO Coated v2')), 'ISO Coated v2'],
    ['gray', withProfile(jpegs.gray, iccProfile('GRAY', 'Dot Gain 20%')), 'Dot Gain 20%'],
  ])('keeps the inks of %s and reports that its profile is not applied', async (_what, bytes, name) => {
    const { findings, image } = await inspect('IMAGE', bytes)
    expect(findings).toMatchObject([{ severity: 'warning', code: 'image_profile' }])
    expect(image?.colourProfile).toBe(name)
  })

  it('has an upright thumbnail in its colours', async () => {
    /** Returns `R` (red) or `C` (cyan) for the middle of the left, right, top and bottom sides. */
    const sides = async (bytes: Uint8Array) => {
      const { width, height, data, channels } = decode((await inspect('IMAGE', bytes)).image!.thumbnail)
      const at = (x: number, y: number) => {
        const [red = 0, , blue = 0] = data.subarray((y * width + x) * channels)
        return red > blue ? 'R' : 'C'
      }
      const [right, bottom] = [width - 4, height - 4]
      return at(4, height >> 1) + at(right, height >> 1) + at(width >> 1, 4) + at(width >> 1, bottom)
    }
    const left = (text: string) => text.slice(0, 2)
    expect(left(await sides(jpegs.rgb))).toBe('CR')
    expect(left(await sides(jpegs.cmyk))).toBe('CR')
    expect(left(await sides(turned(jpegs.rgb, 3)))).toBe('RC')
    // Rotated so that its left is up, and so that its left is down.
    expect((await sides(turned(jpegs.rgb, 6))).slice(2)).toBe('CR')
    expect((await sides(turned(jpegs.rgb, 8))).slice(2)).toBe('RC')
  })

  it('with opacity has a white background', async () => {
    const { image } = await inspect(
      'IMAGE',
      rgbaPng(40, 40, (x) => [0, 0, 0, x < 20 ? 255 : 0]),
    )
    const { data, channels } = decode(image!.thumbnail)
    expect([data[20 * 40 * channels], data[(20 * 40 + 39) * channels]]).toEqual([0, 255])
  })

  const bomb = (shape: PngShape) =>
    Buffer.concat([
      pngSignature,
      pngHeader(shape),
      pngChunk('IDAT', Buffer.from([0x78, 0x9c, 1])),
      pngChunk('IEND', Buffer.alloc(0)),
    ])
  const damaged = Buffer.from(png({ width: 30, height: 20 }))
  damaged[60]! ^= 1
  const huge = Buffer.from(jpegs.rgb)
  const frame = huge.indexOf(Buffer.from([0xff, 0xc0]))
  huge.writeUInt32BE(0xffff_ffff, frame + 5)

  /** A progressive JPEG that declares this size, with the `sampling` of its first component. */
  const progressive = (width: number, height: number, sampling: number) => {
    const jpeg = Buffer.from(jpegs.rgb)
    jpeg[frame + 1] = 0xc2
    jpeg.writeUInt16BE(height, frame + 5)
    jpeg.writeUInt16BE(width, frame + 7)
    for (const component of [0, 1, 2]) jpeg[frame + 11 + component * 3] = component === 0 ? sampling : 0x11
    return jpeg
  }

  it.each([
    ['16 megapixels', 4000, 4000, 0x11, []],
    ['17 megapixels', 4200, 4200, 0x11, ['error image_too_large']],
    ['33 megapixels with subsampled colours', 5740, 5740, 0x22, []],
    ['34 megapixels with subsampled colours', 5900, 5900, 0x22, ['error image_too_large']],
  ])('as a progressive JPEG of %s', async (_what, width, height, sampling, expected) => {
    expect(await codes('IMAGE', progressive(width, height, sampling))).toEqual(expected)
  })

  it.each([
    ['a PNG of 65,536 × 1 pixels', bomb({ width: 65_536, height: 1 }), 'image_too_large'],
    ['a PNG of 1 × 65,536 pixels', bomb({ width: 1, height: 65_536 }), 'image_too_large'],
    [
      'a PNG with a palette of 257 colours',
      png({ width: 2, height: 2, type: 3, before: [pngChunk('PLTE', new Uint8Array(257 * 3))] }),
      'image_unsupported',
    ],
    ['a PNG of 50,000 × 50,000 pixels', bomb({ width: 50_000, height: 50_000 }), 'image_too_large'],
    [
      'a PNG whose samples would fill the memory',
      bomb({ width: 7000, height: 7000, type: 6, depth: 16 }),
      'image_too_large',
    ],
    ['a JPEG of 65,535 × 65,535 pixels', huge, 'image_too_large'],
    [
      'a PNG with more samples than its size',
      png({ width: 2, height: 2, rows: new Uint8Array(10_000_000) }),
      'image_unsupported',
    ],
    [
      'a PNG with fewer samples than its size',
      png({ width: 20, height: 20, rows: new Uint8Array(100) }),
      'image_unsupported',
    ],
    ['a truncated PNG', png({ width: 30, height: 20 }).subarray(0, -14), 'image_unsupported'],
    ['a PNG without its last chunk', png({ width: 30, height: 20 }).subarray(0, -12), 'image_unsupported'],
    ['a PNG with a flipped bit', damaged, 'image_unsupported'],
    [
      'a PNG with unknown filters',
      png({ width: 1, height: 1, rows: Uint8Array.of(9, 0, 0, 0) }),
      'image_unsupported',
    ],
    ['a truncated interlaced PNG', png({ width: 8, height: 8, interlace: 1 }), 'image_unsupported'],
    ['a PNG signature only', pngSignature, 'image_unsupported'],
    ['a JPEG truncated in its scan', jpegs.rgb.subarray(0, -200), 'image_unsupported'],
    ['a JPEG truncated in its headers', jpegs.rgb.subarray(0, 100), 'image_unsupported'],
    ['a JPEG signature only', Buffer.from([0xff, 0xd8, 0xff]), 'image_unsupported'],
    ['a JPEG that is a PDF', withSegment(jpegs.rgb, 0xfe, Buffer.from('%PDF-1.7')), 'file_polyglot'],
    ['a JPEG that is a web page', withSegment(jpegs.rgb, 0xfe, Buffer.from('<script >')), 'file_polyglot'],
    [
      'a JPEG that is an archive',
      Buffer.concat([jpegs.rgb, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
      'file_polyglot',
    ],
  ])('%s is refused', async (_what, bytes, code) => {
    expect(await codes('IMAGE', bytes)).toEqual([`error ${code}`])
  })

  it('with components named R, G and B is printed in RGB', async () => {
    const { image, findings, replacement } = await inspect('IMAGE', namedRgb(jpegs.rgb))
    expect(findings).toEqual([])
    const { data, width, channels } = decode(image!.thumbnail)
    const at = (20 * width + 100) * channels
    // The luminance and chrominance of red, read as RGB, are blue.
    expect([...data.subarray(at, at + 3)].map((value) => value > 128)).toEqual([false, false, true])
    expect(await inspect('IMAGE', replacement!.bytes)).not.toHaveProperty('replacement')
  })

  it('with inks warns if Adobe’s marker is missing', async () => {
    expect(await codes('IMAGE', withoutSegment(jpegs.cmyk, 0xee))).toEqual(['warning image_colours'])
    expect(await codes('IMAGE', jpegs.cmyk)).toEqual([])
  })

  it.each([
    ['JPEG', jpegs.rgb],
    ['PNG', png({ width: 8, height: 8 })],
  ])('with data after its end is accepted with a warning: %s', async (_what, bytes) => {
    expect(await codes('IMAGE', Buffer.concat([bytes, Buffer.from('camera')]))).toEqual([
      'warning image_trailer',
    ])
  })
})
