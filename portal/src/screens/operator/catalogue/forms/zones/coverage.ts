import type { components } from '../../../../../api/types.gen.ts'

type Zones = Pick<components['schemas']['CatalogueCountryZones'], 'zones' | 'elsewhere'>

/** What is to be said of a division of the world, as the check of the server will say it. */
export interface Coverage {
  /** Countries that are in no zone, wherever mail comes from. */
  missing: readonly string[]
  /** Countries that a later zone names in vain, with the places of both zones. */
  twice: readonly { country: string; first: number; second: number }[]
  /** Zones behind one that holds every country. */
  unreachable: readonly number[]
}

export const coverageOf = ({ zones, elsewhere }: Zones, all: readonly string[]): Coverage => {
  const everywhere = zones.findIndex(({ countries }) => countries === '*')
  const holder = new Map<string, number>()
  const twice: { country: string; first: number; second: number }[] = []
  for (const [at, { countries, fromWithinOnly }] of zones.entries()) {
    if (typeof countries === 'string') continue
    for (const country of countries) {
      const first = holder.get(country)
      if (first !== undefined) twice.push({ country, first, second: at })
      // A zone that holds only for some origins leaves its countries to those behind it.
      else if (!fromWithinOnly) holder.set(country, at)
    }
  }
  const isWhole = everywhere !== -1 || elsewhere === 'REFUSED'
  return {
    missing: isWhole ? [] : all.filter((country) => !holder.has(country)),
    twice,
    unreachable: everywhere === -1 ? [] : zones.flatMap((_, at) => (at > everywhere ? [at] : [])),
  }
}
