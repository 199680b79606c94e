import type { Services } from '../../engine/services.ts'
import type { CsvDialect } from '../../kernel/csv-dialect.ts'

export interface RecordChunk {
  records: string[][]
  /** Index of the first of them in the file. */
  from: number
  /** Bytes of the file that were read so far. */
  readBytes: number
}

/**
 * The records of a file from one on, in chunks of a fixed size, so that whoever goes on after a crash sees the same
 * chunks. Undefined where the file is gone. Throws `CsvFault` where it cannot be read on; what came before is given first.
 */
export const recordsOf = async (
  services: Pick<Services, 'blobs' | 'csv'>,
  { blobKey, dialect }: { blobKey: string; dialect: CsvDialect },
  first: number,
  size: number,
): Promise<AsyncIterable<RecordChunk> | undefined> => {
  const file = await services.blobs.stream(blobKey)
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
