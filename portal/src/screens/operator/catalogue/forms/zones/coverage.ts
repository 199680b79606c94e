import type { components } from '../../../../../api/types.gen.ts'

type Zones = Pick<components['schemas']['CatalogueCountryZones'], 'zones' | 'elsewhere'>

/** Problems of a set of zones, as the server's check reports them. */
export interface Coverage {
  /** Countries in no zone for some origin. */
  missing: readonly string[]
  /** Countries in two zones, with the indices of both; the later one has no effect. */
  twice: readonly { country: string; first: number; second: number }[]
  /** Zones after a zone of all countries. */
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
      // A zone limited to some origins leaves its countries to later zones.
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
