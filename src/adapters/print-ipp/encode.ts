/** The operations that are asked of printers, by their numbers (RFC 8011, 5.4.15). */
export const operations = {
  'Print-Job': 0x0002,
  'Cancel-Job': 0x0008,
  'Get-Jobs': 0x000a,
  'Get-Printer-Attributes': 0x000b,
  'Release-Job': 0x000d,
} as const
export type Operation = keyof typeof operations

/** Tags of values (RFC 8010, 3.5.2). */
export const tags = {
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

/** Tags at which a group of attributes begins; `end` ends them all, and the document follows. */
export const groups = { operation: 0x01, job: 0x02, end: 0x03, printer: 0x04 } as const

/** The syntax of every attribute that is sent, in the order in which RFC 8011 wants the first of them. */
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

/** Attributes with their values; a list is a set of values. */
export type Sent = Partial<Record<keyof typeof syntaxes, string | number | readonly string[]>>

/**
 * A request of IPP 2.0 as bytes, up to where its document begins. Written here, because the libraries for it
 * ask functions for their names, which a compiled program no longer has (docs/design/printers.md).
 */
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
    // Each further value of a set is an attribute without a name.
    return values.flatMap((one, index) => [
      tag,
      ...counted(index === 0 ? utf8(name) : []),
      ...counted(typeof one === 'number' ? four(one) : utf8(one)),
    ])
  })

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)]
const two = (value: number): number[] => [(value >> 8) & 255, value & 255]
const four = (value: number): number[] => [...two(value >>> 16), ...two(value & 0xffff)]

/** Bytes behind how many they are. */
const counted = (bytes: number[]): number[] => {
  if (bytes.length > 0x7fff) throw new Error('A value is too long for IPP.')
  return [...two(bytes.length), ...bytes]
}
