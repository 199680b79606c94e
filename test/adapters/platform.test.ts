import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { InflatedTooLong } from '../../src/adapters/platform/contract.ts'
import * as nodeHash from '../../src/adapters/platform/node/hash.ts'
import * as nodeText from '../../src/adapters/platform/node/text.ts'
import * as nodeTurn from '../../src/adapters/platform/node/turn.ts'
import * as nodeZlib from '../../src/adapters/platform/node/zlib.ts'
import * as webHash from '../../src/adapters/platform/web/hash.ts'
import * as webText from '../../src/adapters/platform/web/text.ts'
import * as webTurn from '../../src/adapters/platform/web/turn.ts'
import * as webZlib from '../../src/adapters/platform/web/zlib.ts'
import { collect, concatenate, toHex, utf8 } from '../../src/core/kernel/bytes.ts'

/** Also checked by the compiler: both have the same exports with the same types. */
const platforms = [
  { name: 'Node', hash: nodeHash, text: nodeText, turn: nodeTurn, zlib: nodeZlib },
  { name: 'the web', hash: webHash, text: webText, turn: webTurn, zlib: webZlib },
] satisfies {
  name: string
  hash: typeof nodeHash
  text: typeof nodeText
  turn: typeof nodeTurn
  zlib: typeof nodeZlib
}[]

const folder = join(import.meta.dirname, '../../src/adapters/platform')

test.each(readdirSync(join(folder, 'node')))(
  '%s exports the same names on Node and on the web',
  async (file) => {
    const [node, web] = await Promise.all(
      ['node', 'web'].map((platform) => import(join(folder, platform, file)) as Promise<object>),
    )
    // Each platform configures files and threads in its own way.
    const configuration = [
      'isolatedProcessCommand',
      'provideFiles',
      'workerEntry',
      'provideResources',
      'fileFinder',
      'provideWorker',
    ]
    const names = (module: object) =>
      Object.keys(module)
        .filter((name) => !configuration.includes(name))
        .sort()
    expect(names(web!)).toEqual(names(node!))
  },
)

describe.each(platforms)('on $name', ({ hash, text, turn, zlib }) => {
  const texts = ['', 'plain', 'Zoë Łukasz Νίκος 🙂 \u0000\u007f\u0080\u00ff', 'x'.repeat(100_000)]

  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
  ])('the SHA-256 of %j is the standard’s', (input, expected) => {
    expect(hash.sha256Hex(input)).toBe(expected)
    expect(hash.sha256Hex(utf8(input))).toBe(expected)
  })

  test('a copy of the state can be digested while hashing continues', () => {
    const whole = hash.createSha256()
    whole.update('a')
    whole.update(utf8('b'))
    const copy = whole.copy()
    whole.update('c')
    expect(toHex(whole.digest())).toBe(hash.sha256Hex('abc'))
    expect(toHex(copy.digest())).toBe(hash.sha256Hex('ab'))
  })

  test.each(texts)('text is written as UTF-8 at the given position (%#)', (input) => {
    const bytes = text.allocate(utf8(input).length + 2)
    expect(text.writeUtf8(input, bytes, 2)).toBe(utf8(input).length)
    expect(text.utf8Length(input)).toBe(utf8(input).length)
    expect([...bytes.subarray(2)]).toEqual([...utf8(input)])
  })

  test('every byte is a character of Latin-1, and back', () => {
    const all = Uint8Array.from({ length: 20_000 }, (_, at) => at)
    const characters = text.latin1(all)
    expect(characters).toBe(Array.from(all, (byte) => String.fromCharCode(byte)).join(''))
    expect(text.latin1(all, 250, 260)).toBe(characters.slice(250, 260))
    expect([...text.latin1Bytes(characters)]).toEqual([...all])
    const written = text.allocate(3)
    expect(text.writeLatin1('\u00ffA', written, 1)).toBe(2)
    expect([...written.subarray(1)]).toEqual([255, 65])
  })

  test('text is written as UTF-16', () => {
    const units = new Uint16Array(5)
    text.writeUtf16('a🙂é', units)
    expect([...units]).toEqual([97, 0xd83d, 0xde42, 233, 0])
  })

  test('turns come one after the other', async () => {
    const order: number[] = []
    turn.onNextTurn(() => order.push(1))
    await turn.nextTurn()
    order.push(2)
    expect(order).toEqual([1, 2])
  })

  const sizes = [0, 1, 1000, 100_000, 3_000_000]
  const noise = (length: number) => Uint8Array.from({ length }, (_, at) => (at * at) >> 7)

  test.each(sizes)('%i bytes survive deflating synchronously, asynchronously and in pieces', async (size) => {
    const bytes = noise(size)
    const deflater = zlib.createDeflater()
    await deflater.write(bytes.subarray(0, size / 2))
    await deflater.write(bytes.subarray(size / 2))
    const ways = [zlib.deflateNow(bytes), await zlib.deflate(bytes), await deflater.end()]
    for (const deflated of [...ways, zlib.deflateNow(bytes, 3)]) {
      expect(Buffer.compare(zlib.inflateNow(deflated, Math.max(1, size)), bytes)).toBe(0)
      const pieces = [deflated.subarray(0, 3), deflated.subarray(3)]
      expect(Buffer.compare(await collect(zlib.inflateChunks(pieces, 1000)), bytes)).toBe(0)
    }
  })

  test.each(sizes)('blocks of %i bytes and an end form one deflated stream', async (size) => {
    const pieces = [noise(size), noise(size).reverse(), utf8('end')]
    const blocks = [...(await Promise.all(pieces.map(zlib.deflateBlocks))), zlib.deflateEnd]
    expect(
      Buffer.compare(await collect(zlib.inflateChunks(blocks, 65_536, 'raw')), concatenate(pieces)),
    ).toBe(0)
    expect(Buffer.compare(inflateRawSync(concatenate(blocks)), concatenate(pieces))).toBe(0)
  })

  test('inflated chunks respect the maximum length', async () => {
    const lengths: number[] = []
    for await (const chunk of zlib.inflateChunks([deflateSync(noise(50_000))], 4096))
      lengths.push(chunk.length)
    expect(Math.max(...lengths)).toBe(4096)
  })

  test('inflates up to the maximum length and no more', () => {
    const deflated = deflateSync(new Uint8Array(10_000_000))
    expect(zlib.inflateNow(deflated, 10_000_000)).toHaveLength(10_000_000)
    expect(() => zlib.inflateNow(deflated, 9_999_999)).toThrow(InflatedTooLong)
  })

  test.each([
    ['is not deflated', utf8('This was never deflated.')],
    ['ends too early', deflateSync(noise(1000)).subarray(0, 200)],
    ['is empty', new Uint8Array(0)],
  ])('deflated data that %s is refused', async (_what, data) => {
    expect(() => zlib.inflateNow(data, 1_000_000)).toThrow()
    await expect(collect(zlib.inflateChunks([data], 1000))).rejects.toThrow()
  })

  test('raw data is inflated, whatever follows it', () => {
    const raw = concatenate([deflateSync(utf8('done')).subarray(2, -4), utf8('abcd')])
    expect([...zlib.inflateNow(raw, 100, 'raw')]).toEqual([...utf8('done')])
    expect(() => zlib.inflateNow(deflateSync(noise(1000)).subarray(2, 200), 10_000, 'raw')).toThrow()
  })

  test('data after the deflated data is ignored', async () => {
    const data = concatenate([deflateSync(utf8('done')), utf8('\r\nendstream')])
    expect([...zlib.inflateNow(data, 100)]).toEqual([...utf8('done')])
  })
})
