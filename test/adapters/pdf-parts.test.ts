import bwip from 'bwip-js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { openFontBook } from '../../src/adapters/pdf/fonts/book.ts'
import { readJpeg } from '../../src/adapters/pdf/images/jpeg.ts'
import { readPng } from '../../src/adapters/pdf/images/png.ts'
import { encodePng } from '../../src/adapters/pdf/raster.ts'
import { WidthBounds } from '../../src/adapters/pdf/render/bounds.ts'
import type { ElementOf } from '../../src/core/template/document.ts'
import { parseTags } from '../../src/core/template/tags.ts'
import { code128 } from '../../src/typesetting/marks/code128.ts'
import { kixBars, kixMm, kixPitchMm, kixRectangles, kixWidthMm } from '../../src/typesetting/marks/kix.ts'
import { kixFits } from '../../src/typesetting/page/address.ts'
import { filledText } from '../../src/typesetting/page/elements.ts'
import { imageMatrix } from '../../src/typesetting/page/picture.ts'
import type { Report } from '../../src/typesetting/page/report.ts'
import type { Scene } from '../../src/typesetting/page/scene.ts'
import type { FontBook } from '../../src/typesetting/text/book.ts'
import { layoutText } from '../../src/typesetting/text/text-layout.ts'
import type { Typesetter } from '../../src/typesetting/text/typesetter.ts'
import { RepeatCache } from '../../src/typesetting/text/typesetter.ts'
import { photo, postcard } from '../support/render-fixtures.ts'

interface RawBars {
  bbs: number[]
  bhs: number[]
  sbs: number[]
}
const bwipRaw = (symbology: string, code: string): RawBars =>
  (bwip.raw as unknown as (...args: string[]) => RawBars[])(symbology, code, '')[0]!

describe('marks agree with bwip-js', () => {
  it.each(['0123456789', 'ABCDEFGHIJKLM', 'NOPQRSTUVWXYZ', '1231FZ13XHS', '2500GG30250'])(
    'KIX %s',
    (code) => {
      const { bbs, bhs } = bwipRaw('kix', code)
      const full = Math.max(...bhs)
      const theirs = bbs.map((bottom, index) => ({
        ascends: bottom + bhs[index]! > full * 0.9,
        descends: bottom === 0,
      }))
      expect(kixBars(code)).toEqual(theirs)
    },
  )

  it.each(['00000001', '12345678', '99999999', '00990099'])('Code 128 %s', (digits) => {
    expect(code128(digits)).toEqual(bwipRaw('code128', digits).sbs)
  })

  it('keeps the pitch required by the carrier', () => {
    expect(kixWidthMm('1016GV263')).toBeCloseTo(36 * 1.02 - 0.52, 6)
  })

  it.each([
    [9, true],
    [13, true],
    [16, true],
    [17, false],
  ])('fits a KIX of %i characters on the 58 mm of a small card: %s', (length, fits) => {
    const code = '1016GV263X12HSABC'.slice(0, length)
    const zone = { x: 0, y: 0, w: 58, h: 30 }
    expect(kixFits(zone, code)).toBe(fits)
    if (!fits) return
    const bars = kixRectangles(code, kixPitchMm(code, zone.w))
    for (const [index, bar] of bars.entries()) {
      expect(bar.w).toBeGreaterThanOrEqual(0.4)
      const gap = (bars[index + 1]?.x ?? Number.POSITIVE_INFINITY) - bar.x - bar.w
      expect(gap).toBeGreaterThanOrEqual(0.4)
    }
    const last = bars.at(-1)!
    expect(last.x + last.w + 2 * kixMm.quiet).toBeLessThanOrEqual(zone.w + 1e-9)
  })
})

