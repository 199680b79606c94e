import { encodedTwice } from '../../address/doubtful-values.ts'
import type { Services } from '../../engine/services.ts'
import type { CsvDialect } from '../../kernel/csv-dialect.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import type { UploadRow } from '../../model/assets.ts'
import { listSentences } from './sentences.ts'

const { sentence } = listSentences

const control = /(?![\t\n\v\f\r])\p{Cc}/u

/** Returns the error for a lost letter, a control character, or double-encoded letters. */
export const textFault = (text: string): Sentence | undefined => {
  if (text.includes('\uFFFD')) return sentence('invalid_character.lost')
  const [character] = control.exec(text) ?? []
  if (character !== undefined) {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return sentence('invalid_character.control', { character: `U+${code}` })
  }
  const twice = encodedTwice(text)
  return twice && sentence('invalid_character.twice', { text: twice.letters, meant: twice.meant })
}

/** Returns the error for more cells than the heading has: they may be in the wrong columns. */
export const surplusFault = (columns: number, surplus: readonly string[]): Sentence =>
  listSentences.sentence('too_many_cells.row', { cells: columns + surplus.length, columns })

/** Chunk size when searching the rest of a list. */
export const recordsPerChunk = 200

export interface RecordChunk {
  records: string[][]
  /** Displayed texts of formatted numbers, if requested. */
  formatted?: FormattedCells[]
  /** Index in the file of the chunk's first record. */
  from: number
  readBytes: number
}

/** Displayed numbers of a workbook by column; undefined for other cells. */
export type FormattedCells = readonly (string | undefined)[]

export interface ListFile {
  blobKey: string
  /** Bytes of one sheet of a workbook in the blob. */
  range?: { start: number; end: number }
  /** Bytes of the sheet's formatted numbers. */
  formatted?: { start: number; end: number }
}

/** Returns where a list is stored; undefined if the upload was deleted or lacks the sheet. */
export const listFileOf = (
  upload: Pick<UploadRow, 'blobKey' | 'sheets'> | undefined,
  sheet: string | null,
): ListFile | undefined => {
  if (!upload || upload.blobKey === null) return undefined
  if (sheet === null) return { blobKey: upload.blobKey }
  const found = upload.sheets?.find(({ name }) => name === sheet)
  if (!found) return undefined
  const { start, end, formatted } = found
  return { blobKey: upload.blobKey, range: { start, end }, ...(formatted ? { formatted } : {}) }
}

interface RecordsOfFile extends ListFile {
  dialect: CsvDialect
  /** The language of displayed numbers (BCP 47); without it they are not read. */
  language?: string
}

/**
 * Returns the records in chunks at fixed positions, so that a job that resumes after a crash gets the same
 * chunks. Undefined if the file no longer exists. The iteration throws `CsvFault` after the records before
 * the fault.
 */
export const recordsOf = async (
  services: Pick<Services, 'blobs' | 'csv'>,
  { blobKey, range, formatted, dialect, language }: RecordsOfFile,
  first: number,
  size: number,
): Promise<AsyncIterable<RecordChunk> | undefined> => {
  const file = await services.blobs.stream(blobKey, range)
  if (!file) return undefined
  const shown = formatted && language !== undefined && (await services.blobs.stream(blobKey, formatted))
  return shown
    ? withFormatted(
        chunksOf(services, file, dialect, first, size),
        skipped(rowsOf(services.csv.decodeFormatted(shown, language)), first),
      )
    : chunksOf(services, file, dialect, first, size)
}

async function* withFormatted(
  chunks: AsyncIterable<RecordChunk>,
  shown: AsyncIterator<FormattedCells>,
): AsyncGenerator<RecordChunk> {
  try {
    for await (const chunk of chunks) {
      const formatted: FormattedCells[] = []
      while (formatted.length < chunk.records.length) formatted.push((await shown.next()).value ?? [])
      yield { ...chunk, formatted }
    }
  } finally {
    await shown.return?.()
  }
}

async function* rowsOf(batches: AsyncIterable<FormattedCells[]>): AsyncGenerator<FormattedCells> {
  for await (const batch of batches) yield* batch
}

async function* skipped<T>(all: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  let index = 0
  for await (const one of all) if (index++ >= count) yield one
}

async function* chunksOf(
  services: Pick<Services, 'csv'>,
  file: AsyncIterable<Uint8Array>,
  dialect: CsvDialect,
  first: number,
  size: number,
): AsyncGenerator<RecordChunk> {
  const progress = { readBytes: 0 }
  let index = 0
  let from = first
  let records: string[][] = []
  let fault: unknown
  try {
    for await (const batch of services.csv.decode(counted(file, progress), dialect)) {
      for (const record of batch) {
        if (index++ < first) continue
        records.push(record)
        if (records.length < size) continue
        yield { records, from, readBytes: progress.readBytes }
        from += records.length
        records = []
      }
    }
  } catch (error) {
    fault = error
  }
  if (records.length > 0) yield { records, from, readBytes: progress.readBytes }
  if (fault !== undefined) throw fault
}

async function* counted(
  file: AsyncIterable<Uint8Array>,
  progress: { readBytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) {
    progress.readBytes += chunk.length
    yield chunk
  }
}
