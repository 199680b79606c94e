import type { ImportRow, RowProblem } from '../../model/imports.ts'
import type { ItemRow } from '../../model/items.ts'
import type { Answer, Question } from '../../model/mapping.ts'
import type { Repeat, RepeatChoice } from '../items/validate.ts'
import type { Reader } from '../lists/mapping/apply.ts'
import { choiceMade, laterQuestion } from '../lists/questions.ts'
import { questionSentences } from '../lists/sentences.ts'
import { importSentences } from './sentences.ts'

/*
 * A list may have several rows of a person with different merge fields, such as two gifts. Which letters are
 * sent is a question about the whole list; the rows are returned until it is answered.
 */

const code = 'repeated_recipient'

/** True for another row of the same person with other merge fields. */
export const isRepeat = (problem: RowProblem): boolean => problem.code === code

/** Returns the problem of a row whose values were given to the person's earlier letter. */
export const takenOver = ({ row, column, params: given }: RowProblem): RowProblem => {
  const params = {
    recipient: String(given?.recipient),
    earlier: String(given?.earlier),
    columns: String(given?.columns),
  }
  return { row, column, ...importSentences.sentence('duplicate_recipient.last', params) }
}

/** Returns the answer for all such rows. Undefined if they are to be returned as bad rows. */
export const repeatChoiceOf = (answers: readonly Answer[] | null): RepeatChoice | undefined => {
  const choice = choiceMade(answers, { code, column: null })
  return choice === 'all' || choice === 'first' || choice === 'last' ? choice : undefined
}

/**
 * Returns whether an earlier piece may be overwritten; undefined if all may be. A caller without permission
 * to change items may overwrite only pieces made by a list since this import began.
 */
export const mayReplaceBy = (mayWriteItems: boolean, { createdAt }: Pick<ImportRow, 'createdAt'>) =>
  mayWriteItems
    ? undefined
    : (earlier: Pick<ItemRow, 'apiKeyId' | 'createdAt'>): boolean =>
        earlier.apiKeyId === null && earlier.createdAt >= createdAt

/** Returns the problem of a row whose person has an earlier piece with other merge fields. */
export const repeatProblem = (
  row: number,
  { repeat, replacesEarlier }: { repeat: Repeat; replacesEarlier: boolean },
  { reader, choice }: { reader: Reader; choice: RepeatChoice | undefined },
): RowProblem => {
  const { recipient, earlier, fields, kept } = repeat
  const columns = [...new Set(fields.map((field) => reader.columnOf(`data.${field}`)))]
  const column = columns.join(' + ')
  const params = { recipient, earlier, columns: columns.join(', ') }
  if (replacesEarlier) return { row, column, ...importSentences.sentence('duplicate_recipient.last', params) }
  if (choice === 'first')
    return { row, column, ...importSentences.sentence('duplicate_recipient.first', params) }
  return {
    row,
    column,
    ...importSentences.sentence(kept ? `repeated_recipient.${kept}` : 'repeated_recipient.row', params),
  }
}

export const questionsOfRepeats = (problems: readonly RowProblem[]): Question[] => {
  const names = problems.flatMap((problem) =>
    problem.code === code ? [String(problem.params?.recipient)] : [],
  )
  if (names.length === 0) return []
  const sentence = questionSentences.sentence('repeated_recipient.list', { value: names[0]! })
  return [laterQuestion(sentence, null, [...new Set(names)])]
}
