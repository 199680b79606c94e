import { centsOf, typedPrice } from '../forms/fields/numbers.ts'
import { type CatalogueFile, entriesOf, type PriceList, type Specification } from '../parts.ts'

/** Typed prices in currency units, not cents, by `list|zone`. */
export type TypedPrices = Readonly<Record<string, string>>

export const priceKey = (list: string, zone: string): string => `${list}|${zone}`

/** Whether a text is a price with at most two decimals, after a point or comma. */
export const isPrice = (text: string): boolean => typeof centsOf(text) === 'number'

/** Returns the general price lists, current and future, earliest first. */
export const listsForAll = (file: CatalogueFile, today: string): PriceList[] => {
  const lists = (entriesOf(file, 'priceLists') as readonly PriceList[])
    .filter(({ organisation, archived }) => !organisation && !archived)
    .sort((one, other) => (one.validFrom < other.validFrom ? -1 : 1))
  const valid = lists.findLastIndex(({ validFrom }) => validFrom <= today)
  return lists.slice(Math.max(valid, 0))
}

/** Returns the zones of a set of country zones; empty if it is unknown. */
export const zonesOf = (file: CatalogueFile, countryZones: string | undefined) =>
  (file.countryZones ?? []).find(({ key }) => key === countryZones)?.zones ?? []

export const lineOf = (list: PriceList, specification: string, zone: string) =>
  list.lines.find((line) => line.specification === specification && line.zone === zone)

/** Returns a specification's first-step prices in the general lists, as initial prices of its copy. */
export const pricesLike = (
  file: CatalogueFile,
  { key, countryZones }: Specification,
  today: string,
): TypedPrices => {
  const zones = zonesOf(file, countryZones)
  const prices: Record<string, string> = {}
  for (const list of listsForAll(file, today)) {
    for (const { code } of zones) {
      const cents = lineOf(list, key, code)?.steps[0]?.priceCents
      if (cents !== undefined) prices[priceKey(list.key, code)] = typedPrice(cents)
    }
  }
  return prices
}

/** Sets a specification's valid typed prices as first quantity steps; further steps stay. */
export const withPrices = (
  file: CatalogueFile,
  specification: string,
  prices: TypedPrices,
): CatalogueFile => {
  const one = (file.specifications ?? []).find(({ key }) => key === specification)
  const zones = zonesOf(file, one?.countryZones)
  const typed = Object.entries(prices).filter(
    ([place, text]) => isPrice(text) && zones.some(({ code }) => place.endsWith(`|${code}`)),
  )
  if (typed.length === 0) return file
  const priceLists = (file.priceLists ?? []).map((list) => {
    const lines = [...list.lines]
    for (const [place, text] of typed) {
      const [key, zone = ''] = place.split('|')
      if (key !== list.key) continue
      const first = { from: 1, priceCents: centsOf(text)! }
      const at = lines.findIndex((line) => line.specification === specification && line.zone === zone)
      if (at === -1) lines.push({ specification, zone, steps: [first] })
      else lines[at] = { ...lines[at]!, steps: [first, ...lines[at]!.steps.slice(1)] }
    }
    return { ...list, lines }
  })
  return { ...file, priceLists }
}
