import { words as w } from 'words:postbatches'
import type { Schemas } from '../../api/client.ts'
import { sentenceOf, t } from '../../messages/index.svelte.ts'

type Problems = Pick<Schemas['ImportBadRow'], 'problems'>

/** Whether duplicates are a row's only problem. Such a row is left out unless its name is changed. */
export const isTwice = ({ problems }: Problems): boolean =>
  problems.every(({ code }) => code === 'duplicate_recipient')

/** Whether the earlier letter already has this row's values, so that nothing is left to do. */
export const isTakenOver = (row: Problems): boolean =>
  isTwice(row) && row.problems.every(({ params }) => params?.case === 'last')

/** Whether a repeated recipient with other values is the only problem. */
export const isRepeat = ({ problems }: Problems): boolean =>
  problems.length > 0 && problems.every(({ code }) => code === 'repeated_recipient')

/** Returns why the earlier letter can't take the row's values; undefined if it can. */
export const blockedBy = ({ problems }: Problems): 'several' | 'sender' | undefined => {
  const kind = problems[0]?.params?.case
  return kind === 'several' || kind === 'sender' ? kind : undefined
}

/** Returns the number of the recipient's earlier row; undefined if it is in another list. */
export const earlierRow = ({ problems }: Problems): string | undefined =>
  /^row (\d+)$/.exec(String(problems[0]?.params?.earlier))?.[1]

/** Describes a row's errors. */
export const describeProblems = (row: Problems): string =>
  isTwice(row) && row.problems[0]?.params?.columns === undefined
    ? ofTwice(earlierRow(row))
    : row.problems.map((problem) => ofRepeat(problem) ?? sentenceOf(problem)).join(' ')

const ofTwice = (row: string | undefined): string => (row ? w().twiceInRow({ row }) : w().twice)

/** Describes a row's errors for a file, naming the column in each sentence. */
export const reasonInFile = (row: Problems): string =>
  isTwice(row)
    ? describeProblems(row)
    : row.problems
        .map((problem) => {
          const sentence = ofRepeat(problem) ?? sentenceOf(problem)
          return sentence.includes(problem.column)
            ? sentence
            : t().labelled({ name: problem.column, value: sentence })
        })
        .join(' ')

/** Describes a repeated recipient, with the earlier row if known; undefined for other problems. */
const ofRepeat = (problem: Problems['problems'][number]): string | undefined => {
  const { recipient, columns } = problem.params ?? {}
  if (columns === undefined || recipient === undefined) return undefined
  const row = earlierRow({ problems: [problem] })
  const values = { name: String(recipient), columns: String(columns) }
  const { rows } = w()
  if (problem.code === 'repeated_recipient') {
    const reason = blockedBy({ problems: [problem] })
    if (reason) return reason === 'several' ? rows.repeatedSeveral(values) : rows.repeatedSender(values)
    return row ? rows.repeatedInRow({ ...values, row }) : rows.repeated(values)
  }
  if (problem.params?.case === 'last') {
    return row ? rows.repeatedLastInRow({ ...values, row }) : rows.repeatedLast(values)
  }
  return row ? rows.repeatedFirstInRow({ ...values, row }) : rows.repeatedFirst(values)
}

/** Codes of doubtful values that can be confirmed. */
const doubts: ReadonlySet<string> = new Set([
  'placeholder',
  'spreadsheet_value',
  'unlikely_text',
  'form_of_address',
  'surname_alone',
  'no_mail',
  'line_break',
  'text_mark',
])

/** Whether all problems are doubtful values that can be confirmed. */
export const isDoubtful = ({ problems }: Problems): boolean =>
  problems.length > 0 && problems.every(({ code }) => doubts.has(code))

/** Returns the name with its form of address; undefined unless the row has only a surname. */
export const nameWithForm = ({ problems }: Problems): string | undefined => {
  const value = problems.find(({ code }) => code === 'surname_alone')?.params?.value
  return value === undefined ? undefined : String(value)
}

/** Returns the label of the confirmation button. */
export const confirmWords = ({ problems }: Problems): string => {
  const codes = new Set(problems.map(({ code }) => code))
  if (codes.size > 1 || problems.length > 1) return w().rows.acceptAll({ remarks: problems.length })
  if (codes.has('no_mail')) return w().rows.sendAnyway
  return codes.has('surname_alone') ? w().rows.printSurname : w().rows.printAsGiven
}

/** Whether a row says that the recipient wants no mail. */
export const isAgainstMail = ({ problems }: Problems): boolean =>
  problems.some(({ code }) => code === 'no_mail')
