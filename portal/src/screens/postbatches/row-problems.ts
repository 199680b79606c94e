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
