import type { CatalogueCheck } from '../../../../engine/catalogue-part.ts'
import { inForce } from '../../terms.ts'
import { entriesOf, entryOf } from '../document.ts'
import type { PriceListEntry } from '../entry-schemas.ts'
import { catalogueSentences } from '../sentences.ts'

const { say } = catalogueSentences

/**
 * From today on, each specification that is offered has a price for every zone in the list for all, and each
 * of its surcharges has one: otherwise an item could be made that nobody can say the price of. One that is
 * archived is sold by what goes on with it only, which is named.
 */
export function* checkCoverage(check: CatalogueCheck): Generator<void> {
  const { facts, next } = check
  const all = entriesOf(next, 'priceLists').map((entry) => ({
    entry,
    validFrom: entry.validFrom,
    organisationId: entry.organisation ?? null,
    archivedAt: entry.archived ? 0 : null,
  }))
  const general = all.filter((list) => list.organisationId === null && list.archivedAt === null)
  const offered = entriesOf(next, 'specifications').some(({ archived }) => !archived)
  const days = general.map(({ validFrom }) => validFrom).filter((day) => day > facts.today)
  if (offered && !inForce(all, null, facts.today)) {
    const first = days.sort()[0]
    check.reportIn(
      'priceLists',
      [],
      first === undefined ? say('price.no_list_at_all') : say('price.no_list', { day: first }),
    )
    return
  }
  for (const day of [facts.today, ...new Set(days)]) {
    const list = inForce(all, null, day)
    if (list) yield* checkDay(check, list.entry, day)
  }
}

function* checkDay(check: CatalogueCheck, list: PriceListEntry, day: string): Generator<void> {
  const { next } = check
  const priced = new Set(list.lines.map(({ specification, zone }) => `${specification}|${zone}`))
  const extras = new Set((list.extras ?? []).map(({ extra }) => extra))
  for (const [index, entry] of entriesOf(next, 'specifications').entries()) {
    yield
    const zones = entryOf(next, 'countryZones', entry.countryZones)?.zones ?? []
    const unpriced = zones.filter(({ code }) => !priced.has(`${entry.key}|${code}`))
    // What was sold keeps its price: what is archived needs one only for what still makes new items of it.
    if (entry.archived) {
      if (unpriced.length > 0) reportSold(check, index, entry.key, day)
      continue
    }
    for (const { code: zone } of unpriced) {
      const said = say('price.none', { specification: entry.key, zone, day })
      check.reportIn('specifications', [index], said)
    }
    for (const extra of entry.extras ?? []) {
      if (!extras.has(extra))
        check.reportIn('specifications', [index, 'extras'], say('price.extra', { extra, day }))
    }
  }
}

/** A Postflow that takes items needs the price; a Postbatch that nobody approved yet is told of. */
const reportSold = (check: CatalogueCheck, index: number, specification: string, day: string): void => {
  for (const { kind, id, name } of check.facts.sellers[specification] ?? []) {
    const values = { specification, name, id, day }
    if (kind === 'Postflow') check.reportIn('specifications', [index], say('price.sold_by_postflow', values))
    else check.reportIn('specifications', [index], say('price.sold_by_postbatch', values), 'warning')
  }
}
