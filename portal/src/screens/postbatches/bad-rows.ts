import type { components } from '../../api/types.gen.ts'

type List = components['schemas']['Import']
type Row = components['schemas']['ImportBadRow']
interface Page {
  data: Row[]
  nextCursor: string | null
}

/** Rows of a kind that the grid shows, and that one request mends. */
export const mostAtOnce = 200
/** Pages that are read to find rows to mend among those that are in the mailing already. */
const mostPages = 10

/** The person of a row is in the mailing or earlier in the list: these are what an import counts as duplicates. */
const isInAlready = ({ problems }: Row): boolean =>
  problems.some(({ code }) => code === 'duplicate_recipient')

/** How many rows of a list are to be corrected: those whose person is in the mailing already are right as they are. */
export const toCorrect = ({
  failedCount,
  duplicateCount,
}: Pick<List, 'failedCount' | 'duplicateCount'>): number => failedCount - duplicateCount

/** The bad rows of a list, as far as they were read. */
export interface BadRows {
  toMend: Row[]
  /** Those that are in the mailing or the list already: they need nothing. */
  twice: Row[]
  /** The last row up to which every bad row is known. */
  last: number
}

/** Reads bad rows until there are as many to mend as are shown, or there are no more. */
export const readBadRows = async (ask: (cursor?: string) => Promise<Page>): Promise<BadRows> => {
  const found: BadRows = { toMend: [], twice: [], last: 0 }
  let cursor: string | undefined
  for (let page = 0; page < mostPages && found.toMend.length < mostAtOnce; page++) {
    const { data, nextCursor } = await ask(cursor)
    for (const row of data) (isInAlready(row) ? found.twice : found.toMend).push(row)
    found.last = data.at(-1)?.row ?? found.last
    if (nextCursor === null) return { ...found, last: Number.POSITIVE_INFINITY }
    cursor = nextCursor
  }
  return found
}
