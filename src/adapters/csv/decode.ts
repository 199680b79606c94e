import { type CsvError, type Parser, parse } from '#platform/csv-parse'
import { type CsvDialect, csvDelimiters } from '../../core/kernel/csv-dialect.ts'
import { piecesOf } from '../../core/kernel/text.ts'
import { CsvFault, maxRecordCells, maxRecordLength } from '../../core/ports/csv.ts'
import { restWhenDue } from '../system/turns.ts'

/** Records that are given on at a time. */
const recordsPerBatch = 200
/** Characters after which it is looked whether a record has grown too long. */
const pieceLength = 2 * 1024
/** Characters that are parsed at a time: the library makes an error of every record that is shorter than the first. */
const writtenAtOnce = 512
/** Every character a quote, which is written twice, and every cell in quotes: a longer record has more cells than it may. */
const longestRecord = 2 * maxRecordLength + 3 * maxRecordCells
/** Characters by which the delimiter is told. */
const sampleLength = 64 * 1024

/** How a file is written: its encoding by a mark or by what its bytes can be, its delimiter by the first records. */
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

/** The one that stands most often in the first record, quoted text apart. */
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
    // What could be read is given on: only the rest is lost.
    yield* reader.batches(1)
    throw faultOf(error)
  } finally {
    reader.close()
  }
}

/**
 * The library's parser, fed by the piece. It counts the characters of cells but not the cells: a record of a million
 * commas has none to count, and would lie in memory before it is given on.
 */
class RecordReader {
  readonly #parser: Parser
  #records: string[][] = []
  #fault: CsvFault | undefined
  #error: Error | undefined
  /** Characters, at the least, of the record that has not ended yet. */
  #unfinished = 0

  constructor(delimiter: string) {
    this.#parser = parse({
      delimiter,
      // Lists of real life: quotes inside words, records that are too short or too long, line ends of three kinds.
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
      // What lies in memory would be read in one turn of the event loop, however long it is.
      await restWhenDue()
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

  /** What was read, in batches; fewer than `least` records wait for more. */
  *batches(least: number): Generator<string[][]> {
    while (this.#records.length >= least) yield this.#records.splice(0, recordsPerBatch)
  }

  close(): void {
    this.#parser.destroy()
  }

  /** Nothing is left to the stream: what it keeps back is lost where it ends with an error. */
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

const tooManyCells = () => new CsvFault('too_many_cells', `A record has more than ${maxRecordCells} cells.`)

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
    const message = `A record near line ${lines ?? '?'} has more than ${maxRecordLength} characters; is a quote missing?`
    return new CsvFault('record_too_long', message)
  }
  return new CsvFault('unreadable', `Line ${lines ?? '?'} cannot be read as CSV.`)
}
