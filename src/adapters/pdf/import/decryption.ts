import { cbc } from '@noble/ciphers/aes.js'
import { md5 } from '@noble/hashes/legacy.js'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { fileKey } from './file-key.ts'
import { isDict, nameOf, type PdfDict, PdfRefused, PdfStream, PdfString, type PdfValue } from './objects.ts'
import { rc4 } from './rc4.ts'
import { pdfFaults } from './sentences.ts'

const { say } = pdfFaults

/** Decrypts the strings and the stream of an object, by its number and generation. */
export type Decryption = (id: number, generation: number, object: PdfValue) => PdfValue

/** How a kind of data is encrypted: not at all, by RC4, or by AES with keys of 128 or 256 bits. */
type Method = 'None' | 'V2' | 'AESV2' | 'AESV3'
const methods: readonly string[] = ['None', 'V2', 'AESV2', 'AESV3'] satisfies Method[]

/** Bits of the permissions: whether the document may be printed, and printed as sharply as it is. */
const MAY_PRINT = 4
const MAY_PRINT_SHARPLY = 2048

/**
 * Opens a document that everybody may open: one without a user password, whose owner has restricted what may
 * be done with it. `encrypt` has no references. Throws `PdfRefused` where a password is needed or where the
 * owner does not allow printing.
 */
export const openDecryption = (encrypt: PdfDict, id: Uint8Array): Decryption => {
  const version = Number(encrypt.get('V') ?? 0)
  const revision = Number(encrypt.get('R') ?? 0)
  const isKnown = [1, 2, 4, 5].includes(version) && nameOf(encrypt.get('Filter')) === 'Standard'
  if (!isKnown) throw new PdfRefused(say('pdf_fault.encrypted'))
  const key = fileKey(encrypt, id)
  if (!key) throw new PdfRefused(say('pdf_fault.password'))
  const permissions = Number(encrypt.get('P')) | 0
  const isPrintable =
    (permissions & MAY_PRINT) !== 0 && (revision < 3 || (permissions & MAY_PRINT_SHARPLY) !== 0)
  if (!isPrintable) throw new PdfRefused(say('pdf_fault.print_forbidden'))
  const ofStrings = version < 4 ? 'V2' : methodOf(encrypt, 'StrF')
  const ofStreams = version < 4 ? 'V2' : methodOf(encrypt, 'StmF')
  const encryptsMetadata = encrypt.get('EncryptMetadata') !== false
  return (object, generation, value) => {
    const strings = decipher(key, ofStrings, object, generation)
    if (!(value instanceof PdfStream)) return withStrings(value, strings)
    const isPlain = isLeftOut(value.dict, encryptsMetadata)
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
  if (method === undefined || !methods.includes(method)) throw new PdfRefused(say('pdf_fault.encrypted'))
  return method as Method
}

/** Tables, which are read before anything can be decrypted, and what says that it is not encrypted. */
const isLeftOut = (dict: PdfDict, encryptsMetadata: boolean): boolean => {
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

/** The first block is the vector; the last one tells how much of it is padding. */
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
