import { describe, expect, it } from 'vitest'
import type { Crypto } from '../../src/core/ports/crypto.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const utf8 = (text: string) => new TextEncoder().encode(text)

/** The contract of every Crypto. `create` takes the instance key. */
export const cryptoContract = (name: string, create: (instanceKey: Uint8Array) => Crypto): void => {
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

    it('hashes chunked bytes like the whole', () => {
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
    signing(create, crypto)
  })
}

const sealing = (create: (instanceKey: Uint8Array) => Crypto, crypto: Crypto, key: Uint8Array): void => {
  it.each(['', 'x', 'whsec_Zoë', 'long '.repeat(10_000), 'longer Zoë '.repeat(15_000)])(
    'decrypts what it encrypted (%#)',
    (text) => {
      const sealed = crypto.seal(utf8(text), 'endpoint/1')
      expect(crypto.open(sealed, 'endpoint/1')).toEqual(utf8(text))
      expect(create(key).open(sealed, 'endpoint/1')).toEqual(utf8(text))
      if (text.length > 3) expect(Buffer.from(sealed).includes(text)).toBe(false)
    },
  )

  it('compresses long texts before encryption, and encrypts chunks like the whole', () => {
    const text = 'The template has no such merge field. '.repeat(5_000)
    const stream = crypto.sealStream('c')
    for (let at = 0; at < text.length; at += 35_000) stream.update(utf8(text.slice(at, at + 35_000)))
    const sealed = [stream.end(), crypto.seal(utf8(text), 'c')]
    for (const one of sealed) {
      expect(one.length).toBeLessThan(text.length / 10)
      expect(crypto.open(one, 'c')).toEqual(utf8(text))
      expect(Buffer.concat([...crypto.openPieces(one, 'c')!]).toString()).toBe(text)
      expect(crypto.open(one, 'd')).toBeUndefined()
      expect(crypto.openPieces(one, 'd')).toBeUndefined()
      for (let index = 0; index < one.length; index += 97) {
        const changed = one.slice()
        changed[index]! ^= 3
        expect(crypto.open(changed, 'c'), `byte ${index}`).toBeUndefined()
      }
    }
    const none = crypto.sealStream('c').end()
    expect(crypto.open(none, 'c')).toEqual(new Uint8Array())
  })

  it('encrypts the same bytes differently every time', () => {
    const sealed = new Set(Array.from({ length: 200 }, () => hex(crypto.seal(utf8('same'), 'c'))))
    expect(sealed.size).toBe(200)
  })

  it('decrypts nothing with another context or another key', () => {
    const sealed = crypto.seal(utf8('secret'), 'endpoint/1')
    expect(crypto.open(sealed, 'endpoint/2')).toBeUndefined()
    expect(crypto.open(sealed, '')).toBeUndefined()
    expect(create(new Uint8Array(32).fill(8)).open(sealed, 'endpoint/1')).toBeUndefined()
  })

  it('decrypts nothing if any bit has changed or any byte is missing', () => {
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

const deriving = (create: (instanceKey: Uint8Array) => Crypto, crypto: Crypto, key: Uint8Array): void => {
  it('derives one 32-byte key per purpose and instance', () => {
    const cursor = crypto.derive('cursor')
    expect(cursor.length).toBe(32)
    expect(create(key).derive('cursor')).toEqual(cursor)
    expect(crypto.derive('signed-url')).not.toEqual(cursor)
    expect(create(new Uint8Array(32).fill(8)).derive('cursor')).not.toEqual(cursor)
    expect(cursor).not.toEqual(key)
  })
}

const signing = (create: (instanceKey: Uint8Array) => Crypto, crypto: Crypto): void => {
  it('signs data so that the public key alone verifies it', () => {
    const data = utf8('what was printed')
    const { key, signature } = crypto.signer.sign(data)
    expect(key).toEqual(crypto.signer.keys()[0])
    expect(key.id).toBe(hex(crypto.sha256(key.publicKey)).slice(0, 16))
    expect(crypto.verify(key.publicKey, data, signature)).toBe(true)
    expect(create(new Uint8Array(32).fill(8)).verify(key.publicKey, data, signature)).toBe(true)
    expect(signature.constructor).toBe(Uint8Array)
  })

  it('rejects a signature by another key, of other data, or of another length', () => {
    const data = utf8('what was printed')
    const { key, signature } = crypto.signer.sign(data)
    const other = create(new Uint8Array(32).fill(8)).signer.keys()[0]!.publicKey
    const changed = signature.slice()
    changed[5]! ^= 1
    for (const [publicKey, text, signed] of [
      [other, data, signature],
      [key.publicKey, utf8('what was printed.'), signature],
      [key.publicKey, data, changed],
      [key.publicKey, data, signature.subarray(1)],
      [key.publicKey.subarray(1), data, signature],
      [new Uint8Array(32).fill(255), data, signature],
      [new Uint8Array(0), new Uint8Array(0), new Uint8Array(0)],
    ] as const) {
      expect(crypto.verify(publicKey, text, signed)).toBe(false)
    }
  })

  it('verifies RFC 8032, test 2', () => {
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
    const signature =
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00'
    const publicKey = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'
    expect(crypto.verify(bytes(publicKey), bytes('72'), bytes(signature))).toBe(true)
  })

  it('keeps the public half of every key it has signed with', async () => {
    const own = create(new Uint8Array(32).fill(9))
    const data = utf8('before')
    const before = own.signer.sign(data)
    const [second, third] = await Promise.all([own.signer.rotate(), own.signer.rotate()])
    expect(own.signer.keys().map(({ id, retiredAt }) => [id, retiredAt === null])).toEqual([
      [third!.id, true],
      [second!.id, false],
      [before.key.id, false],
    ])
    expect(own.signer.sign(data).key.id).toBe(third!.id)
    expect(own.verify(own.signer.keys()[2]!.publicKey, data, before.signature)).toBe(true)
  })
}