describe('images', () => {
  /** EXIF orientation → the stored image's top left and top right corners in the unit square, y upwards. */
  it.each([
    [1, [0, 1], [1, 1]],
    [2, [1, 1], [0, 1]],
    [3, [1, 0], [0, 0]],
    [4, [0, 0], [1, 0]],
    [5, [0, 1], [0, 0]],
    [6, [1, 1], [1, 0]],
    [7, [1, 0], [1, 1]],
    [8, [0, 0], [0, 1]],
  ])('EXIF orientation %i is rotated upright', (orientation, topLeft, topRight) => {
    const [a, b, c, d, e, f] = imageMatrix({ orientation }, { x: 0, y: 0, w: 1, h: 1 }) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const place = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f].map((value) => value + 0)
    expect(place(0, 1)).toEqual(topLeft)
    expect(place(1, 1)).toEqual(topRight)
  })

  it('reads size, colour and orientation of a JPEG and keeps its bytes', () => {
    const exif = Buffer.from('4578696600004d4d002a00000008000101120003000000010006000000000000', 'hex')
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif])
    const turned = Buffer.concat([photo.bytes.subarray(0, 2), segment, photo.bytes.subarray(2)])
    expect(readJpeg(photo.bytes)).toMatchObject({
      widthPx: 1800,
      heightPx: 1275,
      colour: 'rgb',
      orientation: 1,
    })
    const image = readJpeg(turned)
    expect(image.orientation).toBe(6)
    expect(image.data).toBe(turned)
  })

  it('reads what its own PNG encoder writes', async () => {
    const image = await readPng(encodePng({ data: new Uint8Array(4 * 6).fill(9), width: 3, height: 2 }))
    expect(image).toMatchObject({
      widthPx: 3,
      heightPx: 2,
      colour: 'rgb',
      bitsPerComponent: 8,
      predictor: true,
    })
    expect(image.alpha).toBeUndefined()
  })
})

