import type { Turns } from '../../core/ports/system.ts'
import { systemTurns } from '../system/turns.ts'

/** Codes of the operations used (RFC 8011, 5.4.15). */
export const operations = {
  'Print-Job': 0x0002,
  'Cancel-Job': 0x0008,
  'Get-Jobs': 0x000a,
  'Get-Printer-Attributes': 0x000b,
  'Release-Job': 0x000d,
} as const
export type Operation = keyof typeof operations

/** Tags of values (RFC 8010, 3.5.2). */
const tags = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  collection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endOfCollection: 0x37,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mediaType: 0x49,
} as const

/** Tags that begin an attribute group. The document follows `end`. */
const groups = { operation: 0x01, job: 0x02, end: 0x03, printer: 0x04 } as const

/** Syntax of each attribute sent. RFC 8011 requires the first ones in this order. */
const syntaxes = {
  'attributes-charset': tags.charset,
  'attributes-natural-language': tags.language,
  'printer-uri': tags.uri,
  'job-id': tags.integer,
  'requesting-user-name': tags.name,
  'job-name': tags.name,
  'document-format': tags.mediaType,
  'requested-attributes': tags.keyword,
  'which-jobs': tags.keyword,
  'job-hold-until': tags.keyword,
  media: tags.keyword,
  'print-color-mode': tags.keyword,
  'print-scaling': tags.keyword,
  sides: tags.keyword,
} as const

export type Sent = Partial<Record<keyof typeof syntaxes, string | number | readonly string[]>>

/** Encodes a request. Libraries need function names, which minification removes (docs/design/printers.md). */
export const encodeRequest = (operation: Operation, own: Sent, job: Sent = {}): Uint8Array<ArrayBuffer> => {
  const bytes: number[] = [2, 0, ...two(operations[operation]), 0, 0, 0, 1]
  const common = { 'attributes-charset': 'utf-8', 'attributes-natural-language': 'en' }
  bytes.push(groups.operation, ...attributes({ ...common, ...own }))
  if (Object.keys(job).length > 0) bytes.push(groups.job, ...attributes(job))
  bytes.push(groups.end)
  return Uint8Array.from(bytes)
}

const attributes = (sent: Sent): number[] =>
  (Object.keys(syntaxes) as (keyof typeof syntaxes)[]).flatMap((name) => {
    const value = sent[name]
    if (value === undefined) return []
    const tag = syntaxes[name]
    const values = typeof value === 'object' ? value : [value]
    // Further values of a set have an empty name.
    return values.flatMap((one, index) => [
      tag,
      ...counted(index === 0 ? utf8(name) : []),
      ...counted(typeof one === 'number' ? four(one) : utf8(one)),
    ])
  })

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)]
const two = (value: number): number[] => [(value >> 8) & 255, value & 255]
const four = (value: number): number[] => [...two(value >>> 16), ...two(value & 0xffff)]

const counted = (bytes: number[]): number[] => {
  if (bytes.length > 0x7fff) throw new Error('A value is too long for IPP.')
  return [...two(bytes.length), ...bytes]
}

export type Value = string | number | boolean
/** Each attribute with all of its values in order. */
export type Attributes = ReadonlyMap<string, readonly Value[]>

export interface Answer {
  /** `successful`, or the name of the error. */
  status: string
  /** Attribute groups of the jobs, in order. */
  job: readonly Attributes[]
  printer: readonly Attributes[]
}

const clientErrors = [
  'bad-request',
  'forbidden',
  'not-authenticated',
  'not-authorized',
  'not-possible',
  'timeout',
  'not-found',
  'gone',
  'request-entity-too-large',
  'request-value-too-long',
  'document-format-not-supported',
  'attributes-or-values-not-supported',
  'uri-scheme-not-supported',
  'charset-not-supported',
  'conflicting-attributes',
  'compression-not-supported',
  'compression-error',
  'document-format-error',
  'document-access-error',
]
const serverErrors = [
  'internal-error',
  'operation-not-supported',
  'service-unavailable',
  'version-not-supported',
  'device-error',
  'temporary-error',
  'not-accepting-jobs',
  'busy',
  'job-canceled',
  'multiple-document-jobs-not-supported',
]

