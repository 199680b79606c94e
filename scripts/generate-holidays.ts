import { writeFileSync } from 'node:fs'
import Holidays from 'date-holidays'

// Writes the holidays of all countries and their regions for some years (docs/design/products.md), with the
// regions' native names. Takes minutes. Run it again only for a new version of the package, or when the years
// run out.
const [from, to] = [2025, 2044]
const dayMs = 86_400_000

/** Lists of days that many sources share, each stored once. */
const lists: string[] = []
const known = new Map<string, number>()

/**
 * Encodes the days of several years as two base-36 digits for each day of the year, with years separated by
 * `|`. Returns the list's index.
 */
const listOf = (days: ReadonlySet<string>): number => {
  const years = Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
  const text = years
    .map((year) =>
      [...days]
        .filter((day) => day.startsWith(year))
        .sort()
        .map((day) => (Date.parse(day) - Date.parse(`${year}-01-01`)) / dayMs)
        .map((nth) => nth.toString(36).padStart(2, '0'))
        .join(''),
    )
    .join('|')
  const index = known.get(text) ?? lists.push(text) - 1
  known.set(text, index)
  return index
}

const source = (place: readonly [string, string?, string?]): Record<string, number> => {
  const holidays = new Holidays(...(place as [string, string, string]))
  const byType = new Map<string, Set<string>>()
  for (let year = from; year <= to; year++) {
    for (const { date, type } of holidays.getHolidays(year) || []) {
      const days = byType.get(type) ?? new Set<string>()
      // Some holidays start on the evening before; only the listed day counts.
      days.add(date.slice(0, 10))
      byType.set(type, days)
    }
  }
  return Object.fromEntries([...byType].sort().map(([type, days]) => [type, listOf(days)]))
}

const all = new Holidays()
const sources: Record<string, Record<string, number>> = {}
/** By country, the names of its regions. */
const regions: Record<string, Record<string, string>> = {}
for (const country of Object.keys(all.getCountries('en')).sort()) {
  sources[country] = source([country])
  regions[country] = {}
  const states = all.getStates(country) ?? {}
  for (const state of Object.keys(states).sort()) {
    sources[`${country}/${state}`] = source([country, state])
    regions[country][state] = states[state]!
    const parts = all.getRegions(country, state) ?? {}
    for (const region of Object.keys(parts).sort()) {
      sources[`${country}/${state}/${region}`] = source([country, state, region])
      regions[country][`${state}/${region}`] = `${states[state]}, ${parts[region]}`
    }
  }
}
writeFileSync('src/adapters/holidays/regions.gen.json', `${JSON.stringify(regions, undefined, 1)}\n`)
writeFileSync(
  'src/adapters/holidays/days.gen.json',
  `${JSON.stringify({ from, to, sources, lists }, undefined, 1).replace(/\n {3,}/g, ' ')}\n`,
)