describe('text', () => {
  let book: FontBook
  let regular: Typesetter
  beforeAll(async () => {
    book = await openFontBook(postcard, new Map())
    regular = book.typesetter('noto-sans')!
  })
  const set = (text: string, w: number, h = 1000, minSize = 10) =>
    layoutText(regular, text, { w, h }, { size: 10, minSize, lineHeight: 1.2, wrap: true })
  const lines = (text: string, w: number) =>
    set(text, w).lines.map((line) => line.runs.map((run) => run.text).join(''))

  it.each([
    ['een twee drie', 1000, ['een twee drie']],
    ['een twee drie', 50, ['een twee', 'drie']],
    ['een\n\ntwee', 1000, ['een', '', 'twee']],
    ['een\r\ntwee', 1000, ['een', 'twee']],
    ['Sint-Maartensdijk', 50, ['Sint-', 'Maartensdijk']],
    ['lang  zam', 30, ['lang', 'zam']],
    ['', 10, ['']],
  ])('breaks %j at %i points', (text, width, expected) => {
    expect(lines(text, width)).toEqual(expected)
  })

  /** Lays out an address at 8 to 10 pt in a zone of 58 × 30 mm. Only its name may wrap, to two lines. */
  const address = (...lines: string[]) => {
    const wrap = { first: 1, lines: 2 }
    const style = { size: 10, minSize: 8, lineHeight: 1.2, wrap }
    const layout = layoutText(regular, lines.join('\n'), { w: 164.4, h: 85 }, style)
    const printed = layout.lines.map((line) => line.runs.map((run) => run.text).join(''))
    return { printed, size: layout.size, fits: layout.fits }
  }
  const rest = ['Prinsengracht 263', '1016 GV  AMSTERDAM']

  it('wraps a name before shrinking an address, and keeps a short one on one line', () => {
    expect(address('Zoë de Vries', ...rest)).toEqual({
      printed: ['Zoë de Vries', ...rest],
      size: 10,
      fits: true,
    })
    const name = 'Société internationale de construction navale et maritimes.'
    expect(name).toHaveLength(59)
    expect(address(name, ...rest)).toEqual({
      printed: ['Société internationale de', 'construction navale et maritimes.', ...rest],
      size: 10,
      fits: true,
    })
  })

  it('shrinks an address if two lines of a name are not enough, down to 8 pt', () => {
    const long = 'Société internationale de construction navale et maritime de Bretagne'
    const fitted = address(long, ...rest)
    expect(fitted).toMatchObject({ fits: true })
    expect(fitted.printed).toHaveLength(4)
    expect(fitted.size).toBeLessThan(10)
    expect(fitted.size).toBeGreaterThanOrEqual(8)
    expect(address(`${long} et de Normandie occidentale`, ...rest)).toMatchObject({ size: 8, fits: false })
  })

  it('never wraps a street or city', () => {
    const street = 'Burgemeester van Heemstrakwartierlaan 1263'
    const { printed, size } = address('Zoë de Vries', street, rest[1]!)
    expect(printed[1]).toBe(street)
    expect(size).toBeLessThan(10)
  })

  it('shrinks no more than necessary', () => {
    const text = 'Een regel die te breed is'
    const whole = set(text, 1000).width
    const fitted = set(text, whole * 0.8, 12, 5)
    expect(fitted.fits).toBe(true)
    expect(fitted.lines).toHaveLength(1)
    expect(fitted.size).toBe(8)
  })

  it.each([
    ['שלום 12 עולם', 'עולם 12 שלום'],
    ['مرحبا بك', 'بك مرحبا'],
    ['abc שלום def', 'abc שלום def'],
  ])('puts the words of %j in visual order', (text, expected) => {
    const [line] = set(text, 1000).lines
    expect(line!.runs.map((run) => run.text).join('')).toBe(expected)
  })

  it.each([
    ['A\u202EnnA', 'Dear AAnn,'],
    ['A\u2067nnA', 'Dear AnnA,'],
    ['Anna\u2069\u202E', 'Dear Anna,'],
    ['שרה', 'Dear שרה,'],
  ])('isolates the value %j from the direction of the template’s text', (firstName, expected) => {
    const element = { type: 'text' } as ElementOf<'text'>
    const parts = new Map([[element, parseTags('Dear {{firstName}},').parts]])
    const document = { variables: {}, locale: 'en-GB' }
    const scene = { parts, document } as unknown as Scene
    const text = filledText(scene, element, { firstName }, {} as Report)
    const [line] = set(text, 1000).lines
    const visible = line!.runs
      .map((run) => run.text)
      .join('')
      .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    expect([visible.at(0), visible.at(-1)]).toEqual([expected.at(0), expected.at(-1)])
    expect([...visible].sort()).toEqual([...expected].sort())
  })

  it('joins Arabic letters and composes accents', () => {
    const glyphsOf = (text: string) => set(text, 1000).lines[0]!.runs.flatMap((run) => run.glyphs)
    expect(glyphsOf('سلم')).not.toEqual([...glyphsOf('س'), ...glyphsOf('ل'), ...glyphsOf('م')])
    expect(glyphsOf('e\u0301')).toEqual(glyphsOf('é'))
    expect(set('Nguyễn Văn Đức Ελλάδα Україна', 1000).missing).toEqual([])
  })

  it('never claims that a text fits which does not', () => {
    const alphabet = [...'abefiklmnorstvwyATVWYLPF .,-!0179éőŁžđỗΑάγλЖщй\n']
    const texts = fc
      .array(fc.constantFrom(...alphabet), { maxLength: 120 })
      .map((characters) => characters.join(''))
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 10, max: 400 }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        (text, w, count, wrap) => {
          const isSure = WidthBounds.of(regular)!.linesAtMost(text, w / 10, wrap) <= count
          const { fits } = layoutText(
            regular,
            text,
            { w, h: count * 12 },
            { size: 10, minSize: 10, lineHeight: 1.2, wrap },
          )
          return !isSure || fits
        },
      ),
      { numRuns: 2000, seed: 7 },
    )
  })

  it('bounds the number of lines of ordinary text', () => {
    expect(WidthBounds.of(regular)!.linesAtMost('Beste Zoë, wat fijn dat je bij ons was.', 12, true)).toBe(2)
    expect(WidthBounds.of(regular)!.linesAtMost('Prinsengracht 263', 10, false)).toBe(1)
    expect(WidthBounds.of(regular)!.linesAtMost('שלום', 100, true)).toBe(Number.POSITIVE_INFINITY)
  })

  it('is kept from its second occurrence on', () => {
    const cache = new RepeatCache<{ text: string }>(2)
    let made = 0
    const get = (text: string) => cache.get(text, () => ({ text: `${text} ${++made}` })).text
    expect(get('Zoë')).toBe('Zoë 1')
    expect(get('Zoë')).toBe('Zoë 2')
    for (const number of Array.from({ length: 1000 }, (_, index) => `Prinsengracht ${index}`)) get(number)
    expect(get('Zoë')).toBe('Zoë 2')
  })
})
