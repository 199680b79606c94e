import type { ProcessContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/ids.ts'
import { sheetDialect } from '../../kernel/csv-dialect.ts'
import { asError, invalid, Problem, problem, validationFailed } from '../../kernel/errors.ts'
import { given } from '../../kernel/query.ts'
import { isListKind, type UploadRow } from '../../model/assets.ts'
import { importLimits, type Question } from '../../model/mapping.ts'
import type { ListDialect } from '../../model/suppressions.ts'
import { CsvFault, type InspectedCsv } from '../../ports/csv.ts'
import { mayOpenList, uploadById } from '../assets/upload.ts'
import { encodingQuestion, type FileInput, sheetQuestion } from './file-questions.ts'
import { findHeading, headingOf } from './heading.ts'
import { type ListFile, listFileOf, recordsOf } from './records.ts'
import { listProblems, listSentences } from './sentences.ts'

/**
 * Returns the upload of a list. Throws 422 on `uploadId` if it is unknown, no list or removed, and 403 for
 * another caller's list without permission for recipients.
 */
export const uploadedList = async (
  context: Pick<ProcessContext, 'services' | 'scope' | 'shared' | 'caller'>,
  id: string,
): Promise<UploadRow> => {
  const upload = await context.services.store
    .read((rows) => uploadById({ ...context, rows }, id))
    .catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      throw unknownId('uploadId', 'upl', id, 'mode')
    })
  if (!isListKind(upload.kind))
    throw invalid('uploadId', listSentences.sentence('wrong_kind.list', { id, kindName: upload.kind }))
  assertMayOpen(context.caller, id, upload)
  if (upload.blobKey === null) throw gone(id)
  return upload
}

/** Throws 403 unless the caller uploaded the list or may read recipients. */
export const assertMayOpen = (
  caller: ProcessContext['caller'],
  id: string,
  upload: Pick<UploadRow, 'createdById'> | undefined,
): void => {
  if (mayOpenList(caller, upload)) return
  throw problem(listProblems.sentence('insufficient_scope.not_your_list', { id }))
}

/**
 * Returns the named or first visible sheet; null for a CSV. Throws 422 for an unknown sheet, if all sheets
 * are hidden and none is named, and for settings of the other kind of file.
 */
export const sheetOf = (
  { kind, sheets }: UploadRow,
  input: { sheet?: string; encoding?: string; delimiter?: string },
): string | null => {
  const foreign = (kind === 'CSV' ? (['sheet'] as const) : (['encoding', 'delimiter'] as const)).filter(
    (field) => input[field] !== undefined,
  )
  if (foreign.length > 0) {
    const sentence = listSentences.sentence(kind === 'CSV' ? 'conflict.sheet' : 'conflict.dialect')
    throw validationFailed(foreign.map((parameter) => asError(sentence, parameter)))
  }
  if (kind === 'CSV') return null
  const names = (sheets ?? []).map(({ name }) => name)
  const chosen = input.sheet ?? sheets?.find(({ isHidden }) => !isHidden)?.name
  if (chosen === undefined) {
    throw invalid('sheet', listSentences.sentence('required.hidden_sheet', { sheets: names.join(', ') }))
  }
  if (names.includes(chosen)) return chosen
  throw invalid('sheet', listSentences.sentence('unknown_sheet', { sheets: names.join(', ') }))
}

/** Returns a 422 for a removed file. Files are removed thirty days after the upload. */
export const gone = (id: string) => invalid('uploadId', listSentences.sentence('removed.upload', { id }))

export interface OpenedList {
  fileName: string
  blobKey: string
  file: ListFile
  dialect: ListDialect
  heading: string[]
  /** 1-based. */
  headingRow: number
  /** First rows below the heading. */
  rows: string[][]
  /** First rows of the file, including titles and heading. */
  fileRows: string[][]
  questions: Question[]
}

type OpeningContext = Pick<ProcessContext, 'services' | 'scope' | 'shared' | 'caller'> &
  Partial<Pick<ProcessContext, 'organisation'>>

interface ListInput extends Pick<FileInput, 'sheet' | 'encoding' | 'headingRow'> {
  uploadId: string
}

/**
 * Opens a list and reads its first rows. Throws 422 on `uploadId`, `sheet` or `headingRow` if there is no
 * list, and 403 like `uploadedList`.
 */
export const openList = async (context: OpeningContext, input: ListInput): Promise<OpenedList> => {
  const { uploadId, encoding } = input
  const upload = await uploadedList(context, uploadId)
  const sheet = sheetOf(upload, given({ sheet: input.sheet, encoding }))
  const file = listFileOf(upload, sheet)
  if (!file) throw gone(uploadId)
  const inspected = sheet === null ? await inspect(context, file, uploadId) : undefined
  const dialect: ListDialect = inspected ? { ...inspected.dialect, ...given({ encoding }) } : sheetDialect
  const sample = await firstRecords(context, { ...file, dialect })
  const found = await findHeading(
    sample,
    { header: true, headingRow: input.headingRow, asksWhich: true },
    context.services.turns,
  )
  if (!found) throw invalid('uploadId', listSentences.sentence('empty.list'))
  const { headRecords, cells, question } = found
  const questions = [
    sheet !== null && input.sheet === undefined ? sheetQuestion(upload.sheets ?? [], sheet) : undefined,
    inspected && encoding === undefined ? encodingQuestion(inspected) : undefined,
    // Callers need a heading, so `none` is not a choice.
    question && { ...question, choices: question.choices.filter(({ choice }) => choice !== 'none') },
  ]
  return {
    fileName: upload.fileName,
    blobKey: file.blobKey,
    file,
    dialect: {
      ...dialect,
      ...(sheet === null ? {} : { sheet }),
      ...(headRecords === 1 ? {} : { headRecords }),
    },
    heading: headingOf(cells),
    headingRow: found.headingRow!,
    rows: sample.slice(headRecords),
    fileRows: sample.slice(0, importLimits.shownRows),
    questions: questions.filter((one) => one !== undefined),
  }
}

const inspect = async (
  { services, organisation }: Pick<OpeningContext, 'services' | 'organisation'>,
  { blobKey }: ListFile,
  uploadId: string,
): Promise<InspectedCsv> => {
  const bytes = await services.blobs.stream(blobKey)
  if (!bytes) throw gone(uploadId)
  return services.csv.inspect(bytes, organisation?.country)
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
    if (error instanceof CsvFault) throw invalid('uploadId', error.sentence)
    throw error
  }
}
