import { cbc } from '@noble/ciphers/aes.js'
import { md5 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { isDict, nameOf, type PdfDict, PdfRefused, PdfStream, PdfString, type PdfValue } from './objects.ts'
import { pdfFaults } from './sentences.ts'

/** The cipher of old PDFs, only used to decrypt. */
const rc4 = (key: Uint8Array, data: Uint8Array): Uint8Array => {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => {
    const held = state[a]!
    state[a] = state[b]!
    state[b] = held
  }
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + state[at]! + key[at % key.length]!) & 255
    swap(at, other)
  }
  const out = new Uint8Array(data.length)
  for (let index = 0, at = 0, other = 0; index < data.length; index++) {
    at = (at + 1) & 255
    other = (other + state[at]!) & 255
    swap(at, other)
    out[index] = data[index]! ^ state[(state[at]! + state[other]!) & 255]!
  }
  return out
}

/** The padding of passwords, and by itself the padded empty password. */
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

/** Returns the key of a file that opens without a password, else undefined (ISO 32000-2, 7.6.4). */
const fileKey = (encrypt: PdfDict, id: Uint8Array): Uint8Array | undefined =>
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
  const hash = Number(encrypt.get('R')) >= 6 ? revision6Hash : sha256
  const user = bytesOf(encrypt, 'U')
  const sealed = bytesOf(encrypt, 'UE')
  if (user.length < 48 || sealed.length < 32) return undefined
  if (!equal(hash(user.slice(32, 40)), user.subarray(0, 32))) return undefined
  const between = hash(user.slice(40, 48))
  return cbc(between, new Uint8Array(16), { disablePadding: true }).decrypt(sealed.slice(0, 32))
}

const hashes = [sha256, sha384, sha512]
const MIN_ROUNDS = 64

/** Returns the deliberately slow hash of revision 6 for the empty password. */
const revision6Hash = (salt: Uint8Array): Uint8Array => {
  let key: Uint8Array = sha256(salt)
  for (let round = 0; ; round++) {
    const repeated = new Uint8Array(64 * key.length)
    for (let at = 0; at < repeated.length; at += key.length) repeated.set(key, at)
    const sealed = cbc(key.slice(0, 16), key.slice(16, 32), { disablePadding: true }).encrypt(repeated)
    const remainder = sealed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = hashes[remainder]!(sealed)
    if (round >= MIN_ROUNDS - 1 && sealed.at(-1)! <= round - 31) return key.slice(0, 32)
  }
}

const { sentence } = pdfFaults

/** Decrypts the strings and stream of an object by its number and generation. */
export type Decryption = (id: number, generation: number, object: PdfValue) => PdfValue

/** Encryption methods: none, RC4, or AES with keys of 128 or 256 bits. */
type Method = 'None' | 'V2' | 'AESV2' | 'AESV3'
const methods: readonly string[] = ['None', 'V2', 'AESV2', 'AESV3'] satisfies Method[]

/** Permission bits: printing, and printing in full resolution. */
const MAY_PRINT = 4
const MAY_PRINT_FULL_RESOLUTION = 2048

/**
 * Opens an encrypted document that needs no user password. `encrypt` contains no references. Throws
 * `PdfRefused` if the document needs one, its owner forbids printing, or the encryption is unsupported.
 */
