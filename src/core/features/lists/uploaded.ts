import type { ProcessContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/ids.ts'
import { asError, invalid, Problem, problem, validationFailed } from '../../kernel/errors.ts'
import { isListKind, type UploadRow } from '../../model/assets.ts'
import { mayOpenList, uploadById } from '../assets/upload.ts'
import { listProblems, listSentences } from './sentences.ts'

/**
 * The upload of a list whose file is kept. Throws 422 on `uploadId` where there is none, and 403 where another caller
 * sent it and this one may not read recipients.
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
    throw invalid('uploadId', listSentences.say('wrong_kind.list', { id, kindName: upload.kind }))
  if (!mayOpenList(context.caller, upload)) {
    throw problem(listProblems.say('insufficient_scope.not_your_list', { id }))
  }
  if (upload.blobKey === null) throw gone(id)
  return upload
}

/**
 * The sheet that the input names, or the first visible one; null for a CSV. Throws 422 where there is no such
 * sheet, and for settings that only the other kind of file has.
 */
export const sheetOf = (
  { kind, sheets }: UploadRow,
  input: { sheet?: string; encoding?: string; delimiter?: string },
): string | null => {
  const foreign = (kind === 'CSV' ? (['sheet'] as const) : (['encoding', 'delimiter'] as const)).filter(
    (field) => input[field] !== undefined,
  )
  if (foreign.length > 0) {
    const said = listSentences.say(kind === 'CSV' ? 'conflict.sheet' : 'conflict.dialect')
    throw validationFailed(foreign.map((parameter) => asError(said, parameter)))
  }
  if (kind === 'CSV') return null
  const names = (sheets ?? []).map(({ name }) => name)
  const chosen = input.sheet ?? sheets?.find(({ isHidden }) => !isHidden)?.name
  if (chosen === undefined) {
    throw invalid('sheet', listSentences.say('required.hidden_sheet', { sheets: names.join(', ') }))
  }
  if (names.includes(chosen)) return chosen
  throw invalid('sheet', listSentences.say('unknown_sheet', { sheets: names.join(', ') }))
}

/** The file of an upload is removed thirty days after it. */
export const gone = (id: string) => invalid('uploadId', listSentences.say('removed.upload', { id }))
