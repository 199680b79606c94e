import { vatOf } from '../../kernel/money.ts'
import type { ItemStatus } from '../../model/items.ts'
import type { PostbatchRow, PostbatchTotalRow } from '../../model/postbatches.ts'
import { totalsOf } from '../counters/postbatch-totals.ts'
import { waitsOf } from '../items/waits.ts'
import { isKnown, sellerOf } from '../ledger/seller.ts'
import { vatRateOf } from '../ledger/vat.ts'
import { currentCatalogue } from '../products/current-catalogue.ts'
import { countryZoneOf } from '../products/prices.ts'
import { specificationOf } from '../products/specifications.ts'
import { noObstacles, obstaclesOf, type Quoting } from './obstacles.ts'
import { countOf } from './postbatch.ts'
import type { Quote } from './schema.ts'
import { sentBeforeToWire } from './sent-before.ts'
import { warningCountsOf } from './warnings.ts'

/** Statuses of items that are sent and paid for: waiting for approval, or later. */
const charged: readonly ItemStatus[] = [
  'HELD',
  'READY',
  'SCHEDULED',
  'IN_PRODUCTION',
  'HANDED_TO_CARRIER',
  'COMPLETED',
  'RETURNED',
]

/** Net price in cents of all items in the Postbatch that are, or would be, charged. */
export const chargeOf = (
  totals: readonly PostbatchTotalRow[],
): { itemCount: number; amountCents: number } => {
  const own = totals.filter(({ status }) => charged.includes(status))
  return {
    itemCount: countOf(own),
    amountCents: own.reduce((sum, { itemCount, priceCents }) => sum + itemCount * priceCents, 0),
  }
}

/**
 * The cost of a Postbatch, from the same prices that its items reserve and capture, so that the two agree to
 * the cent. In cents, net of VAT unless stated otherwise.
 */
export const quoteOf = async (context: Quoting, postbatch: PostbatchRow): Promise<Quote> => {
  const { rows, services, organisation, caller } = context
  const totals = await totalsOf(rows, postbatch, [postbatch.id])
  const specification = await specificationOf(services, rows, postbatch.specificationId)
  const catalogue = await currentCatalogue(services, rows)
  const zones = catalogue.countryZones.get(specification.countryZonesKey ?? '')?.zones ?? []
  const zoneOf = (country: string) =>
    countryZoneOf(catalogue, specification, organisation.country, country) ?? zones.at(-1)!.code
  const { itemCount, amountCents } = chargeOf(totals)
  const isTest = postbatch.mode === 'test'
  const vatRate = vatRateOf(organisation)
  const vatCents = vatOf(amountCents, vatRate)
  // A key of test mode is told nothing of live money.
  const toldOfLive = !isTest || caller.kind !== 'key'
  const waits = toldOfLive ? await waitsOf(context, specification, countriesOf(totals)) : []
  const obstacles = toldOfLive ? await obstaclesOf(context, postbatch, amountCents, waits) : noObstacles
  return {
    postbatchId: postbatch.id,
    status: postbatch.status,
    currency: specification.currency,
    lines: linesOf(
      totals,
      zoneOf,
      zones.map(({ code }) => code),
    ),
    quantity: itemCount,
    subtotalCents: amountCents,
    vatRate,
    vatCents,
    totalCents: amountCents + vatCents,
    leftOut: {
      needsAttention: countOf(totals.filter(({ status }) => status === 'NEEDS_ATTENTION')),
      suppressed: countOf(totals.filter(({ status }) => status === 'SUPPRESSED')),
    },
    sentBefore: await sentBeforeToWire(context, postbatch),
    warnings: warningCountsOf(postbatch),
    isSellerNamed: isKnown(await sellerOf(rows)),
    ...(isTest ? noObstacles : obstacles),
    beforeLive: isTest && toldOfLive ? obstacles : null,
  }
}

const countriesOf = (totals: readonly PostbatchTotalRow[]): string[] => [
  ...new Set(totals.filter(({ status }) => charged.includes(status)).map(({ country }) => country)),
]

/** Lines by country zone, in the order of the zones, and by price. */
const linesOf = (
  totals: readonly PostbatchTotalRow[],
  zoneOf: (country: string) => string,
  zones: readonly string[],
): Quote['lines'] => {
  const lines = new Map<string, Quote['lines'][number]>()
  for (const total of totals) {
    if (!charged.includes(total.status)) continue
    const zone = zoneOf(total.country)
    const key = `${String(zones.indexOf(zone)).padStart(3, '0')}|${String(total.priceCents).padStart(12, '0')}`
    const line = lines.get(key) ?? { zone, quantity: 0, unitPriceCents: total.priceCents, amountCents: 0 }
    line.quantity += total.itemCount
    line.amountCents += total.itemCount * total.priceCents
    lines.set(key, line)
  }
  return [...lines].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line)
}
