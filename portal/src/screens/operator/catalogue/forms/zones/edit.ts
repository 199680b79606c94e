import type { components } from '../../../../../api/types.gen.ts'

export type Zones = components['schemas']['CatalogueCountryZones']
export type Zone = Zones['zones'][number]

/** How a zone selects countries: the country of origin, all (`*`), or a list. */
export type Kind = 'origin' | '*' | 'list'
export const kindOf = ({ countries }: Zone): Kind => (typeof countries === 'string' ? countries : 'list')

/** Changes the kind of a zone; drops settings that only lists have. */
export const withKind = (zone: Zone, kind: Kind): Zone => {
  if (kind === 'list') return { ...zone, countries: [] }
  const { fromWithinOnly: _, ...rest } = zone
  return { ...rest, countries: kind }
}

/** Returns the preferred code, numbered if it is in use: `europe-2`. */
export const freeCode = (zones: readonly Zone[], preferred: string): string => {
  const taken = new Set(zones.map(({ code }) => code))
  const base = preferred.replace(/-\d+$/, '')
  let code = preferred
  for (let number = 2; taken.has(code); number++) code = `${base}-${number}`
  return code
}

/** Inserts an empty zone before the one it is split from, so that its countries take precedence. */
export const splitAt = (zones: readonly Zone[], at: number): Zone[] => {
  const { code, name } = zones[at]!
  const number = freeCode(zones, code)
  return zones.toSpliced(at, 0, {
    code: number,
    name: `${name} ${number.slice(number.lastIndexOf('-') + 1)}`,
    countries: [],
  })
}

/** Appends a zone for all remaining countries. */
export const withRest = (zones: readonly Zone[], name: string): Zone[] => [
  ...zones,
  { code: freeCode(zones, 'world'), name, countries: '*' },
]

/** Inserts a zone before the one for all other countries. */
export const withNew = (zones: readonly Zone[]): Zone[] => {
  const rest = zones.findIndex(({ countries }) => countries === '*')
  const zone: Zone = { code: freeCode(zones, 'zone'), name: '', countries: [] }
  return zones.toSpliced(rest === -1 ? zones.length : rest, 0, zone)
}

/** Adds a country to a zone with a list, unless the list has it. */
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