export const openDecryption = (encrypt: PdfDict, id: Uint8Array): Decryption => {
  const version = Number(encrypt.get('V') ?? 0)
  const revision = Number(encrypt.get('R') ?? 0)
  const isKnown = [1, 2, 4, 5].includes(version) && nameOf(encrypt.get('Filter')) === 'Standard'
  if (!isKnown) throw new PdfRefused(sentence('pdf_fault.encrypted'))
  const key = fileKey(encrypt, id)
  if (!key) throw new PdfRefused(sentence('pdf_fault.password'))
  const permissions = Number(encrypt.get('P')) | 0
  const isPrintable =
    (permissions & MAY_PRINT) !== 0 && (revision < 3 || (permissions & MAY_PRINT_FULL_RESOLUTION) !== 0)
  if (!isPrintable) throw new PdfRefused(sentence('pdf_fault.print_forbidden'))
  const ofStrings = version < 4 ? 'V2' : methodOf(encrypt, 'StrF')
  const ofStreams = version < 4 ? 'V2' : methodOf(encrypt, 'StmF')
  const encryptsMetadata = encrypt.get('EncryptMetadata') !== false
  return (object, generation, value) => {
    const strings = decipher(key, ofStrings, object, generation)
    if (!(value instanceof PdfStream)) return withStrings(value, strings)
    const isPlain = isUnencrypted(value.dict, encryptsMetadata)
    const data = isPlain ? value.data : decipher(key, ofStreams, object, generation)(value.data)
    return new PdfStream(withStrings(value.dict, strings) as PdfDict, data)
  }
}

const methodOf = (encrypt: PdfDict, kind: 'StrF' | 'StmF'): Method => {
  const name = nameOf(encrypt.get(kind)) ?? 'Identity'
  if (name === 'Identity') return 'None'
  const filters = encrypt.get('CF')
  const filter = isDict(filters) ? filters.get(name) : undefined
  const method = isDict(filter) ? nameOf(filter.get('CFM')) : undefined
  if (method === undefined || !methods.includes(method)) throw new PdfRefused(sentence('pdf_fault.encrypted'))
  return method as Method
}

/** True for cross-reference streams, metadata unless encrypted, and streams with the Identity filter. */
const isUnencrypted = (dict: PdfDict, encryptsMetadata: boolean): boolean => {
  const type = nameOf(dict.get('Type'))
  const filters = [dict.get('Filter') ?? null].flat()
  const isIdentity =
    nameOf(filters[0]) === 'Crypt' && !namesAFilter([dict.get('DecodeParms') ?? null].flat()[0])
  return type === 'XRef' || (type === 'Metadata' && !encryptsMetadata) || isIdentity
}

const namesAFilter = (parameters: PdfValue | undefined): boolean =>
  isDict(parameters) && !['Identity', undefined].includes(nameOf(parameters.get('Name')))

const SALT = Uint8Array.from([0x73, 0x41, 0x6c, 0x54])

type Decipher = (data: Uint8Array) => Uint8Array

const decipher = (key: Uint8Array, method: Method, id: number, generation: number): Decipher => {
  if (method === 'None') return (data) => data
  if (method === 'AESV3') return (data) => aes(key, data)
  const number = Uint8Array.from([id, id >> 8, id >> 16, generation, generation >> 8])
  const salted = method === 'AESV2' ? concatenate([key, number, SALT]) : concatenate([key, number])
  const own = md5(salted).subarray(0, Math.min(16, key.length + 5))
  return (data) => (method === 'AESV2' ? aes(own, data) : rc4(own, data))
}

const BLOCK = 16

/** Decrypts AES-CBC. The first block is the initialisation vector, the last byte the padding length. */
const aes = (key: Uint8Array, data: Uint8Array): Uint8Array => {
  const end = data.length - (data.length % BLOCK)
  if (end < 2 * BLOCK) return new Uint8Array()
  const vector = data.slice(0, BLOCK)
  const plain = cbc(key, vector, { disablePadding: true }).decrypt(data.slice(BLOCK, end))
  const padding = plain.at(-1)!
  return padding >= 1 && padding <= BLOCK ? plain.subarray(0, plain.length - padding) : plain
}

const withStrings = (value: PdfValue, decrypt: Decipher): PdfValue => {
  if (value instanceof PdfString) return new PdfString(decrypt(value.bytes))
  if (Array.isArray(value)) return value.map((entry) => withStrings(entry, decrypt))
  if (!isDict(value)) return value
  return new Map([...value].map(([key, entry]) => [key, withStrings(entry, decrypt)]))
}
