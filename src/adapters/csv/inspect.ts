import { type CsvDialect, csvDelimiters } from '../../core/kernel/csv-dialect.ts'
import type { InspectedCsv } from '../../core/ports/csv.ts'
import { systemTurns } from '../system/turns.ts'
import { ByteTally } from './encoding/byte-tally.ts'
import { decoderOf } from './encoding/decoder.ts'
import { detect } from './encoding/detect.ts'

/** The bytes and lines from which the delimiter is detected. */
const sampleLength = 64 * 1024
const sampleLines = 50
const bytesAtOnce = 64 * 1024

/** Detects a file's encoding (by byte order mark or bytes), delimiter (first lines) and escape character. */
export const inspectCsv = async (
  chunks: AsyncIterable<Uint8Array>,
  country = 'NL',
): Promise<InspectedCsv> => {
  const tally = new ByteTally()
  let marked: CsvDialect['encoding'] | undefined
  let head = new Uint8Array(0)
  for await (const chunk of chunks) {
    if (head.length < sampleLength) head = joined(head, chunk)
    marked ??= head.length >= 4 ? markOf(head) : undefined
    if (marked) {
      if (head.length >= sampleLength) break
      continue
    }
    for (let at = 0; at < chunk.length; at += bytesAtOnce) {
      await systemTurns.rest()
      tally.take(chunk.subarray(at, at + bytesAtOnce))
    }
  }
  tally.end()
  marked ??= markOf(head)
  const { sureness, readings } = marked
    ? { sureness: 'certain' as const, readings: [{ encoding: marked, samples: [] }] }
    : await detect(tally, country)
  const { encoding } = readings[0]!
  const sample = decoderOf(encoding).decode(head, { stream: true }).slice(0, sampleLength)
  const delimiter = delimiterOf(sample)
  const dialect = { encoding, delimiter, ...(isEscaped(sample, delimiter) ? { escape: '\\' as const } : {}) }
  return { dialect, sureness, readings }
}

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> => {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** Returns the encoding by byte order mark; without one, UTF-16 by the zero bytes next to Latin letters. */
const markOf = (head: Uint8Array): CsvDialect['encoding'] | undefined => {
  const [first, second, third, fourth] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be'
  return undefined
}

/** Returns the delimiter that splits the most lines into equally many cells, so that titles don't matter. */
const delimiterOf = (sample: string): CsvDialect['delimiter'] => {
  const plain = sample.replace(/"(?:[^"]|"")*"/g, '')
  const lines = plain
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, sampleLines)
  const ranked = csvDelimiters.map((delimiter) => ({ delimiter, rank: rankOf(lines, delimiter) }))
  return ranked.reduce((best, next) => (next.rank > best.rank ? next : best)).delimiter
}

/** Returns the largest product of a number of cells above one and the number of lines that have it. */
const rankOf = (lines: readonly string[], delimiter: string): number => {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const cells = line.split(delimiter).length
    if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1)
  }
  return Math.max(0, ...[...counts].map(([cells, count]) => count * cells))
}

/** Returns true if quotes are escaped with a backslash, as in exports of MySQL, and never doubled. */
const isEscaped = (sample: string, delimiter: string): boolean => {
  const within = (quote: string) =>
    [...sample.matchAll(new RegExp(`[^${delimiter}\\r\\n]${quote}[^${delimiter}"\\r\\n]`, 'g'))].length
  return within('\\\\"') > 0 && within('""') === 0
}
