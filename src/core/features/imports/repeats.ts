import type { ImportRow, RowProblem } from '../../model/imports.ts'
import type { ItemRow } from '../../model/items.ts'
import type { Answer, Question } from '../../model/mapping.ts'
import type { Repeat, RepeatChoice } from '../items/validate.ts'
import type { Reader } from '../lists/mapping/apply.ts'
import { choiceMade, laterQuestion } from '../lists/questions.ts'
import { questionSentences } from '../lists/sentences.ts'
import { importSentences } from './sentences.ts'

/*
 * A list may have several rows of one person whose merge fields differ: two gifts, two member numbers. Which letters
 * are sent is a question about the whole list. Rows come back until it is answered.
 */

const code = 'repeated_recipient'

/** Whether a problem is that its person has another row, with other merge fields. */
export const isRepeat = (problem: RowProblem): boolean => problem.code === code

/** What is said of a row once the earlier letter of its person has its values. */
export const takenOver = ({ row, column, params: given }: RowProblem): RowProblem => {
  const params = {
    recipient: String(given?.recipient),
    earlier: String(given?.earlier),
    columns: String(given?.columns),
  }
  return { row, column, ...importSentences.say('duplicate_recipient.last', params) }
}

/** What the owner of a list decided about rows of one person; undefined where the rows are to come back. */
export const repeatChoiceOf = (answers: readonly Answer[] | null): RepeatChoice | undefined => {
  const choice = choiceMade(answers, { code, column: null })
  return choice === 'all' || choice === 'first' || choice === 'last' ? choice : undefined
}

/**
 * Whether an earlier piece may be given the values of a row by a caller who may not change items: one that a list
 * made since this import began, and no program. Undefined where all may.
 */
export const mayReplaceBy = (mayWriteItems: boolean, { createdAt }: Pick<ImportRow, 'createdAt'>) =>
  mayWriteItems
    ? undefined
    : (earlier: Pick<ItemRow, 'apiKeyId' | 'createdAt'>): boolean =>
        earlier.apiKeyId === null && earlier.createdAt >= createdAt

/** The problem of a row whose person has an earlier piece with other merge fields. */
export const repeatProblem = (
  row: number,
  { repeat, replacesEarlier }: { repeat: Repeat; replacesEarlier: boolean },
  { reader, choice }: { reader: Reader; choice: RepeatChoice | undefined },
): RowProblem => {
  const { recipient, earlier, fields, kept } = repeat
  const columns = [...new Set(fields.map((field) => reader.columnOf(`data.${field}`)))]
  const column = columns.join(' + ')
  const params = { recipient, earlier, columns: columns.join(', ') }
  if (replacesEarlier) return { row, column, ...importSentences.say('duplicate_recipient.last', params) }
  if (choice === 'first') return { row, column, ...importSentences.say('duplicate_recipient.first', params) }
  return {
    row,
    column,
    ...importSentences.say(kept ? `repeated_recipient.${kept}` : 'repeated_recipient.row', params),
  }
}

/** The question that rows of one person raise. */
export const questionsOfRepeats = (problems: readonly RowProblem[]): Question[] => {
  const names = problems.flatMap((problem) =>
    problem.code === code ? [String(problem.params?.recipient)] : [],
  )
  if (names.length === 0) return []
  const said = questionSentences.say('repeated_recipient.list', { value: names[0]! })
  return [laterQuestion(said, null, [...new Set(names)])]
}
