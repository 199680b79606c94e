import type { Counts, Filters, Item, Kind } from './offer.ts'

/** How many of the items that are to be approved have warnings. */
export interface Warned {
  number: number
  isCapped: boolean
}

interface Chosen {
  readonly all: number | undefined
  chosen(rows: readonly Item[]): Item[]
}

/** As the API counts them; the list may be of one warning only. */
const queryOf = ({ others }: Filters) =>
  ({ 'filter[warnings]': 'any', ...others, 'filter[status]': 'PENDING_APPROVAL' }) as const

/** Those of the chosen items; undefined where nothing is approved. `count` counts what matches in the whole list. */
export const warnedOf = async (
  kind: Kind,
  selection: Chosen,
  { rows, filters }: { rows: readonly Item[]; filters: Filters },
  count: (query: ReturnType<typeof queryOf>) => Promise<Pick<Counts, 'totalCount' | 'isCapped'>>,
): Promise<Warned | undefined> => {
  if (kind !== 'APPROVE') return undefined
  if (selection.all === undefined) {
    const chosen = selection.chosen(rows).filter(({ status }) => status === 'PENDING_APPROVAL')
    const found = chosen.filter(({ findings }) => findings.some(({ severity }) => severity === 'warning'))
    return { number: found.length, isCapped: false }
  }
  const { totalCount, isCapped } = await count(queryOf(filters))
  return { number: totalCount, isCapped }
}
