import { toHex } from '../../../core/kernel/bytes.ts'
import { Fault } from '../../../core/kernel/sentences.ts'
import { pdfFaults } from './sentences.ts'

const { sentence } = pdfFaults
export type PdfValue =
  | number
  | boolean
  | null
  | PdfName
  | PdfString
  | PdfRef
  | PdfValue[]
  | PdfDict
  | PdfStream
export class PdfName {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
export class PdfString {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}
export class PdfRef {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
}
export type PdfDict = Map<string, PdfValue>
export class PdfStream {
  readonly dict: PdfDict
  readonly data: Uint8Array
  constructor(dict: PdfDict, data: Uint8Array) {
    this.dict = dict
    this.data = data
  }
}

/** The file can't be read or printed. */
export class PdfRefused extends Fault<'pdf_fault' | 'pdf_too_much'> {}

/** Returns why a PDF can't be printed; only "damaged" for range or stack errors, which help no user. */
export const whyRefused = (error: unknown): PdfRefused['sentence'] =>
  error instanceof PdfRefused ? error.sentence : sentence('pdf_fault.damaged')

/** The file takes more work to read than any print page needs. */
export class PdfTooComplex extends PdfRefused {}

export const isDict = (value: PdfValue | undefined): value is PdfDict => value instanceof Map
export const nameOf = (value: PdfValue | undefined): string | undefined =>
  value instanceof PdfName ? value.name : undefined

/** Returns a value as PDF source, in ASCII: strings are hexadecimal. `refer` writes references. */
export const serialise = (value: PdfValue, refer: (ref: PdfRef) => string): string => {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return numberOrWord(value)
  if (value instanceof PdfName) return nameSource(value.name)
  if (value instanceof PdfString) return `<${toHex(value.bytes)}>`
  if (value instanceof PdfRef) return refer(value)
  if (Array.isArray(value)) return `[${value.map((item) => serialise(item, refer)).join(' ')}]`
  if (value instanceof PdfStream) throw new PdfRefused(sentence('pdf_fault.misplaced_stream'))
  return `<<${entriesSource(value, refer)}>>`
}

export const entriesSource = (dict: PdfDict, refer: (ref: PdfRef) => string): string =>
  [...dict].map(([key, item]) => `${nameSource(key)} ${serialise(item, refer)}`).join('')

/** PDF has no exponents. Small numbers keep more digits, because font matrices consist of them. */
const numberOrWord = (value: number | boolean | null): string => {
  if (typeof value !== 'number') return String(value)
  const sane = Math.min(MAX_NUMBER, Math.max(-MAX_NUMBER, value))
  if (Number.isInteger(sane)) return String(sane)
  return sane
    .toFixed(Math.abs(sane) < 0.1 ? 14 : 6)
    .replace(/0+$/, '')
    .replace(/\.$/, '')
}
const MAX_NUMBER = 1e15

const nameSource = (name: string): string =>
  `/${name.replace(/[^A-Za-z0-9_.:+*-]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`

const MAX_NAME = 60

/** Decodes a text string: UTF-16 or UTF-8 with a byte order mark, otherwise Latin-1. Truncates long texts. */
export const textOf = (value: PdfValue): string => {
  if (!(value instanceof PdfString)) return '?'
  const { bytes } = value
  const encoding =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'utf-16be'
      : bytes[0] === 0xef && bytes[1] === 0xbb
        ? 'utf-8'
        : 'latin1'
  const text = new TextDecoder(encoding).decode(bytes.slice()).replace(/\p{Cc}/gu, ' ')
  const letters = [...text]
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME).join('')}…` : text
}
