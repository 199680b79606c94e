import type { components } from '../../api/types.gen.ts'

type List = components['schemas']['Import']
type Row = components['schemas']['ImportBadRow']
interface Page {
  data: Row[]
  nextCursor: string | null
}

/** Maximum rows of a kind shown and corrected in one request. */
export const maxAtOnce = 200
/** Maximum pages read to find rows to correct among duplicates. */
const maxPages = 10

/** Whether a row's recipient is already in the mailing or the list: imports count it as a duplicate. */
const isInAlready = ({ problems }: Row): boolean =>
  problems.some(({ code }) => code === 'duplicate_recipient')

/** Counts rows to correct, without duplicates. */
export const toCorrect = ({
  failedCount,
  duplicateCount,
}: Pick<List, 'failedCount' | 'duplicateCount'>): number => failedCount - duplicateCount

/** The loaded bad rows of a list. */
export interface BadRows {
  toFix: Row[]
  /** Duplicates, which need no correction. */
  twice: Row[]
  /** Number of the row up to which all bad rows are loaded; `Infinity` if all are. */
  last: number
}

/** Loads bad rows until enough to show are found, or all. */
export const readBadRows = async (fetchPage: (cursor?: string) => Promise<Page>): Promise<BadRows> => {
  const found: BadRows = { toFix: [], twice: [], last: 0 }
  let cursor: string | undefined
  for (let page = 0; page < maxPages && found.toFix.length < maxAtOnce; page++) {
    const { data, nextCursor } = await fetchPage(cursor)
    for (const row of data) (isInAlready(row) ? found.twice : found.toFix).push(row)
    found.last = data.at(-1)?.row ?? found.last
    if (nextCursor === null) return { ...found, last: Number.POSITIVE_INFINITY }
    cursor = nextCursor
  }
  return found
}
