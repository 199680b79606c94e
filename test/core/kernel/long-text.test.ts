import { expect, test } from 'vitest'
import { createCrypto } from '../../../src/adapters/system/crypto.ts'
import { canonicalSha256, encodedPieces, jsonText } from '../../../src/core/engine/long-text.ts'
import { toHex } from '../../../src/core/kernel/bytes.ts'
import { canonicalJson } from '../../../src/core/kernel/json.ts'
import { characterCount } from '../../../src/core/kernel/text.ts'

const crypto = createCrypto(new Uint8Array(32).fill(7))
let rests = 0
const turns = {
  rest() {
    rests++
    return Promise.resolve()
  },
}

const row = (n: number) => ({ b: n, a: ['Zoë', { deep: [{ er: 'x'.repeat(700) }] }], nothing: undefined })
const rows = Array.from({ length: 500 }, (_, n) => row(n))
const values: [what: string, value: unknown][] = [
  ['nothing', null],
  ['a number', 7],
  ['a text', 'Zoë'],
  ['a short list', [1, undefined, 'x']],
  ['a long list', rows],
  ['an empty object', {}],
  ['an object with empty lists', { b: [], a: {}, c: undefined }],
  ['a bulk', { operation: 'items.createBulk', body: { items: rows }, params: undefined }],
  ['an answer of many rows', { results: rows, createdCount: 500, missing: undefined, none: [] }],
  ['gaps in a long list', { list: Array.from({ length: 60 }, (_, n) => (n % 2 ? n : undefined)) }],
  ['an instant', { at: new Date(0) }],
]

test.each(values)('writes %s like JSON.stringify', async (_what, value) => {
  expect(await jsonText(value, turns)).toBe(JSON.stringify(value))
})

test.each(values)('writes %s with replaced texts', async (_what, value) => {
  const replace = (one: unknown) => (typeof one === 'string' ? { text: one.length } : one)
  const expected = JSON.stringify(value, (_name, one) => replace(one))
  expect(await jsonText(value, turns, replace)).toBe(expected)
})

test.each(values.slice(0, -1))('hashes %s like its whole canonical text', async (_what, value) => {
  expect(await canonicalSha256(crypto, value, turns)).toBe(toHex(crypto.sha256(canonicalJson(value))))
})

test.each([
  ['nothing', ''],
  ['short', 'Zoë'],
  ['emoji', '👨‍👩‍👧‍👦'.repeat(40_000)],
  ['emoji split at the boundary of two chunks', `x${'👨'.repeat(200_000)}`],
])('encodes %s in chunks that add up to the whole', (_what, text) => {
  expect(Buffer.concat([...encodedPieces(text)]).toString()).toBe(text)
})

test('yields between the rows of long texts only', async () => {
  rests = 0
  const text = await jsonText({ results: rows }, turns)
  // Once per chunk of 128 K characters.
  expect(rests).toBe(Math.floor(text.length / (128 * 1024)))
  rests = 0
  await canonicalSha256(crypto, { body: { items: rows } }, turns)
  expect(rests).toBeGreaterThan(1)
  rests = 0
  await jsonText({ results: rows.slice(0, 50) }, turns)
  await jsonText(row(1), turns)
  await canonicalSha256(crypto, row(1), turns)
  expect(rests).toBe(0)
})

test.each([
  ['', 0],
  ['Zoë', 3],
  ['👨‍👩‍👧‍👦', 7],
  ['👨👩', 2],
  // Unpaired surrogates: each counts.
  ['\ud83d', 1],
  ['\udc68\ud83d', 2],
  ['\ud83d\ud83d\udc68\udc68', 3],
])('counts the characters of %j', (text, count) => {
  expect(characterCount(text)).toBe(count)
  expect([...text]).toHaveLength(count)
})
