import { type CsvError, type Parser, parse } from '#platform/csv-parse'
import type { CsvDialect } from '../../core/kernel/csv-dialect.ts'
import { piecesOf } from '../../core/kernel/text.ts'
import { CsvFault, maxRecordCells, maxRecordLength } from '../../core/ports/csv.ts'
import { systemTurns } from '../system/turns.ts'
import { decoderOf } from './encoding/decoder.ts'
import { csvSentences } from './sentences.ts'

const { sentence } = csvSentences

const recordsPerBatch = 200
/** Characters between checks of the record length. */
const pieceLength = 2 * 1024
/** Characters per write; few, as the library creates an error for each record shorter than the first. */
const writeLength = 512
/** The longest allowed record as text: every character a doubled quote, and every cell quoted. */
const maxRecordText = 2 * maxRecordLength + 3 * maxRecordCells
export async function* decodeCsv(
  chunks: AsyncIterable<Uint8Array>,
  dialect: CsvDialect,
): AsyncGenerator<string[][]> {
  const reader = new RecordReader(dialect)
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
    // Yields the records that could be read before throwing.
    yield* reader.batches(1)
    throw faultOf(error, reader.line)
  } finally {
    reader.close()
  }
}

/** Feeds the library's parser in pieces: it doesn't limit the number of cells, such as a million commas. */
class RecordReader {
  readonly #parser: Parser
  #records: string[][] = []
  #fault: CsvFault | undefined
  #error: Error | undefined
  /** A lower bound on the characters of the incomplete record. */
  #unfinished = 0

  /** The line of the file where the incomplete record starts. */
  line = 1

  constructor({ delimiter, escape: escapeSign }: Pick<CsvDialect, 'delimiter' | 'escape'>) {
    this.#parser = parse({
      delimiter,
      escape: escapeSign ?? '"',
      // Real lists have quotes inside words, records of different lengths, and four kinds of line ends.
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: false,
      record_delimiter: ['\r\r\n', '\r\n', '\n', '\r'],
      max_record_size: maxRecordLength,
      on_record: (record: string[]) => this.#take(record),
    })
    this.#parser.on('error', (error) => {
      this.#error = error
    })
  }

  async read(piece: string): Promise<void> {
    this.#unfinished += piece.length
    for (const part of piecesOf(piece, writeLength)) {
      if (this.#error) break
      // Content in memory never waits, so parsing it would otherwise block the event loop.
      await systemTurns.rest()
      await new Promise<void>((resolve) => this.#parser.write(part, () => resolve()))
    }
    if (this.#unfinished > maxRecordText) this.#fault ??= tooManyCells()
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

  /** Yields the records read so far in batches. Keeps them if there are fewer than `least`. */
  *batches(least: number): Generator<string[][]> {
    while (this.#records.length >= least) yield this.#records.splice(0, recordsPerBatch)
  }

  close(): void {
    this.#parser.destroy()
  }

  /** Takes each record from the parser immediately: records buffered by its stream are lost if it fails. */
  #take(record: string[]): null {
    this.#unfinished = 0
    this.line += 1 + record.reduce((sum, cell) => sum + lineEndsIn(cell), 0)
    if (record.length > maxRecordCells) this.#fault ??= tooManyCells()
    if (!this.#fault) this.#records.push(record.map(withoutOuterQuotes))
    return null
  }

  #assertReadable(): void {
    if (this.#fault ?? this.#error) throw this.#fault ?? this.#error
  }
}

/**
 * Returns the text of a cell with spaces after its closing quote (`"Zoë" ;`), which the library treats as a
 * cell with quotes inside. A cell with more quotes is returned unchanged, because it is unknown which were
 * doubled.
 */
const withoutOuterQuotes = (cell: string): string => {
  if (!cell.startsWith('"') || !/[ \t]$/.test(cell)) return cell
  return /^"([^"]*)"[ \t]+$/.exec(cell)?.[1] ?? cell
}

const tooManyCells = () => new CsvFault(sentence('too_many_cells.record', { limit: maxRecordCells }))

const lineEndsIn = (cell: string): number =>
  cell.includes('\n') || cell.includes('\r') ? cell.split(/\r\r\n|\r\n|\n|\r/).length - 1 : 0

/** The end-of-file mark of DOS programs and the bytes that pad the rest of the block. */
const endOfFile = '\x1A'
const padding: ReadonlySet<string> = new Set([endOfFile, '\0', '\r', '\n'])
const maxPaddingBytes = 4096

/** Returns the index of the end-of-file mark, or the length of a text without one. */
const endOf = (text: string): number => {
  let end = text.length
  for (let at = text.length - 1; at >= Math.max(0, text.length - maxPaddingBytes); at--) {
    if (!padding.has(text[at]!)) break
    if (text[at] === endOfFile) end = at
  }
  return end
}

async function* texts(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = decoderOf(encoding)
  let held = ''
  for await (const chunk of chunks) {
    const text = held + decoder.decode(chunk, { stream: true })
    const end = endOf(text)
    held = text.slice(end)
    yield text.slice(0, end)
  }
  const rest = held + decoder.decode()
  if (endOf(rest) > 0) yield rest.slice(0, endOf(rest))
}

/** Converts the library's errors. `line` is the start of the record that can't be read. */
const faultOf = (error: unknown, line: number): unknown => {
  const { code } = error as CsvError
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return new CsvFault(sentence('record_too_long', { line, limit: maxRecordLength }))
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new CsvFault(sentence('unreadable.quote', { line }))
  return new CsvFault(sentence('unreadable.line', { line }))
}
