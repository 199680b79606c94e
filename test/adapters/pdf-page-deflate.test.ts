import { deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '../../src/adapters/pdf/compile/compile.ts'
import { drawBatch, TemplateCache } from '../../src/adapters/pdf/render/batch.ts'
import { deflatedPageBound, deflatePage } from '../../src/adapters/pdf/render/page-deflate.ts'
import { qrRectangles } from '../../src/typesetting/marks/qr.ts'
import { photo, pieceOf, postcard, postcardSheet } from '../support/render-fixtures.ts'

/** Bytes before and after the stream, which must stay unchanged. */
const AROUND = 3
const deflated = (plain: Uint8Array): Uint8Array | undefined => {
  const to = new Uint8Array(2 * AROUND + deflatedPageBound(plain.length))
  const end = deflatePage(plain, to, AROUND)
  if (end === undefined) return undefined
  expect(end).toBeLessThanOrEqual(AROUND + deflatedPageBound(plain.length))
  expect([...to.subarray(0, AROUND), ...to.subarray(to.length - AROUND)]).toEqual(Array(2 * AROUND).fill(0))
  return to.subarray(AROUND, end)
}

/** Returns pseudo-random letters, always the same, so that failures can be reproduced. */
const letters = (length: number, alphabet: number): Uint8Array => {
  let state = 12345
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return 32 + ((state >>> 16) % alphabet)
  })
}

const operators = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** A page with a QR code and text. */
const page = operators(
  `/S1 Do\nBT\n25.512 279.004 Td\n/Ffe8c022f48d8 10 Tf\n${Array.from(
    { length: 20 },
    (_, line) =>
      `0 -12.5 Td\n[<${Buffer.from(letters(30, 60)).toString('hex').slice(line)}>20<0045004c0051>]TJ\n`,
  ).join('')}ET\nq\n${qrRectangles('HTTPS://T.EXAMPLE/Q/00000001', 'medium')!.operators}f\nQ\n`,
)

describe('the operators of a page, deflated', () => {
  test.each([
    ['nothing', new Uint8Array()],
    ['one byte', operators('q')],
    ['fewer bytes than a match', operators('aaa')],
    ['the shortest match', operators('abcdabcd')],
    ['one byte repeated', operators('a'.repeat(10_000))],
    ['the longest match and one byte more', operators(`${'ab'.repeat(129)}X${'ab'.repeat(129)}Xa`)],
    [
      'every byte allowed in operators',
      Uint8Array.from({ length: 96 }, (_, at) => (at === 95 ? 10 : 32 + at)),
    ],
    ['two random bytes', letters(20_000, 2)],
    ['random printable bytes', letters(20_000, 95)],
    ['a match just inside the window', operators(`${'<~>!'}${Buffer.from(letters(32_764, 60))}${'<~>!'}`)],
    ['a match just outside the window', operators(`${'<~>!'}${Buffer.from(letters(32_765, 60))}${'<~>!'}`)],
    ['more than the window, twice', operators(`${Buffer.from(letters(70_000, 90))}`.repeat(2))],
    ['a page', page],
  ])('%s can be inflated', (_, plain) => {
    expect(Buffer.compare(inflateSync(deflated(plain)!), plain)).toBe(0)
  })

  test('pages are independent of one another, however many there are', () => {
    for (let round = 0; round < 500; round++) {
      const plain = operators(`${round} 0 0 1 re\n${round * 7} 0 0 1 re\n${Buffer.from(page)}`)
      expect(Buffer.compare(inflateSync(deflated(plain)!), plain)).toBe(0)
    }
  })

  test.each([0, 9, 11, 13, 31, 127, 128, 255])('a byte of value %i has no code', (byte) => {
    expect(deflated(Uint8Array.of(113, 10, byte, 10))).toBeUndefined()
  })

  test('a postcard is at most a fifth larger than with zlib’s default level', async () => {
    const { layer } = await compileTemplate({
      organisationId: 'org_1',
      document: postcard,
      sheet: postcardSheet,
      assets: [photo],
    })
    const template = { id: 'tv_postcard', document: postcard, sheet: postcardSheet, layer: layer! }
    const { pieces, streams } = await drawBatch(new TemplateCache(), [template], [pieceOf(1)])
    const back = pieces[0]!.pages[1]!
    expect(back.deflated).toBe(true)
    const stream = streams.subarray(streams.length - back.length)
    expect(stream.length).toBeLessThan(deflateSync(inflateSync(stream)).length * 1.2)
  })
})