/** Returns the name of a status code in RFC 8011, B.1; unnamed codes keep their number. */
const statusOf = (code: number): string => {
  if (code < 0x0100) return 'successful'
  const [kind, names] = code < 0x0500 ? ['client-error', clientErrors] : ['server-error', serverErrors]
  return `${kind}-${names[code & 0xff] ?? `0x${code.toString(16).padStart(4, '0')}`}`
}

/** Maximum groups (jobs) of a response. A group takes one byte in it and two hundred in memory. */
const mostGroups = 10_000

/** Maximum values of a response. A value takes at least five bytes in it and a hundred in memory. */
const mostValues = 200_000
/** Values decoded before yielding to the event loop. */
const valuesPerTurn = 500

/** Decodes a response in slices, without collections. Throws if invalid or with too many groups or values. */
export const decodeAnswer = async (bytes: Uint8Array, turns: Turns = systemTurns): Promise<Answer> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 8
  const take = (length: number): number => {
    const from = at
    at += length
    if (at > bytes.length) throw new Error('The printer’s response breaks off.')
    return from
  }
  const slice = () => {
    const length = view.getUint16(take(2))
    const from = take(length)
    return bytes.subarray(from, from + length)
  }
  if (bytes.length < at) throw new Error('The printer’s response is not IPP.')
  const found = { job: [] as Map<string, Value[]>[], printer: [] as Map<string, Value[]>[] }
  let group: Map<string, Value[]> | undefined
  let name = ''
  let depth = 0
  let count = 0
  let values = 0
  for (;;) {
    const tag = view.getUint8(take(1))
    if (tag === groups.end) return { status: statusOf(view.getUint16(2)), ...found }
    if (tag < 0x10) {
      if (++count % valuesPerTurn === 0) await turns.rest()
      if (count > mostGroups) throw new Error(`The printer’s response has more than ${mostGroups} groups.`)
      group = new Map()
      if (tag === groups.job) found.job.push(group)
      else if (tag === groups.printer) found.printer.push(group)
      continue
    }
    if (++values > mostValues) throw new Error(`The printer’s response has more than ${mostValues} values.`)
    if (values % valuesPerTurn === 0) await turns.rest()
    const own = slice()
    const value = slice()
    if (own.length > 0) name = text(own)
    if (tag === tags.endOfCollection) depth--
    else if (tag === tags.collection) depth++
    else if (depth === 0 && group) add(group, name, readValue(tag, value))
  }
}

const add = (group: Map<string, Value[]>, name: string, value: Value | undefined): void => {
  if (value === undefined) return
  const values = group.get(name)
  if (values) values.push(value)
  else group.set(name, [value])
}

const utf8Decoder = new TextDecoder()
const text = (bytes: Uint8Array): string => utf8Decoder.decode(bytes)

const readValue = (tag: number, bytes: Uint8Array): Value | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (tag === tags.integer || tag === tags.enum) return bytes.length === 4 ? view.getInt32(0) : undefined
  if (tag === tags.boolean) return bytes.length === 1 ? bytes[0] !== 0 : undefined
  if (tag === tags.textWithLanguage || tag === tags.nameWithLanguage) return withoutLanguage(view, bytes)
  // Text of any kind. Other types, such as resolutions, aren't used.
  return tag >= 0x41 && tag < 0x5f ? text(bytes) : undefined
}

/** Returns the text of a value of the form: length of the language, language, length of the text, text. */
const withoutLanguage = (view: DataView, bytes: Uint8Array): string | undefined => {
  if (bytes.length < 4) return undefined
  const from = 4 + view.getUint16(0)
  return from > bytes.length ? undefined : text(bytes.subarray(from))
}
