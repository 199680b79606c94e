import { describe, expect, it } from 'vitest'
import type { Crypto } from '../../src/core/ports/crypto.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const utf8 = (text: string) => new TextEncoder().encode(text)

/** What every Crypto does. `create` takes the instance key. */
export function cryptoContract(name: string, create: (instanceKey: Uint8Array) => Crypto): void {
  const key = new Uint8Array(32).fill(7)
  const crypto = create(key)

  describe(`crypto: ${name}`, () => {
    it('hashes text as UTF-8 and bytes as they are', () => {
      expect(hex(crypto.sha256(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
      expect(hex(crypto.sha256('abc'))).toBe(
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      )
      expect(crypto.sha256('Zoë')).toEqual(crypto.sha256(utf8('Zoë')))
      expect(crypto.sha256('').constructor).toBe(Uint8Array)
    })

    it('hashes bytes that come bit by bit as if they came at once', () => {
      const stream = crypto.sha256Stream()
      for (const chunk of ['', 'a', 'bc', 'Zoë']) stream.update(utf8(chunk))
      const digest = stream.digest()
      expect(digest).toEqual(crypto.sha256('abcZoë'))
      expect(digest.constructor).toBe(Uint8Array)
      expect(crypto.sha256Stream().digest()).toEqual(crypto.sha256(''))
    })

    it.each([
      // RFC 4231, cases 2 and 1.
      [
        'Jefe',
        'what do ya want for nothing?',
        '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      ],
      [
        new Uint8Array(20).fill(0x0b),
        'Hi There',
        'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
      ],
    ])('signs with HMAC-SHA256 (key %j)', (hmacKey, data, expected) => {
      expect(hex(crypto.hmacSha256(hmacKey, data))).toBe(expected)
      expect(hex(crypto.hmacSha256(hmacKey, utf8(data)))).toBe(expected)
    })

    it.each([
      [[], [], true],
      [[1, 2], [1, 2], true],
      [[1, 2], [1, 3], false],
      [[1, 2], [1, 2, 3], false],
      [[], [0], false],
    ])('compares %j and %j: %s', (a, b, equal) => {
      expect(crypto.equal(Uint8Array.from(a), Uint8Array.from(b))).toBe(equal)
    })

    sealing(create, crypto, key)
    deriving(create, crypto, key)
  })
}

function sealing(create: (instanceKey: Uint8Array) => Crypto, crypto: Crypto, key: Uint8Array): void {
  it.each(['', 'x', 'whsec_Zoë', 'long '.repeat(10_000)])('opens what it sealed (%#)', (text) => {
    const sealed = crypto.seal(utf8(text), 'endpoint/1')
    expect(crypto.open(sealed, 'endpoint/1')).toEqual(utf8(text))
    expect(create(key).open(sealed, 'endpoint/1')).toEqual(utf8(text))
    if (text.length > 3) expect(Buffer.from(sealed).includes(text)).toBe(false)
  })

  it('seals the same bytes differently every time', () => {
    const sealed = new Set(Array.from({ length: 200 }, () => hex(crypto.seal(utf8('same'), 'c'))))
    expect(sealed.size).toBe(200)
  })

  it('opens nothing for another context or another key', () => {
    const sealed = crypto.seal(utf8('secret'), 'endpoint/1')
    expect(crypto.open(sealed, 'endpoint/2')).toBeUndefined()
    expect(crypto.open(sealed, '')).toBeUndefined()
    expect(create(new Uint8Array(32).fill(8)).open(sealed, 'endpoint/1')).toBeUndefined()
  })

  it('opens nothing when any bit has changed or any byte is missing', () => {
    const sealed = crypto.seal(utf8('secret'), 'c')
    for (let index = 0; index < sealed.length; index++) {
      const changed = sealed.slice()
      changed[index]! ^= 1
      expect(crypto.open(changed, 'c'), `byte ${index}`).toBeUndefined()
      expect(crypto.open(sealed.subarray(0, index), 'c'), `${index} bytes`).toBeUndefined()
    }
    expect(crypto.open(Uint8Array.of(...sealed, 0), 'c')).toBeUndefined()
    expect(crypto.open(sealed, 'c')).toEqual(utf8('secret'))
  })
}

function deriving(create: (instanceKey: Uint8Array) => Crypto, crypto: Crypto, key: Uint8Array): void {
  it('derives one 32-byte key per purpose and instance', () => {
    const cursor = crypto.derive('cursor')
    expect(cursor.length).toBe(32)
    expect(create(key).derive('cursor')).toEqual(cursor)
    expect(crypto.derive('signed-url')).not.toEqual(cursor)
    expect(create(new Uint8Array(32).fill(8)).derive('cursor')).not.toEqual(cursor)
    expect(cursor).not.toEqual(key)
  })
}
