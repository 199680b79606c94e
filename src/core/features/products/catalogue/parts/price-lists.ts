import type { CatalogueCheck, CatalogueDocument } from '../../../../engine/catalogue-part.ts'
import type { PriceListRow } from '../../../../model/catalogue.ts'
import { inForce } from '../../prices.ts'
import { catalogueChangeSentences, catalogueSentences } from '../../sentences.ts'
import { entriesOf, entryOf } from '../document.ts'
import {
  type PriceLineEntry,
  type PriceListEntry,
  priceLine,
  priceListEntry,
  priceListHead,
} from '../entries/entry-schemas.ts'
import { catalogueLimits } from '../entries/limits.ts'
import { hintFor, simplePart } from './simple-part.ts'

/**
 * Requires a price from today on for every zone and surcharge of each active specification in the general
 * list: otherwise an item could be created without a price. Reports mailings that still sell archived ones.
 */
function* checkCoverage(check: CatalogueCheck): Generator<void> {
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
      first === undefined
        ? catalogueSentences.sentence('price.no_list_at_all')
        : catalogueSentences.sentence('price.no_list', { day: first }),
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
    // Items already sold keep their price; only what still sells an archived specification needs one.
    if (entry.archived) {
      if (unpriced.length > 0) reportSold(check, index, entry.key, day)
      continue
    }
    for (const { code: zone } of unpriced) {
      const sentence = catalogueSentences.sentence('price.none', { specification: entry.key, zone, day })
      check.reportIn('specifications', [index], sentence)
    }
    for (const extra of entry.extras ?? []) {
      if (!extras.has(extra))
        check.reportIn(
          'specifications',
          [index, 'extras'],
          catalogueSentences.sentence('price.extra', { extra, day }),
        )
    }
  }
}

/** Reports Postflows without a price as errors, unapproved Postbatches as warnings. */
const reportSold = (check: CatalogueCheck, index: number, specification: string, day: string): void => {
  for (const { kind, id, name } of check.facts.sellers[specification] ?? []) {
    const values = { specification, name, id, day }
    if (kind === 'Postflow')
      check.reportIn('specifications', [index], catalogueSentences.sentence('price.sold_by_postflow', values))
    else
      check.reportIn(
        'specifications',
        [index],
        catalogueSentences.sentence('price.sold_by_postbatch', values),
        'warning',
      )
  }
}

/** Reports price changes with the day on which they take effect. */
function* reportPriceChanges(check: CatalogueCheck): Generator<void> {
  const { facts, next } = check
  for (const list of entriesOf(next, 'priceLists')) {
    yield
    if (list.archived) continue
    const day = [list.validFrom, facts.today].sort()[1]!
    if (listFor(next, list, day)?.key !== list.key) continue
    yield* reportLineChanges(check, list, day, linesBy(listFor(facts.present, list, day)?.lines ?? []))
  }
}

function* reportLineChanges(
  check: CatalogueCheck,
  list: PriceListEntry,
  day: string,
  known: ReadonlyMap<string, PriceLineEntry>,
): Generator<void> {
  for (const [at, line] of list.lines.entries()) {
    if (at % 200 === 0) yield
    const { specification, zone } = line
    const { currency } = list
    const was = known.get(`${specification}|${zone}`)
    const price = stepsOf(line)
    if (was === undefined)
      check.change(
        list.key,
        catalogueChangeSentences.sentence('catalogue_change.new_price', {
          specification,
          zone,
          price,
          day,
          currency,
        }),
      )
    else if (stepsOf(was) !== price) {
      const before = stepsOf(was)
      check.change(
        list.key,
        catalogueChangeSentences.sentence('catalogue_change.price', {
          specification,
          zone,
          price,
          before,
          day,
          currency,
        }),
      )
    }
  }
}

/** Returns the list that applies on a day to the organisation of a list, or to all others. */
const listFor = (
  document: CatalogueDocument,
  { organisation }: PriceListEntry,
  day: string,
): PriceListEntry | undefined => {
  const lists = entriesOf(document, 'priceLists').map((entry) => ({
    entry,
    validFrom: entry.validFrom,
    organisationId: entry.organisation ?? null,
    archivedAt: entry.archived ? 0 : null,
  }))
  return inForce(lists, organisation ?? null, day)?.entry
}

const linesBy = (lines: readonly PriceLineEntry[]): ReadonlyMap<string, PriceLineEntry> =>
  new Map(lines.map((line) => [`${line.specification}|${line.zone}`, line]))

/** Formats `89`, or `89, 79 (500+)`, followed by the price of further sheets. */
const stepsOf = ({ steps, sheets }: PriceLineEntry): string => {
  const prices = steps.map(({ from, priceCents }) =>
    from === 1 ? `${priceCents}` : `${priceCents} (${from}+)`,
  )
  return `${prices.join(', ')}${sheets ? ` + ${sheets.extraCents}` : ''}`
}

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
        const sentence = catalogueSentences.sentence('catalogue_currency.fixed', {
          own: facts.present.currency,
        })
        check.reportIn('currency', [], sentence)
      }
      for (const [index, list] of lists.entries()) {
        yield
        if (list.archived) continue
        checkHead(check, index, list)
        yield* checkLines(check, index, list)
      }
      yield* checkCoverage(check)
      yield* reportPriceChanges(check)
    },
  },
)

const checkHead = (check: CatalogueCheck, index: number, list: PriceListEntry): void => {
  const { facts, next } = check
  const { currency, validFrom, organisation, extras = [] } = list
  if (currency !== next.currency)
    check.report(
      [index, 'currency'],
      catalogueSentences.sentence('catalogue_currency.differs', { currency, own: next.currency }),
    )
  if (organisation && !facts.organisations.has(organisation))
    check.report([index, 'organisation'], catalogueSentences.sentence('price.organisation', { organisation }))
  const same = entriesOf(next, 'priceLists')
    .slice(0, index)
    .find(
      (other) =>
        !other.archived &&
        other.validFrom === validFrom &&
        (other.organisation ?? null) === (organisation ?? null),
    )
  if (same)
    check.report([index, 'validFrom'], catalogueSentences.sentence('price.same_day', { other: same.key }))
  const seen = new Set<string>()
  for (const [at, { extra }] of extras.entries()) {
    if (seen.has(extra))
      check.report([index, 'extras', at], catalogueSentences.sentence('price.repeated_extra', { extra }))
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
    if (seen.has(pair))
      check.report(place, catalogueSentences.sentence('price.repeated', { specification: key, zone }))
    seen.add(pair)
    const specification = entryOf(check.next, 'specifications', key)
    if (!specification) {
      const keys = entriesOf(check.next, 'specifications').map((other) => other.key)
      const meant = hintFor(check, key, keys)
      check.report(
        [...place, 'specification'],
        catalogueSentences.sentence('price.specification', { key, meant }),
      )
      continue
    }
    const zones = entryOf(check.next, 'countryZones', specification.countryZones)?.zones
    if (!zones || zones.some(({ code }) => code === zone)) continue
    const codes = zones.map(({ code }) => code)
    const meant = hintFor(check, zone, codes)
    check.report(
      [...place, 'zone'],
      catalogueSentences.sentence('price.zone', { specification: key, zone, meant }),
    )
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
      check.report(
        [...place, 'steps', at, 'from'],
        catalogueSentences.sentence('price.steps', { from, before }),
      )
  }
}
