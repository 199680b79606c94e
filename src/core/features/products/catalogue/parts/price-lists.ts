import type { CatalogueCheck } from '../../../../engine/catalogue-part.ts'
import type { PriceListRow } from '../../../../model/catalogue.ts'
import { checkCoverage } from '../checks/coverage.ts'
import { tellPriceChanges } from '../checks/price-changes.ts'
import { entriesOf, entryOf } from '../document.ts'
import {
  type PriceLineEntry,
  type PriceListEntry,
  priceLine,
  priceListEntry,
  priceListHead,
} from '../entry-schemas.ts'
import { hintFor } from '../hints.ts'
import { catalogueLimits } from '../limits.ts'
import { catalogueSentences } from '../sentences.ts'
import { simplePart } from './simple-part.ts'

const { say } = catalogueSentences

/** What pieces cost. */
export const priceListsPart = simplePart<PriceListEntry, PriceListRow>(
  {
    table: 'priceLists',
    prefix: 'prl',
    toEntry: ({ currency, validFrom, organisationId, lines, extras }) => ({
      currency,
      validFrom,
      organisation: organisationId,
      lines,
      ...(extras.length > 0 ? { extras } : {}),
    }),
    toRow: ({ currency, validFrom, organisation, lines, extras }) => ({
      currency,
      validFrom,
      organisationId: organisation ?? null,
      lines: lines as PriceListRow['lines'],
      extras: extras ?? [],
    }),
  },
  {
    name: 'priceLists',
    noun: 'price list',
    schema: priceListEntry,
    limit: catalogueLimits.priceLists,
    long: { field: 'lines', item: priceLine, head: priceListHead },
    *check(check: CatalogueCheck) {
      const { facts, next } = check
      const lists = entriesOf(next, 'priceLists')
      if (facts.currencyFixed && next.currency !== facts.present.currency) {
        const said = say('catalogue_currency.fixed', { own: facts.present.currency })
        check.reportIn('currency', [], said)
      }
      for (const [index, list] of lists.entries()) {
        yield
        if (list.archived) continue
        checkHead(check, index, list)
        yield* checkLines(check, index, list)
      }
      yield* checkCoverage(check)
      yield* tellPriceChanges(check)
    },
  },
)

const checkHead = (check: CatalogueCheck, index: number, list: PriceListEntry): void => {
  const { facts, next } = check
  const { currency, validFrom, organisation, extras = [] } = list
  if (currency !== next.currency)
    check.report([index, 'currency'], say('catalogue_currency.differs', { currency, own: next.currency }))
  if (organisation && !facts.organisations.has(organisation))
    check.report([index, 'organisation'], say('price.organisation', { organisation }))
  const same = entriesOf(next, 'priceLists')
    .slice(0, index)
    .find(
      (other) =>
        !other.archived &&
        other.validFrom === validFrom &&
        (other.organisation ?? null) === (organisation ?? null),
    )
  if (same) check.report([index, 'validFrom'], say('price.same_day', { other: same.key }))
  const seen = new Set<string>()
  for (const [at, { extra }] of extras.entries()) {
    if (seen.has(extra)) check.report([index, 'extras', at], say('price.repeated_extra', { extra }))
    seen.add(extra)
  }
}

function* checkLines(check: CatalogueCheck, index: number, list: PriceListEntry): Generator<void> {
  const seen = new Set<string>()
  for (const [at, line] of list.lines.entries()) {
    if (at % 200 === 0) yield
    const place = [index, 'lines', at]
    const { specification: key, zone } = line
    checkSteps(check, place, line)
    const pair = `${key}|${zone}`
    if (seen.has(pair)) check.report(place, say('price.repeated', { specification: key, zone }))
    seen.add(pair)
    const specification = entryOf(check.next, 'specifications', key)
    if (!specification) {
      const keys = entriesOf(check.next, 'specifications').map((other) => other.key)
      const meant = hintFor(check, key, keys)
      check.report([...place, 'specification'], say('price.specification', { key, meant }))
      continue
    }
    const zones = entryOf(check.next, 'countryZones', specification.countryZones)?.zones
    if (!zones || zones.some(({ code }) => code === zone)) continue
    const codes = zones.map(({ code }) => code)
    const meant = hintFor(check, zone, codes)
    check.report([...place, 'zone'], say('price.zone', { specification: key, zone, meant }))
  }
}

const checkSteps = (
  check: CatalogueCheck,
  place: readonly (string | number)[],
  { steps }: PriceLineEntry,
): void => {
  for (const [at, { from }] of steps.entries()) {
    const before = at === 0 ? 0 : steps[at - 1]!.from
    if (at === 0 ? from !== 1 : from <= before)
      check.report([...place, 'steps', at, 'from'], say('price.steps', { from, before }))
  }
}
