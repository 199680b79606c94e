import type { ReadContext } from '../../engine/context.ts'
import { finding } from '../../kernel/finding.ts'
import { vatOf } from '../../kernel/money.ts'
import type { ItemStatus } from '../../model/items-lifecycle.ts'
import type { PostbatchRow, PostbatchTotalRow } from '../../model/postbatches.ts'
import { openStatuses } from '../../model/postbatches-lifecycle.ts'
import { totalsOf } from '../counters/postbatch-totals.ts'
import { mailingOfPostbatch } from '../items/mailing.ts'
import { findingsOfMailing } from '../items/ready-for-live.ts'
import { availableCents } from '../ledger/accounts.ts'
import { refusalsOf } from '../ledger/spending.ts'
import { vatRateOf } from '../ledger/vat.ts'
import { currentCatalogue } from '../products/current.ts'
import { specificationOf } from '../products/specification.ts'
import { countryZoneOf } from '../products/terms.ts'
import { countOf } from './postbatch.ts'
import type { Quote } from './schema.ts'

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

type Quoting = Pick<ReadContext, 'rows' | 'services' | 'organisation' | 'shared' | 'caller'>

/**
 * The cost of a Postbatch, from the same prices that its items reserve and capture, so that the two agree to
 * the cent. In cents, net of VAT unless stated otherwise.
 */
export const quoteOf = async (context: Quoting, postbatch: PostbatchRow): Promise<Quote> => {
  const { rows, services, organisation, shared } = context
  const totals = await totalsOf(rows, [postbatch.id])
  const specification = await specificationOf(services, rows, postbatch.specificationId)
  const catalogue = await currentCatalogue(services, rows)
  const zones = catalogue.countryZones.get(specification.countryZonesKey ?? '')?.zones ?? []
  const zoneOf = (country: string) =>
    countryZoneOf(catalogue, specification, organisation.country, country) ?? zones.at(-1)!.code
  const { itemCount, amountCents } = chargeOf(totals)
  const account = await rows.accounts.get(shared, organisation.id)
  const prepaid = postbatch.mode === 'live' && organisation.billingMode === 'PREPAID'
  const available = prepaid ? (account ? availableCents(account) : 0) : null
  const toReserve = postbatch.approvedAt === null ? amountCents : 0
  const vatRate = vatRateOf(organisation)
  const vatCents = vatOf(amountCents, vatRate)
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
    availableCents: available,
    missingCents: available === null ? null : Math.max(0, toReserve - available),
    capsReached: postbatch.mode === 'test' ? [] : await capsReached(context, toReserve),
    notReady: await notReadyFor(services.config, rows, postbatch),
  }
}

/** The spending caps that approving would pass, as they are now; that of a key for the key that asks. */
const capsReached = async (
  { rows, services, organisation, caller }: Quoting,
  amountCents: number,
): Promise<Quote['capsReached']> => {
  const asked = { amountCents, keyId: caller.lineId ?? null }
  const refusals = await refusalsOf(rows, organisation, asked, services.clock.now())
  return refusals.map((refusal) => ({
    ...refusal,
    missingCents: refusal.spentCents + amountCents - refusal.capCents,
  }))
}

/** Why approving would be refused beside money; nothing once it is approved, and never in test mode. */
const notReadyFor = async (
  config: ReadContext['services']['config'],
  rows: ReadContext['rows'],
  postbatch: PostbatchRow,
): Promise<Quote['notReady']> => {
  if (postbatch.mode === 'test' || !openStatuses.includes(postbatch.status)) return []
  const found = await findingsOfMailing(config, rows, postbatch.organisationId, mailingOfPostbatch(postbatch))
  return found.map(({ postflowId: _, postbatchId: __, templateVersionId: ___, field, ...said }) =>
    finding('error', said, { field }),
  )
}

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
