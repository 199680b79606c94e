import type { CatalogueCheck, CatalogueDocument } from '../../../../engine/catalogue-part.ts'
import { inForce } from '../../terms.ts'
import { entriesOf } from '../document.ts'
import type { PriceLineEntry, PriceListEntry } from '../entry-schemas.ts'
import { catalogueChangeSentences } from '../sentences.ts'

const { say } = catalogueChangeSentences

/**
 * Tells which prices differ from those that would hold without the import, list by list, from the day on which
 * each becomes valid.
 */
export function* tellPriceChanges(check: CatalogueCheck): Generator<void> {
  const { facts, next } = check
  for (const list of entriesOf(next, 'priceLists')) {
    yield
    if (list.archived) continue
    const day = [list.validFrom, facts.today].sort()[1]!
    if (listFor(next, list, day)?.key !== list.key) continue
    yield* tellChanges(check, list, day, linesBy(listFor(facts.present, list, day)?.lines ?? []))
  }
}

function* tellChanges(
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
      check.change(list.key, say('catalogue_change.new_price', { specification, zone, price, day, currency }))
    else if (stepsOf(was) !== price) {
      const before = stepsOf(was)
      check.change(
        list.key,
        say('catalogue_change.price', { specification, zone, price, before, day, currency }),
      )
    }
  }
}

/** The list that holds on a day for those for whom another is. */
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

/** `89`, or `89, 79 (500+)`, and what further sheets cost. */
const stepsOf = ({ steps, sheets }: PriceLineEntry): string => {
  const prices = steps.map(({ from, priceCents }) =>
    from === 1 ? `${priceCents}` : `${priceCents} (${from}+)`,
  )
  return `${prices.join(', ')}${sheets ? ` + ${sheets.extraCents}` : ''}`
}
