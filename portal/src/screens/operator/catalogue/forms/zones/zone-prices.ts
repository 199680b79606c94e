import type { components } from '../../../../../api/types.gen.ts'

type CatalogueFile = components['schemas']['CatalogueFile']
type PriceList = components['schemas']['CataloguePriceList']
type Zones = components['schemas']['CatalogueCountryZones']
type Zone = Zones['zones'][number]

/**
 * Returns the zone that a new zone was part of: that of its first country that had one. For a zone without a
 * list of countries, returns the zone of the same kind, otherwise the last one.
 */
export const zoneBefore = (before: Zones, { countries }: Zone): Zone | undefined => {
  const holds = (theirs: Zone['countries'], country: string) =>
    theirs === '*' || (theirs === 'origin' ? before.origin === country : theirs.includes(country))
  const held = (country: string) => before.zones.find((zone) => holds(zone.countries, country))
  if (typeof countries === 'string')
    return before.zones.find(({ countries: theirs }) => theirs === countries) ?? before.zones.at(-1)
  return countries.map(held).find(Boolean)
}

/**
 * Updates the prices of specifications that use these zones: a new zone takes the prices of the zone it was
 * part of, and prices of removed zones are removed. Every offer needs a price in every zone, so zones
 * couldn't be split otherwise.
 */
export const withZonePrices = (file: CatalogueFile, before: Zones, after: Zones): CatalogueFile => {
  const known = new Set(before.zones.map(({ code }) => code))
  const left = new Set(after.zones.map(({ code }) => code))
  const removed = new Set([...known].filter((code) => !left.has(code)))
  const sources = after.zones
    .filter(({ code }) => code !== '' && !known.has(code))
    .map((zone) => ({ code: zone.code, source: zoneBefore(before, zone)?.code }))
  if (removed.size === 0 && sources.length === 0) return file
  const priced = new Set(
    (file.specifications ?? []).filter((one) => one.countryZones === after.key).map(({ key }) => key),
  )
  const follow = (list: PriceList): PriceList => {
    const own = list.lines.filter(({ specification }) => priced.has(specification))
    const has = new Set(own.map(({ specification, zone }) => `${specification}|${zone}`))
    const added = sources.flatMap(({ code, source }) =>
      own
        .filter(({ specification, zone }) => zone === source && !has.has(`${specification}|${code}`))
        .map((line) => ({ ...line, zone: code })),
    )
    const stays = list.lines.filter(
      ({ specification, zone }) => !priced.has(specification) || !removed.has(zone),
    )
    return { ...list, lines: [...stays, ...added] }
  }
  return { ...file, priceLists: (file.priceLists ?? []).map(follow) }
}
