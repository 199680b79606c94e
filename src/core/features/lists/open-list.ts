import type { ProcessContext } from '../../engine/context.ts'
import { sheetDialect } from '../../kernel/csv-dialect.ts'
import { invalid } from '../../kernel/errors.ts'
import { importLimits } from '../../model/import-limits.ts'
import type { ListDialect } from '../../model/suppressions-imports.ts'
import { CsvFault } from '../../ports/csv.ts'
import { type ListFile, listFileOf, recordsOf } from './records.ts'
import { listSentences } from './sentences.ts'
import { gone, sheetOf, uploadedList } from './uploaded.ts'

/** A list before it is imported. */
export interface OpenedList {
  fileName: string
  blobKey: string
  file: ListFile
  dialect: ListDialect
  heading: string[]
  /** The first rows below the heading. */
  rows: string[][]
}

/** Finds the file and reads its heading and first rows. Throws 422 on `uploadId` or `sheet` where it is no list. */
export const openList = async (
  context: Pick<ProcessContext, 'services' | 'scope' | 'shared'>,
  { uploadId, sheet: named }: { uploadId: string; sheet?: string | undefined },
): Promise<OpenedList> => {
  const upload = await uploadedList(context, uploadId)
  const sheet = sheetOf(upload, named === undefined ? {} : { sheet: named })
  const file = listFileOf(upload, sheet)
  if (!file) throw gone(uploadId)
  const dialect = sheet === null ? await dialectOf(context, file, uploadId) : { ...sheetDialect, sheet }
  const [heading, ...rows] = await firstRecords(context, { ...file, dialect })
  if (!heading?.some((cell) => cell.trim() !== '')) throw invalid('uploadId', listSentences.say('empty.list'))
  const { fileName } = upload
  return { fileName, blobKey: file.blobKey, file, dialect, heading: heading.map((cell) => cell.trim()), rows }
}

const dialectOf = async (
  { services }: Pick<ProcessContext, 'services'>,
  { blobKey }: ListFile,
  uploadId: string,
): Promise<ListDialect> => {
  const bytes = await services.blobs.stream(blobKey)
  if (!bytes) throw gone(uploadId)
  return (await services.csv.inspect(bytes)).dialect
}

const firstRecords = async (
  { services }: Pick<ProcessContext, 'services'>,
  file: ListFile & { dialect: ListDialect },
): Promise<string[][]> => {
  try {
    const chunks = await recordsOf(services, file, 0, importLimits.sampleRows + 1)
    for await (const { records } of chunks ?? []) return records
    return []
  } catch (error) {
    if (error instanceof CsvFault) throw invalid('uploadId', error.said)
    throw error
  }
}
