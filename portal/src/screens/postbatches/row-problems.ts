import type { Schemas } from '../../api/client.ts'
import { sentenceOf } from '../../messages/index.svelte.ts'
import { w } from './words.ts'

type Problems = Pick<Schemas['ImportBadRow'], 'problems'>

/** A row that is the same person again is not misspelt: it is left out, or the name says who else lives there. */
export const isTwice = ({ problems }: Problems): boolean =>
  problems.every(({ code }) => code === 'duplicate_recipient')

/** What is wrong with a row of a list, or was when it was left out. */
export const whatIsWrong = (row: Problems): string =>
  isTwice(row)
    ? w().twice(/^row (\d+)$/.exec(String(row.problems[0]?.params?.earlier))?.[1])
    : row.problems.map(sentenceOf).join(' ')

/** Doubts about values of a row, which a person may confirm. */
const doubts: ReadonlySet<string> = new Set([
  'placeholder',
  'spreadsheet_value',
  'form_of_address',
  'no_mail',
])

/** Whether all that is wrong with a row are values that a person may confirm. */
export const isDoubtful = ({ problems }: Problems): boolean =>
  problems.length > 0 && problems.every(({ code }) => doubts.has(code))

/** Whether a row says that nothing is to be sent to its recipient. */
export const saysNoMail = ({ problems }: Problems): boolean => problems.some(({ code }) => code === 'no_mail')
