import { readFileSync } from 'node:fs'
import { decode } from 'fast-png'
import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { png, pngChunk } from '../support/images.ts'
import { inspectInput } from '../support/inspect-input.ts'
import {
  chromaticityChunk,
  codePointsChunk,
  exifBlock,
  gammaChunk,
  quadrantRows,
  quarters,
  quartersSeen,
} from '../support/quadrants.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const inspect = (bytes: Uint8Array) => renderer.inspect(inspectInput('IMAGE', bytes))
const codes = (findings: readonly { severity: string; code: string }[]) =>
  findings.map(({ severity, code }) => `${severity} ${code}`)

const [WIDTH, HEIGHT] = [24, 16]
const coloured = (before: Buffer[] = [], interlace = 0) =>
  png({ width: WIDTH, height: HEIGHT, before, interlace, rows: quadrantRows(WIDTH, HEIGHT) })
const lying = (orientation: number, isLittle = false) =>
  coloured([pngChunk('eXIf', exifBlock(orientation, isLittle))])

/** A PNG of equal samples: grey (type 0), RGB (2) or palette indices (3). */
const plain = (value: number, before: Buffer[], type: 0 | 2 | 3 = 2) => {
  const stride = 8 * (type === 2 ? 3 : 1)
  const rows = new Uint8Array((stride + 1) * 8).fill(value)
  for (let row = 0; row < 8; row++) rows[row * (stride + 1)] = 0
  return png({ width: 8, height: 8, type, rows, before })
}

describe('a PNG with an EXIF orientation is stored and printed upright', () => {
  it.each([
    [1, 'RGBW', 24, 16],
    [2, 'GRWB', 24, 16],
    [3, 'WBGR', 24, 16],
    [4, 'BWRG', 24, 16],
    [5, 'RBGW', 16, 24],
    [6, 'BRWG', 16, 24],
    [7, 'WGBR', 16, 24],
    [8, 'GWRB', 16, 24],
  ])('%i', async (orientation, seen, widthPx, heightPx) => {
    const { findings, image, replacement } = await inspect(lying(orientation, orientation % 2 === 0))
    expect(findings).toEqual([])
    expect(image).toMatchObject({ widthPx, heightPx })
    expect(quartersSeen(image!.thumbnail)).toBe(seen)
    if (orientation === 1) expect(replacement).toBeUndefined()
    else expect(quartersSeen(replacement!.bytes)).toBe(seen)
  })

  it.each([
    ['one bit of gray', 0, 1, []],
    ['two bits of a palette', 3, 2, [pngChunk('PLTE', Buffer.from([9, 9, 9, 200, 0, 0]))]],
    ['gray with opacity of 16 bits', 4, 16, []],
    ['RGB of 16 bits', 2, 16, []],
    ['RGBA', 6, 8, []],
  ])('with its sample format: %s', async (_what, type, depth, before) => {
    const channels = [1, 0, 3, 1, 2, 0, 4][type]!
    const stride = Math.ceil((13 * channels * depth) / 8)
    const rows = new Uint8Array((stride + 1) * 5).map((_, at) => (at % (stride + 1) === 0 ? 0 : at * 37))
    if (type === 3) for (let at = 0; at < rows.length; at++) rows[at]! &= 0x55
    const shape = { width: 13, height: 5, type, depth, rows }
    const upright = decode(png({ ...shape, before }))
    const { replacement } = await inspect(
      png({ ...shape, before: [...before, pngChunk('eXIf', exifBlock(3))] }),
    )
    const turned = decode(replacement!.bytes)
    const isWhole = upright.depth >= 8
    expect([turned.width, turned.height, turned.depth]).toEqual([13, 5, depth])
    // After half a turn the last pixel comes first.
    if (isWhole) {
      const pixels = (data: ArrayLike<number>) =>
        Array.from({ length: 13 * 5 }, (_, at) =>
          Array.from(data as number[]).slice(at * channels, (at + 1) * channels),
        )
      expect(pixels(turned.data)).toEqual(pixels(upright.data).reverse())
    }
  })

  it('is refused if its samples exceed the memory limit', async () => {
    const large = png({
      width: 6000,
      height: 4000,
      before: [pngChunk('eXIf', exifBlock(6))],
    })
    const { findings } = await inspect(large)
    expect(findings).toMatchObject([
      { severity: 'error', code: 'image_too_large', params: { 'reason.case': 'turned' } },
    ])
  })

  it('is printed unchanged if it was stored before', async () => {
    const { readPng } = await import('../../src/adapters/pdf/images/png.ts')
    expect(await readPng(lying(6))).toMatchObject({ widthPx: WIDTH, heightPx: HEIGHT, orientation: 1 })
  })
})

