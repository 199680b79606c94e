import type { Holidays } from '../../core/ports/catalogue-sources.ts'

interface Table {
  from: number
  to: number
  /** By place (`NL`, `DE/BY`, `DE/BY/A`) and type of holiday, an index of `lists`. */
  sources: Record<string, Record<string, number>>
  /** Years separated by `|`; each day is two base-36 digits, counted from 0 in its year. */
  lists: string[]
}

let loading: Promise<Table> | undefined

/** Loads the table on demand: it is large and only needed when the catalogue changes and once a year. */
const table = (): Promise<Table> =>
  (loading ??= import('./days.gen.json', { with: { type: 'json' } }).then(
    ({ default: read }) => read as unknown as Table,
  ))

/** Reads a generated table (`scripts/generate-holidays.ts`). Years outside it have no holidays. */
export const createHolidays = (): Holidays => ({
  async daysOf({ country, region, types = ['public'] }, year) {
    const { from, sources, lists } = await table()
    const place = region === undefined ? country : `${country}/${region}`
    if (!Object.hasOwn(sources, place)) return null
    const days = types.flatMap((type) => {
      const list = sources[place]![type]
      return list === undefined ? [] : daysIn(lists[list]!, year, from)
    })
    return [...new Set(days)].sort()
  },
  async regions() {
    const { default: read } = await import('./regions.gen.json', { with: { type: 'json' } })
    return read as Record<string, Record<string, string>>
  },
})

const daysIn = (list: string, year: number, from: number): string[] => {
  const written = list.split('|')[year - from] ?? ''
  const first = Date.parse(`${year}-01-01T00:00:00Z`)
  return (written.match(/../g) ?? []).map((day) =>
    new Date(first + Number.parseInt(day, 36) * dayMs).toISOString().slice(0, 10),
  )
}

const dayMs = 86_400_000
