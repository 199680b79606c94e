import type { components } from '../../../../../api/types.gen.ts'

export type Zones = components['schemas']['CatalogueCountryZones']
export type Zone = Zones['zones'][number]

/** What a zone holds, as people choose it. */
export type Kind = 'origin' | '*' | 'list'
export const kindOf = ({ countries }: Zone): Kind => (typeof countries === 'string' ? countries : 'list')

/** The zone with other countries; what only a list can say goes with the list. */
export const withKind = (zone: Zone, kind: Kind): Zone => {
  if (kind === 'list') return { ...zone, countries: [] }
  const { fromWithinOnly: _, ...rest } = zone
  return { ...rest, countries: kind }
}

/** A code that no zone has: `europe-2`. */
export const freeCode = (zones: readonly Zone[], wanted: string): string => {
  const taken = new Set(zones.map(({ code }) => code))
  const base = wanted.replace(/-\d+$/, '')
  let code = wanted
  for (let number = 2; taken.has(code); number++) code = `${base}-${number}`
  return code
}

/** A new zone without countries, in front of the one that it is split from: there its countries count. */
export const splitAt = (zones: readonly Zone[], at: number): Zone[] => {
  const { code, name } = zones[at]!
  const number = freeCode(zones, code)
  return zones.toSpliced(at, 0, {
    code: number,
    name: `${name} ${number.slice(number.lastIndexOf('-') + 1)}`,
    countries: [],
  })
}

/** A zone for every country that is in none, at the end. */
export const withRest = (zones: readonly Zone[], name: string): Zone[] => [
  ...zones,
  { code: freeCode(zones, 'world'), name, countries: '*' },
]

/** A new zone, in front of that for every other country, behind which nothing counts. */
export const withNew = (zones: readonly Zone[]): Zone[] => {
  const rest = zones.findIndex(({ countries }) => countries === '*')
  const zone: Zone = { code: freeCode(zones, 'zone'), name: '', countries: [] }
  return zones.toSpliced(rest === -1 ? zones.length : rest, 0, zone)
}

/** A country goes into a list, and out of the others that it was in where it is split off from one of them. */
export const withCountry = (zones: readonly Zone[], at: number, country: string): Zone[] =>
  zones.map((zone, index) =>
    index === at && typeof zone.countries !== 'string' && !zone.countries.includes(country)
      ? { ...zone, countries: [...zone.countries, country] }
      : zone,
  )

export const withoutCountry = (zones: readonly Zone[], at: number, country: string): Zone[] =>
  zones.map((zone, index) =>
    index === at && typeof zone.countries !== 'string'
      ? { ...zone, countries: zone.countries.filter((one) => one !== country) }
      : zone,
  )
