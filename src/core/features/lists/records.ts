import type { Services } from '../../engine/services.ts'
import type { CsvDialect } from '../../kernel/csv-dialect.ts'
import type { UploadRow } from '../../model/assets.ts'

export interface RecordChunk {
  records: string[][]
  /** The index in the file of the chunk's first record. */
  from: number
  /** Bytes of the file read so far. */
  readBytes: number
}

/** Where the CSV of a list stands. */
export interface ListFile {
  blobKey: string
  /** The part of the blob that is one sheet of a workbook. */
  range?: { start: number; end: number }
}

/** The list of an upload, or one sheet of it; undefined once it is not kept any more. */
export const listFileOf = (
  upload: Pick<UploadRow, 'blobKey' | 'sheets'> | undefined,
  sheet: string | null,
): ListFile | undefined => {
  if (!upload || upload.blobKey === null) return undefined
  if (sheet === null) return { blobKey: upload.blobKey }
  const range = upload.sheets?.find(({ name }) => name === sheet)
  return range && { blobKey: upload.blobKey, range }
}

/**
 * The records of a file from `from` on, in chunks at fixed positions, so that a job which continues after a
 * crash gets the same chunks. Undefined where the file no longer exists. Throws `CsvFault` where it cannot be
 * read on, after yielding what came before.
 */
export const recordsOf = async (
  services: Pick<Services, 'blobs' | 'csv'>,
  { blobKey, range, dialect }: ListFile & { dialect: CsvDialect },
  first: number,
  size: number,
): Promise<AsyncIterable<RecordChunk> | undefined> => {
  const file = await services.blobs.stream(blobKey, range)
  return file && chunksOf(services, file, dialect, first, size)
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
