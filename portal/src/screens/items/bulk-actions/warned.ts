import type { Counts, Filters, Item, Kind } from './offer.ts'

/** Number of items with warnings among those to approve. */
export interface Warned {
  number: number
  isCapped: boolean
}

interface Chosen {
  readonly all: number | undefined
  chosen(rows: readonly Item[]): Item[]
}

/** Returns the filters of the count; the list's own warning filter takes precedence. */
const queryOf = ({ others }: Filters) =>
  ({ 'filter[warnings]': 'any', ...others, 'filter[status]': 'PENDING_APPROVAL' }) as const

/** Counts selected items with warnings; undefined unless approving. `count` covers the whole list. */
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
