import type { ReadContext } from '../../engine/context.ts'
import { Problem } from '../../kernel/errors.ts'
import { finding } from '../../kernel/finding.ts'
import { vatOf } from '../../kernel/money.ts'
import { openStatuses, type PostbatchRow, type PostbatchTotalRow } from '../../model/postbatches.ts'
import { assertChoosable } from '../advertising-categories/category.ts'
import { countOf, totalsOf } from '../counters/postbatch-totals.ts'
import { mailingOfPostbatch } from '../items/mailing.ts'
import { findingsOfMailing, waitsOf } from '../items/ready-for-live.ts'
import { availableCents } from '../ledger/accounts.ts'
import { isKnown, sellerOf } from '../ledger/seller.ts'
import { refusalsOf } from '../ledger/spending.ts'
import { vatRateOf } from '../ledger/vat.ts'
import { currentCatalogue } from '../products/current-catalogue.ts'
import { countryZoneOf } from '../products/prices.ts'
import { specificationOf } from '../products/specifications.ts'
import { charged, chargeOf, maySeeMoney } from './money.ts'
import type { Quote } from './schema.ts'
import { sentBeforeToWire } from './sent-before.ts'
import { warningCountsOf } from './warnings.ts'

type Quoting = Pick<ReadContext, 'rows' | 'services' | 'organisation' | 'scope' | 'shared' | 'caller'>
type Obstacles = NonNullable<Quote['beforeLive']>

/** Obstacles in test mode, where neither money nor settings prevent anything. */
const noObstacles: Obstacles = {
  availableCents: null,
  missingCents: null,
  isBalanceShort: false,
  capsReached: [],
  isCapReached: false,
  waits: [],
  notReady: [],
}

/**
 * Returns why approval would be refused in live mode, as far as known beforehand: of a live Postbatch, or of
 * a live copy of one in test mode. Nothing is missing once a live one is approved.
 */
const obstaclesOf = async (
  context: Quoting,
  postbatch: PostbatchRow,
  amountCents: number,
  waits: Obstacles['waits'],
): Promise<Obstacles> => {
  const { rows, organisation, shared, caller } = context
  const isOpen = postbatch.mode === 'test' || openStatuses.includes(postbatch.status)
  const toReserve = postbatch.mode === 'test' || postbatch.approvedAt === null ? amountCents : 0
  const account = await rows.accounts.get(shared, organisation.id)
  const available = organisation.billingMode === 'PREPAID' ? (account ? availableCents(account) : 0) : null
  const missing = available === null ? null : Math.max(0, toReserve - available)
  const caps = await capsReached(context, toReserve)
  const seesMoney = maySeeMoney(caller)
  return {
    availableCents: seesMoney ? available : null,
    missingCents: seesMoney ? missing : null,
    isBalanceShort: missing !== null && missing > 0,
    // A key always sees its own cap.
    capsReached: seesMoney ? caps : caps.filter(({ apiKeyId }) => apiKeyId !== null),
    isCapReached: caps.length > 0,
    waits,
    notReady: isOpen ? await notReady(context, postbatch) : [],
  }
}

/** Returns the spending caps that approval would exceed now, including the calling key's own. */
const capsReached = async (
  { rows, services, organisation, caller }: Quoting,
  amountCents: number,
): Promise<Obstacles['capsReached']> => {
  const requested = { amountCents, keyId: caller.lineId ?? null }
  const refusals = await refusalsOf(rows, organisation, requested, services.clock.now())
  return refusals.map((refusal) => ({
    ...refusal,
    missingCents: refusal.spentCents + amountCents - refusal.capCents,
  }))
}

const notReady = async (context: Quoting, postbatch: PostbatchRow): Promise<Obstacles['notReady']> => {
  const { services, rows } = context
  const mailing = mailingOfPostbatch(postbatch)
  const found = await findingsOfMailing(services.config, rows, postbatch.organisationId, mailing)
  return [
    ...found.map(({ postflowId: _, postbatchId: __, templateVersionId: ___, field, ...sentence }) =>
      finding('error', sentence, { field }),
    ),
    ...(postbatch.mode === 'test' ? await categoryMissing(context, postbatch) : []),
  ]
}

/** Returns errors if live mode lacks the category, which copying would refuse: each mode has its own. */
const categoryMissing = async (
  { rows, scope: { organisationId } }: Quoting,
  { advertisingCategory }: PostbatchRow,
): Promise<Obstacles['notReady']> => {
  if (advertisingCategory === null) return []
  const field = 'advertisingCategory'
  try {
    await assertChoosable(rows, { organisationId, mode: 'live' }, advertisingCategory, field)
    return []
  } catch (error) {
    if (!(error instanceof Problem) || error.errors.length === 0) throw error
    return error.errors.map(({ parameter: _, location: __, ...sentence }) =>
      finding('error', sentence, { field }),
    )
  }
}

/**
 * Returns the cost of a Postbatch, from the same prices that its items reserve and capture, so that both
 * agree to the cent. In cents, net of VAT unless stated otherwise.
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
  // Test keys see nothing of live money.
  const seesLive = !isTest || caller.kind !== 'key'
  const waits = seesLive ? await waitsOf(context, specification, countriesOf(totals)) : []
  const obstacles = seesLive ? await obstaclesOf(context, postbatch, amountCents, waits) : noObstacles
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
    beforeLive: isTest && seesLive ? obstacles : null,
  }
}

const countriesOf = (totals: readonly PostbatchTotalRow[]): string[] => [
  ...new Set(totals.filter(({ status }) => charged.includes(status)).map(({ country }) => country)),
]

/** Returns lines by country zone, in the order of zones, and price. */
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
