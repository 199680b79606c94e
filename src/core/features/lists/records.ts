import type { Services } from '../../engine/services.ts'
import type { CsvDialect } from '../../kernel/csv-dialect.ts'
import type { UploadRow } from '../../model/assets.ts'

/** Records that are read at once where the rest of a list is searched. */
export const recordsPerChunk = 200

export interface RecordChunk {
  records: string[][]
  /** The texts of formatted numbers of these records, as their workbook shows them; absent where none is asked for. */
  formatted?: FormattedCells[]
  /** The index in the file of the chunk's first record. */
  from: number
  /** Bytes of the file read so far. */
  readBytes: number
}

/** By column: what a workbook shows of a number; undefined for other cells. */
export type FormattedCells = readonly (string | undefined)[]

/** Where the CSV of a list stands. */
export interface ListFile {
  blobKey: string
  /** The part of the blob that is one sheet of a workbook. */
  range?: { start: number; end: number }
  /** The part of it that has the formatted numbers of that sheet. */
  formatted?: { start: number; end: number }
}

/** The list of an upload, or one sheet of it; undefined once it is not kept any more. */
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
  /** Reads formatted numbers as well, as a workbook of this language (BCP 47) shows them. */
  language?: string
}

/**
 * The records of a file from `from` on, in chunks at fixed positions, so that a job which continues after a
 * crash gets the same chunks. Undefined where the file no longer exists. Throws `CsvFault` where it cannot be
 * read on, after yielding what came before.
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

/** Adds to each chunk the formatted cells of its records. */
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
