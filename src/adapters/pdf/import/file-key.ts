import { cbc } from '@noble/ciphers/aes.js'
import { md5 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { type PdfDict, PdfString } from './objects.ts'
import { rc4 } from './rc4.ts'

/** Fills passwords up; alone it is the empty password. */
const PADDING = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e,
  0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
])

const bytesOf = (encrypt: PdfDict, key: string): Uint8Array => {
  const value = encrypt.get(key)
  return value instanceof PdfString ? value.bytes : new Uint8Array()
}

const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** The key of a file that opens without a password; undefined where a password is needed (ISO 32000-2, 7.6.4). */
export const fileKey = (encrypt: PdfDict, id: Uint8Array): Uint8Array | undefined =>
  Number(encrypt.get('V')) === 5 ? longKey(encrypt) : shortKey(encrypt, id)

const shortKey = (encrypt: PdfDict, id: Uint8Array): Uint8Array | undefined => {
  const revision = Number(encrypt.get('R'))
  const bits = Number(encrypt.get('V')) === 4 ? 128 : Number(encrypt.get('Length') ?? 40)
  const length = revision === 2 ? 5 : bits / 8
  if (!Number.isInteger(length) || length < 5 || length > 16) return undefined
  const permissions = Number(encrypt.get('P')) | 0
  const plainMetadata = revision >= 4 && encrypt.get('EncryptMetadata') === false
  let key: Uint8Array = md5(
    concatenate([
      PADDING,
      bytesOf(encrypt, 'O').subarray(0, 32),
      Uint8Array.from([permissions, permissions >> 8, permissions >> 16, permissions >> 24]),
      id,
      plainMetadata ? Uint8Array.from([255, 255, 255, 255]) : new Uint8Array(),
    ]),
  ).subarray(0, length)
  if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key).subarray(0, length)
  const user = bytesOf(encrypt, 'U')
  if (revision === 2) return equal(rc4(key, PADDING), user.subarray(0, 32)) ? key : undefined
  let check: Uint8Array = md5(concatenate([PADDING, id]))
  for (let round = 0; round < 20; round++) {
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    )
  }
  return equal(check, user.subarray(0, 16)) ? key : undefined
}

const longKey = (encrypt: PdfDict): Uint8Array | undefined => {
  const hash = Number(encrypt.get('R')) >= 6 ? hardened : sha256
  const user = bytesOf(encrypt, 'U')
  const sealed = bytesOf(encrypt, 'UE')
  if (user.length < 48 || sealed.length < 32) return undefined
  if (!equal(hash(user.slice(32, 40)), user.subarray(0, 32))) return undefined
  const between = hash(user.slice(40, 48))
  return cbc(between, new Uint8Array(16), { disablePadding: true }).decrypt(sealed.slice(0, 32))
}

const hashes = [sha256, sha384, sha512]
const LEAST_ROUNDS = 64

/** The hash of revision 6 of the empty password, made to take long. */
const hardened = (salt: Uint8Array): Uint8Array => {
  let key: Uint8Array = sha256(salt)
  for (let round = 0; ; round++) {
    const repeated = new Uint8Array(64 * key.length)
    for (let at = 0; at < repeated.length; at += key.length) repeated.set(key, at)
    const sealed = cbc(key.slice(0, 16), key.slice(16, 32), { disablePadding: true }).encrypt(repeated)
    const remainder = sealed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = hashes[remainder]!(sealed)
    if (round >= LEAST_ROUNDS - 1 && sealed.at(-1)! <= round - 31) return key.slice(0, 32)
  }
}
