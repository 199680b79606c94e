import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadFace } from '../../src/adapters/pdf/fonts/book.ts'
import type { FontFace } from '../../src/typesetting/fonts/face.ts'
import { type Contour, GlyphOutlines } from '../../src/typesetting/fonts/outlines.ts'

const resolve = createRequire(import.meta.url).resolve
let face: FontFace
let outlines: GlyphOutlines
beforeAll(async () => {
  face = await loadFace(
    readFileSync(resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
  )
  outlines = new GlyphOutlines(face)
})

const glyph = (character: string) => face.glyphOf(character.codePointAt(0)!)

/** Returns all points of a contour, including off-curve points. */
const pointsOf = ({ x, y, steps }: Contour): [number, number][] => {
  const points: [number, number][] = [[x, y]]
  let [atX, atY] = [x, y]
  for (const [, kind, numbers] of steps.matchAll(/([lq])([^a-z]*)/g)) {
    const n = numbers!.split(/ /).map(Number)
    if (kind === 'q') points.push([atX + n[0]!, atY + n[1]!])
    atX += n.at(-2)!
    atY += n.at(-1)!
    points.push([atX, atY])
  }
  return points
}

describe('the outlines of a font', () => {
  test('are inside the bounding box of each glyph', () => {
    const glyf = face.table('glyf')!
    const loca = face.table('loca')!
    const isLong = face.table('head')!.getInt16(50) === 1
    const startOf = (id: number) => (isLong ? loca.getUint32(id * 4) : loca.getUint16(id * 2) * 2)
    let drawn = 0
    for (let id = 0; id < face.glyphCount; id++) {
      const points = outlines.contours(id).flatMap(pointsOf)
      if (startOf(id) === startOf(id + 1)) expect(points).toEqual([])
      if (points.length === 0) continue
      drawn++
      const box = [2, 4, 6, 8].map((at) => glyf.getInt16(startOf(id) + at))
      const xs = points.map(([x]) => x)
      const ys = points.map(([, y]) => y)
      const own = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
      // The font's maker rounds scaled components, and off-curve points may be outside.
      expect([id, own[0]! <= box[0]! + 1, own[1]! <= box[1]! + 1]).toEqual([id, true, true])
      expect([id, own[2]! >= box[2]! - 1, own[3]! >= box[3]! - 1]).toEqual([id, true, true])
    }
    expect(drawn).toBeGreaterThan(3000)
  })

  test('are closed', () => {
    for (const { x, y, steps } of ['O', 'g', '&', '@', 'é'].flatMap((character) =>
      outlines.contours(glyph(character)),
    )) {
      const end = pointsOf({ x, y, steps }).at(-1)!
      expect(steps).toMatch(/^[lq].*z$/)
      expect(end.every(Number.isFinite)).toBe(true)
    }
    expect(outlines.contours(glyph('i'))).toHaveLength(2)
    expect(outlines.contours(glyph('o'))).toHaveLength(2)
    expect(outlines.contours(glyph(' '))).toEqual([])
  })

  test('of an accented letter include those of the letter', () => {
    const [plain, accented] = ['e', 'é'].map((character) => outlines.contours(glyph(character)))
    expect(accented!.length).toBe(plain!.length + 1)
    expect(accented!.map(({ steps }) => steps)).toEqual(
      expect.arrayContaining(plain!.map(({ steps }) => steps)),
    )
  })

  test('of a damaged font are empty', async () => {
    const bytes = readFileSync(resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'))
    const glyf = bytes.indexOf('glyf')
    bytes.writeUInt32BE(40, glyf + 12)
    expect(new GlyphOutlines(await loadFace(bytes)).contours(glyph('g'))).toEqual([])
  })
})
