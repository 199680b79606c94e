import { type CsvError, type Parser, parse } from '#platform/csv-parse'
import { type CsvDialect, csvDelimiters } from '../../core/kernel/csv-dialect.ts'
import { piecesOf } from '../../core/kernel/text.ts'
import { CsvFault, maxRecordCells, maxRecordLength } from '../../core/ports/csv.ts'
import { systemTurns } from '../system/turns.ts'
import { csvSentences } from './sentences.ts'

const { say } = csvSentences

/** Records of one batch. */
const recordsPerBatch = 200
/** Characters after which the length of the record is checked. */
const pieceLength = 2 * 1024
/**
 * Characters that are parsed at a time: the library creates an error for every record that is shorter than
 * the first.
 */
const writtenAtOnce = 512
/**
 * The longest allowed record as text: every character a doubled quote, and every cell in quotes. A longer
 * text has more cells or characters than allowed.
 */
const longestRecord = 2 * maxRecordLength + 3 * maxRecordCells
/** Characters from which the delimiter is detected. */
const sampleLength = 64 * 1024

/**
 * Detects the encoding of a file, by its byte order mark or its bytes, and its delimiter, by the first
 * records.
 */
export const inspectCsv = async (chunks: AsyncIterable<Uint8Array>): Promise<CsvDialect> => {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let marked: CsvDialect['encoding'] | undefined
  let head = new Uint8Array(0)
  for await (const chunk of chunks) {
    if (head.length < sampleLength) head = joined(head, chunk)
    marked ??= head.length >= 4 ? markOf(head) : undefined
    if (marked) {
      if (head.length >= sampleLength) break
      continue
    }
    if (isUtf8) isUtf8 = accepts(utf8, chunk, true)
  }
  marked ??= markOf(head)
  const encoding = marked ?? (isUtf8 && accepts(utf8, new Uint8Array(0), false) ? 'utf-8' : 'windows-1252')
  const sample = new TextDecoder(encoding).decode(head, { stream: true }).slice(0, sampleLength)
  return { encoding, delimiter: delimiterOf(sample) }
}

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> => {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

const accepts = (decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, stream: boolean): boolean => {
  try {
    decoder.decode(bytes, { stream })
    return true
  } catch {
    return false
  }
}

/** By a byte order mark, or by the zeros that UTF-16 has beside every Latin letter. */
const markOf = (head: Uint8Array): CsvDialect['encoding'] | undefined => {
  const [first, second, third, fourth] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be'
  return undefined
}

/** The delimiter that occurs most often in the first record outside quotes. */
const delimiterOf = (sample: string): CsvDialect['delimiter'] => {
  const plain = sample.replace(/"(?:[^"]|"")*"/g, '')
  const record = plain.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? ''
  const counts = csvDelimiters.map((delimiter) => ({ delimiter, count: record.split(delimiter).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}

export async function* decodeCsv(
  chunks: AsyncIterable<Uint8Array>,
  dialect: CsvDialect,
): AsyncGenerator<string[][]> {
  const reader = new RecordReader(dialect.delimiter)
  try {
    for await (const text of texts(chunks, dialect.encoding)) {
      for (const piece of piecesOf(text, pieceLength)) {
        await reader.read(piece)
        yield* reader.batches(recordsPerBatch)
      }
    }
    await reader.end()
    yield* reader.batches(1)
  } catch (error) {
    // Records that could be read are yielded: only the rest is lost.
    yield* reader.batches(1)
    throw faultOf(error)
  } finally {
    reader.close()
  }
}

/**
 * Feeds the library's parser piece by piece. The parser limits the characters of cells but not their number:
 * a record of a million commas would be held in memory before it is yielded.
 */
class RecordReader {
  readonly #parser: Parser
  #records: string[][] = []
  #fault: CsvFault | undefined
  #error: Error | undefined
  /** A lower bound of the characters of the unfinished record. */
  #unfinished = 0

  constructor(delimiter: string) {
    this.#parser = parse({
      delimiter,
      // Real lists have quotes inside words, records that are too short or too long, and three kinds of line
      // ends.
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: false,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: maxRecordLength,
      on_record: (record: string[]) => this.#take(record),
    })
    this.#parser.on('error', (error) => {
      this.#error = error
    })
  }

  async read(piece: string): Promise<void> {
    this.#unfinished += piece.length
    for (const part of piecesOf(piece, writtenAtOnce)) {
      if (this.#error) break
      // Content in memory would otherwise be read in one turn of the event loop, however long it is.
      await systemTurns.rest()
      await new Promise<void>((resolve) => this.#parser.write(part, () => resolve()))
    }
    if (this.#unfinished > longestRecord) this.#fault ??= tooManyCells()
    this.#assertReadable()
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#parser.once('error', () => resolve())
      this.#parser.once('finish', () => resolve())
      this.#parser.end()
    })
    this.#assertReadable()
  }

  /** Yields the records read so far, in batches; fewer than `least` records are kept for later. */
  *batches(least: number): Generator<string[][]> {
    while (this.#records.length >= least) yield this.#records.splice(0, recordsPerBatch)
  }

  close(): void {
    this.#parser.destroy()
  }

  /**
   * Takes each record from the parser at once: records that its stream holds back are lost where it ends with
   * an error.
   */
  #take(record: string[]): null {
    this.#unfinished = 0
    if (record.length > maxRecordCells) this.#fault ??= tooManyCells()
    if (!this.#fault) this.#records.push(record)
    return null
  }

  #assertReadable(): void {
    if (this.#fault ?? this.#error) throw this.#fault ?? this.#error
  }
}

const tooManyCells = () => new CsvFault(say('too_many_cells.record', { limit: maxRecordCells }))

async function* texts(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

const faultOf = (error: unknown): unknown => {
  const { code, lines } = error as CsvError & { lines?: number }
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return new CsvFault(say('record_too_long', { line: lines ?? '?', limit: maxRecordLength }))
  }
  return new CsvFault(say('unreadable', { line: lines ?? '?' }))
}
