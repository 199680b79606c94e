import { deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { checkPng, readPng } from '../../src/adapters/pdf/images/png.ts'
import { png, pngChunk, pngHeader, pngSignature } from '../support/images.ts'

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** The Adam7 pass of each pixel, as in the PNG standard. */
const pattern = [
  '16462646',
  '77777777',
  '56565656',
  '77777777',
  '36463646',
  '77777777',
  '56565656',
  '77777777',
]

/** Writes an image twice: by rows, and in passes with the filter Sub on every row. */
const pair = (width: number, height: number, type: number, depth: number) => {
  const bits = channels[type]! * depth
  const stride = Math.ceil((width * bits) / 8)
  const rows = new Uint8Array((stride + 1) * height)
  const bit = (x: number, y: number, index: number) => ((x * 7 + y * 13 + index * 5 + x * y) >> 1) & 1
  const line = (places: readonly [number, number][]) => {
    const bytes = new Uint8Array(Math.ceil((places.length * bits) / 8))
    places.forEach(([x, y], n) => {
      for (let index = 0; index < bits; index++) {
        const at = n * bits + index
        bytes[at >> 3]! |= bit(x, y, index) << (7 - (at & 7))
      }
    })
    return bytes
  }
  for (let y = 0; y < height; y++) {
    const places = Array.from({ length: width }, (_, x): [number, number] => [x, y])
    rows.set(line(places), y * (stride + 1) + 1)
  }
  const step = Math.max(1, bits >> 3)
  const parts: Uint8Array[] = []
  for (const pass of '1234567') {
    for (let y = 0; y < height; y++) {
      const places = Array.from({ length: width }, (_, x): [number, number] => [x, y]).filter(
        ([x]) => pattern[y % 8]![x % 8] === pass,
      )
      if (places.length === 0) continue
      const samples = line(places)
      const filtered = samples.map((byte, at) => byte - (at >= step ? samples[at - step]! : 0))
      parts.push(Uint8Array.of(1), filtered)
    }
  }
  const palette = type === 3 ? [pngChunk('PLTE', Buffer.alloc(3 * 2 ** depth, 7))] : []
  const samples = Buffer.concat(parts)
  const interlaced = (body: Uint8Array) =>
    Buffer.concat([
      pngSignature,
      pngHeader({ width, height, type, depth, interlace: 1 }),
      ...palette,
      pngChunk('IDAT', deflateSync(body)),
      pngChunk('IEND', new Uint8Array(0)),
    ])
  return { plain: png({ width, height, type, depth, rows, before: palette }), interlaced, samples }
}

describe('an interlaced PNG', () => {
  const shapes = [
    ['gray of 1 bit', 0, 1],
    ['gray of 4 bits', 0, 4],
    ['gray of 16 bits', 0, 16],
    ['RGB', 2, 8],
    ['RGB of 16 bits', 2, 16],
    ['a palette of 2 bits', 3, 2],
    ['a palette of 8 bits', 3, 8],
    ['gray with opacity', 4, 8],
    ['RGBA', 6, 8],
  ] as const
  const sizes = [
    [1, 1],
    [3, 2],
    [8, 8],
    [13, 17],
  ] as const

  it.each(shapes.flatMap((shape) => sizes.map((size) => [...shape, ...size] as const)))(
    'in %s (type %i, %i bits, %i × %i) has the samples of a non-interlaced one',
    async (_what, type, depth, width, height) => {
      const { plain, interlaced, samples } = pair(width, height, type, depth)
      const file = interlaced(samples)
      await checkPng(file)
      const [one, other] = [await readPng(plain), await readPng(file)]
      const opened = ({ data, alpha, ...rest }: typeof one) => ({
        ...rest,
        samples: inflateSync(data),
        alpha: alpha && { ...alpha, data: inflateSync(alpha.data) },
      })
      expect(opened(other)).toEqual(opened(one))
    },
  )

  it.each([
    ['too few samples', (samples: Buffer) => samples.subarray(0, -1), 'the PNG is truncated'],
    [
      'too many samples',
      (samples: Buffer) => Buffer.concat([samples, Buffer.alloc(1)]),
      'the PNG is damaged',
    ],
    [
      'an unknown filter',
      (samples: Buffer) => Buffer.concat([Buffer.of(9), samples.subarray(1)]),
      'the PNG is damaged',
    ],
  ])('with %s is refused', async (_what, change, reason) => {
    const { interlaced, samples } = pair(9, 9, 2, 8)
    await expect(readPng(interlaced(change(samples)))).rejects.toThrow(reason)
  })

  it('may have at most 64 MB of samples, because they are held completely', async () => {
    const sized = (width: number, height: number) =>
      Buffer.concat([
        pngSignature,
        pngHeader({ width, height, type: 6, interlace: 1 }),
        pngChunk('IDAT', deflateSync(new Uint8Array(1))),
        pngChunk('IEND', new Uint8Array(0)),
      ])
    await expect(readPng(sized(4_000, 4_000))).rejects.toThrow('the PNG is truncated')
    await expect(readPng(sized(4_000, 4_001))).rejects.toThrow(
      'it is interlaced and its samples take more than 64 MB',
    )
  })
})
