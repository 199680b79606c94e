import type { Schemas } from '../../api/client.ts'
import { sentenceOf } from '../../messages/index.svelte.ts'
import { m } from './mend-words.ts'
import { w } from './words.ts'

type Problems = Pick<Schemas['ImportBadRow'], 'problems'>

/** A row that is the same person again is not misspelt: it is left out, or the name says who else lives there. */
export const isTwice = ({ problems }: Problems): boolean =>
  problems.every(({ code }) => code === 'duplicate_recipient')

/** Whether the earlier letter of its person has the values of this row now: nothing is left to do for it. */
export const isTakenOver = (row: Problems): boolean =>
  isTwice(row) && row.problems.every(({ params }) => params?.case === 'last')

/** Whether nothing is wrong with a row but that its person has another one, with other values. */
export const isRepeat = ({ problems }: Problems): boolean =>
  problems.length > 0 && problems.every(({ code }) => code === 'repeated_recipient')

/** Why the earlier letter of its person is not given the values of a row; undefined where it can be. */
export const keptFor = ({ problems }: Problems): 'several' | 'sender' | undefined => {
  const kind = problems[0]?.params?.case
  return kind === 'several' || kind === 'sender' ? kind : undefined
}

/** The number of the earlier row of the same person; undefined where it came with another list. */
export const earlierRow = ({ problems }: Problems): string | undefined =>
  /^row (\d+)$/.exec(String(problems[0]?.params?.earlier))?.[1]

/** What is wrong with a row of a list, or was when it was left out. */
export const whatIsWrong = (row: Problems): string =>
  isTwice(row) && row.problems[0]?.params?.columns === undefined
    ? w().twice(earlierRow(row))
    : row.problems.map((problem) => ofRepeat(problem) ?? sentenceOf(problem)).join(' ')

/** The same in a file, where each sentence has to name its column. */
export const reasonInFile = (row: Problems): string =>
  isTwice(row)
    ? whatIsWrong(row)
    : row.problems
        .map((problem) => {
          const said = ofRepeat(problem) ?? sentenceOf(problem)
          return said.includes(problem.column) ? said : `${problem.column}: ${said}`
        })
        .join(' ')

/** Rows of one person with other values are told by their numbers where these are known. */
const ofRepeat = (problem: Problems['problems'][number]): string | undefined => {
  const { recipient, columns } = problem.params ?? {}
  if (columns === undefined || recipient === undefined) return undefined
  const row = earlierRow({ problems: [problem] })
  const values = { name: String(recipient), columns: String(columns), row }
  if (problem.code === 'repeated_recipient') {
    const kept = keptFor({ problems: [problem] })
    if (!kept) return m().repeated(values)
    return kept === 'several' ? m().repeatedSeveral(values) : m().repeatedSender(values)
  }
  return problem.params?.case === 'last' ? m().repeatedLast(values) : m().repeatedFirst(values)
}

/** Doubts about values of a row, which a person may confirm. */
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

/** Whether all that is wrong with a row are values that a person may confirm. */
export const isDoubtful = ({ problems }: Problems): boolean =>
  problems.length > 0 && problems.every(({ code }) => doubts.has(code))

/** The name with its form of address; undefined where the row has none that could come before a surname. */
export const nameWithForm = ({ problems }: Problems): string | undefined => {
  const value = problems.find(({ code }) => code === 'surname_alone')?.params?.value
  return value === undefined ? undefined : String(value)
}

/** The label of the button that confirms all of these doubts. */
export const confirmWords = ({ problems }: Problems): string => {
  const codes = new Set(problems.map(({ code }) => code))
  if (codes.size > 1 || problems.length > 1) return m().acceptAll(problems.length)
  if (codes.has('no_mail')) return m().sendAnyway
  return codes.has('surname_alone') ? m().printSurname : m().printAsGiven
}

/** Whether a row says that nothing is to be sent to its recipient. */
export const saysNoMail = ({ problems }: Problems): boolean => problems.some(({ code }) => code === 'no_mail')
