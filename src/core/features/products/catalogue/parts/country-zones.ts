import { countries, isCountry } from '../../../../address/index.ts'
import type { CatalogueCheck } from '../../../../engine/catalogue-part.ts'
import type { CountryZonesRow } from '../../../../model/catalogue.ts'
import { zoneOf } from '../../prices.ts'
import { catalogueSentences } from '../../sentences.ts'
import { entriesOf } from '../document.ts'
import { type CountryZonesEntry, countryZonesEntry } from '../entries/entry-schemas.ts'
import { catalogueLimits } from '../entries/limits.ts'
import { simplePart } from './simple-part.ts'

const { sentence } = catalogueSentences

export const countryZonesPart = simplePart<CountryZonesEntry, CountryZonesRow>(
  {
    table: 'countryZones',
    prefix: 'czn',
    toEntry: ({ origin, zones, closed }) => ({
      origin,
      zones,
      ...(closed ? { elsewhere: 'REFUSED' as const } : {}),
    }),
    toRow: ({ origin, zones, elsewhere }) => ({
      origin,
      zones: zones as never,
      closed: elsewhere === 'REFUSED',
    }),
  },
  {
    name: 'countryZones',
    noun: 'country zones',
    schema: countryZonesEntry,
    limit: catalogueLimits.countryZones,
    *check(check: CatalogueCheck) {
      for (const [index, entry] of entriesOf(check.next, 'countryZones').entries()) {
        yield
        if (entry.archived) continue
        const { origin } = entry
        if (origin !== 'organisation' && !isCountry(origin))
          check.report(
            [index, 'origin'],
            sentence('country_zone.country', { country: origin, meant: undefined }),
          )
        checkZones(check, index, entry)
        checkCompleteness(check, index, entry)
      }
    },
  },
)

const checkZones = (check: CatalogueCheck, index: number, { zones }: CountryZonesEntry): void => {
  const codes = new Set<string>()
  const holder = new Map<string, string>()
  let everywhere: string | undefined
  for (const [at, { code, countries: held, fromWithinOnly }] of zones.entries()) {
    const place = [index, 'zones', at]
    if (codes.has(code)) check.report([...place, 'code'], sentence('country_zone.repeated_code', { code }))
    codes.add(code)
    if (everywhere !== undefined)
      check.report(place, sentence('country_zone.unreachable', { other: everywhere }))
    if (held === '*') everywhere ??= code
    if (typeof held === 'string') continue
    for (const [nth, country] of held.entries()) {
      const here = [...place, 'countries', nth]
      const other = holder.get(country)
      if (!isCountry(country))
        check.report(here, sentence('country_zone.country', { country, meant: undefined }))
      else if (other !== undefined) check.report(here, sentence('country_zone.repeated', { country, other }))
      // A zone that applies only to some origins leaves its countries to later zones.
      if (!fromWithinOnly) holder.set(country, code)
    }
  }
}

/** Requires a zone for every country from any origin, unless the entry refuses other countries. */
const checkCompleteness = (check: CatalogueCheck, index: number, entry: CountryZonesEntry): void => {
  if (entry.elsewhere === 'REFUSED' || entry.zones.some(({ countries }) => countries === '*')) return
  const zones = entry as unknown as CountryZonesRow
  // An empty origin is in no zone, so that zones depending on the origin don't count.
  const without = countries.filter(({ code }) => !zoneOf(zones, '', code))
  if (without.length === 0) return
  check.report(
    [index, 'zones'],
    sentence('country_zone.none', { count: without.length, country: without[0]!.code }),
  )
}
