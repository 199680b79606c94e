import type { CountryZone, CountryZonesRow } from '../../model/catalogue.ts'

/** The zone of a country for mail from another: the first that holds it. Undefined where none does. */
export const zoneOf = (
  { origin, zones }: Pick<CountryZonesRow, 'origin' | 'zones'>,
  organisationCountry: string,
  country: string,
): CountryZone | undefined => {
  const from = origin === 'organisation' ? organisationCountry : origin
  return zones.find((zone) => holds(zone, from, country))
}

const holds = ({ countries, fromWithinOnly }: CountryZone, from: string, country: string): boolean => {
  if (countries === '*') return true
  if (countries === 'origin') return country === from
  return countries.includes(country) && (!fromWithinOnly || countries.includes(from))
}