describe('the colours that a PNG declares', () => {
  const srgbChromaticities = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]
  it.each([
    ['a gamma of 1: light', plain(128, [gammaChunk(1)]), [188, 188, 188], []],
    ['a gamma of 1/1.8', plain(128, [gammaChunk(1 / 1.8)]), [145, 145, 145], []],
    ['a gamma of 1/2.2, as sRGB', plain(128, [gammaChunk(0.45455)]), [128, 128, 128], []],
    ['no gamma', plain(128, []), [128, 128, 128], []],
    ['a gamma of zero', plain(128, [gammaChunk(0)]), [128, 128, 128], []],
    [
      'an sRGB chunk, which overrides a gamma',
      plain(128, [pngChunk('sRGB', Buffer.from([0])), gammaChunk(1)]),
      [128, 128, 128],
      [],
    ],
    [
      'the chromaticities of sRGB',
      plain(128, [gammaChunk(0.45455), chromaticityChunk(...srgbChromaticities)]),
      [128, 128, 128],
      [],
    ],
    [
      'cICP, which overrides a gamma',
      plain(128, [codePointsChunk(1, 13, 0, 1), gammaChunk(1)]),
      [128, 128, 128],
      [],
    ],
    ['linear cICP', plain(128, [codePointsChunk(1, 8, 0, 1)]), [188, 188, 188], []],
    [
      'cICP with an HDR curve',
      plain(128, [codePointsChunk(9, 16, 0, 1)]),
      [128, 128, 128],
      ['warning image_colours'],
    ],
    ['unknown cICP', plain(128, [codePointsChunk(99, 13, 0, 1)]), [128, 128, 128], ['warning image_colours']],
    [
      'cICP in limited range',
      plain(128, [codePointsChunk(1, 13, 0, 0)]),
      [128, 128, 128],
      ['warning image_colours'],
    ],
    ['gray with a gamma of 1', plain(128, [gammaChunk(1)], 0), [128, 128, 128], ['warning image_colours']],
    [
      'a palette with a gamma of 1',
      plain(1, [gammaChunk(1), pngChunk('PLTE', Buffer.from([0, 0, 0, 128, 128, 128]))], 3),
      [188, 188, 188],
      [],
    ],
  ])('%s', async (_what, bytes, seen, expected) => {
    const { findings, image } = await inspect(bytes)
    expect(codes(findings)).toEqual(expected)
    for (const [index, value] of quarters(image!.thumbnail)[0]!.entries())
      expect(Math.abs(value - seen[index]!)).toBeLessThanOrEqual(3)
  })

  it('are printed with a Display P3 profile, whose red is more saturated', async () => {
    const { image, replacement } = await inspect(coloured([codePointsChunk(12, 13, 0, 1)]))
    expect(image?.colourProfile).toBe('Display P3')
    expect(replacement).toBeDefined()
    // The P3 green 0 128 0 is outside sRGB: converted, it has negative red and more green.
    const [, green] = quarters(image!.thumbnail)
    expect(green![1]).toBeGreaterThan(128)
  })

  it('and its orientation are both kept', async () => {
    const { image } = await inspect(coloured([gammaChunk(1), pngChunk('eXIf', exifBlock(6))]))
    expect(image).toMatchObject({ widthPx: 16, heightPx: 24, colourProfile: 'sRGB, gamma 1' })
  })
})

describe('images from office programs', () => {
  it.each([
    ['png-with-orientation.png', 600, 400, []],
    ['png-exif-6.png', 80, 120, []],
    ['jpeg-exif-6.jpg', 80, 120, []],
    ['png-after-end.png', 64, 32, ['warning image_trailer']],
    ['png-no-gamma.png', 64, 32, []],
  ])('%s', async (name, widthPx, heightPx, expected) => {
    const bytes = readFileSync(new URL(`../fixtures/inputs/images/${name}`, import.meta.url))
    const { findings, image } = await inspect(bytes)
    expect(codes(findings)).toEqual(expected)
    expect(image).toMatchObject({ widthPx, heightPx })
  })
})

describe('a PNG that programs display differently', () => {
  const animation = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
  it('reports that it is animated', async () => {
    const { findings } = await inspect(coloured([animation]))
    expect(findings).toMatchObject([
      { severity: 'warning', code: 'image_first_only', params: { case: 'animation' } },
    ])
  })

  it('has a transparent colour without the unused bits', async () => {
    const transparent = pngChunk('tRNS', Buffer.from([1, 128, 0xff, 128, 0, 128]))
    const { image, replacement } = await inspect(plain(128, [transparent]))
    expect(image).toMatchObject({ hasAlpha: true })
    expect([...decode(image!.thumbnail).data.slice(0, 3)]).toEqual([255, 255, 255])
    expect(replacement).toBeDefined()
  })

  it.each([
    ['RGB of 4 bits', { type: 2, depth: 4 }],
    ['gray with opacity of 4 bits', { type: 4, depth: 4 }],
    ['a palette of 16 bits', { type: 3, depth: 16, before: [pngChunk('PLTE', Buffer.alloc(6))] }],
    ['an unknown interlace method', { interlace: 2 }],
    ['an unknown critical chunk', { before: [pngChunk('CgBI', Buffer.alloc(4))] }],
  ])('is refused with %s', async (_what, shape) => {
    const { findings } = await inspect(png({ width: 8, height: 8, ...shape }))
    expect(codes(findings)).toEqual(['error image_unsupported'])
  })
})
