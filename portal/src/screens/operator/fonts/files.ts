import type { components } from '../../../api/types.gen.ts'

export type PlatformFile = components['schemas']['PlatformAsset']
export type Kind = PlatformFile['kind']
export const kinds: readonly Kind[] = ['FONT', 'ICC_PROFILE']

/** The server's upload limits. */
export const maxBytes: Readonly<Record<Kind, number>> = { FONT: 32 * 2 ** 20, ICC_PROFILE: 8 * 2 ** 20 }

/** Bytes needed to detect the type. */
export const headBytes = 64

/** Reasons for not uploading a file. */
export type Refusal = 'empty' | 'notForPress' | 'fontTooLarge' | 'profileTooLarge' | 'unknown'
export type Seen = { kind: Kind; refusal?: undefined } | { refusal: Refusal }

const textAt = (head: Uint8Array, from: number): string =>
  String.fromCharCode(...head.subarray(from, from + 4))

const profileOf = (head: Uint8Array, sizeBytes: number): Seen => {
  if (textAt(head, 12) !== 'prtr' || textAt(head, 16) !== 'CMYK') return { refusal: 'notForPress' }
  return sizeBytes > maxBytes.ICC_PROFILE ? { refusal: 'profileTooLarge' } : { kind: 'ICC_PROFILE' }
}

/** Returns the type by the first bytes, or why the file can't be used. The server checks the rest. */
export const inspect = (head: Uint8Array, sizeBytes: number): Seen => {
  if (sizeBytes === 0) return { refusal: 'empty' }
  if (textAt(head, 36) === 'acsp') return profileOf(head, sizeBytes)
  const start = textAt(head, 0)
  if (!['\0\x01\0\0', 'true', 'OTTO', 'ttcf', 'wOFF', 'wOF2'].includes(start)) return { refusal: 'unknown' }
  return sizeBytes > maxBytes.FONT ? { refusal: 'fontTooLarge' } : { kind: 'FONT' }
}

/** Returns the file name without extension. */
export const nameOf = (fileName: string): string => fileName.replace(/\.[^.]*$/, '').slice(0, 200)

/** Returns what a file of the program is for, from messages by id; undefined for other files. */
export const purposeOf = (
  { origin, id }: Pick<PlatformFile, 'origin' | 'id'>,
  purposes: Readonly<Record<string, string>>,
): string | undefined => (origin === 'PROGRAM' ? purposes[id] : undefined)

/** Derives a valid id from the name. */
export const idOf = (fileName: string): string =>
  nameOf(fileName)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, 40)

/** Returns the names of scripts in a language. */
export const scriptNames = (codes: readonly string[], language: string): string => {
  const names = new Intl.DisplayNames(language, { type: 'script' })
  return codes.map((code) => names.of(code) ?? code).join(', ')
}

/** Sample characters that all languages of a script share. */
const written: Readonly<Record<string, string>> = {
  Hani: '日本 · 北京 · 上海 · 台北',
  Hira: 'ひらがな',
  Bopo: 'ㄅㄆㄇㄈ',
}
const countries = ['NL', 'FR', 'IT', 'PL', 'IN', 'TH', 'JP', 'KR']

/** Returns a sample of a script, mostly country names in its main language; '' if the browser has none. */
const sampleOf = (code: string): string => {
  if (written[code]) return written[code]
  const language = new Intl.Locale(`und-${code}`).maximize().toString()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const isWritten = new RegExp(`\\p{Script=${code}}`, 'u')
  const known = countries.map((country) => names.of(country) ?? '').filter((name) => isWritten.test(name))
  return known.slice(0, 4).join(' · ')
}

/** Returns sample lines for each script other than Latin. */
export const samplesOf = (scripts: readonly string[]): string[] =>
  scripts
    .filter((code) => code !== 'Latn')
    .map(sampleOf)
    .filter(Boolean)
