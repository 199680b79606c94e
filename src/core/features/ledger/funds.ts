import type { Transaction } from '../../engine/context.ts'
import type { ItemRow } from '../../model/items.ts'
import type { BillingMode, OrganisationRow } from '../../model/organisations.ts'
import { books, entryOf, type Priced } from './ledger.ts'
import { type Cap, spending } from './spending.ts'

/** Money that live items of an organisation may take in a transaction. */
export interface Funds {
  terms: BillingMode
  /** Infinity unless the organisation prepays. */
  availableCents: number
  /** The organisation's cap first, then those of key lines. */
  caps: Cap[]
}

/** Reads the money that items of these key lines may take. `now` in ms of real time. */
export const readFunds = async (
  { rows, work }: Transaction,
  organisation: OrganisationRow,
  keyIds: ReadonlySet<string | null>,
  now: number,
): Promise<Funds> => {
  const { id, billingMode } = organisation
  const own = work.of(books)
  const [terms = billingMode, availableCents, caps] = await Promise.all([
    billingMode === 'PREPAID' ? billingMode : own.termsOf(rows, id),
    billingMode === 'PREPAID' ? own.availableTo(rows, id) : Number.POSITIVE_INFINITY,
    work.of(spending).readCaps(rows, organisation, keyIds, now),
  ])
  // An operator may have changed the terms since authentication.
  if (terms === 'PREPAID' && billingMode !== terms)
    return { terms, availableCents: await own.availableTo(rows, id), caps }
  return { terms, availableCents, caps }
}

/**
 * Reads the terms again if the funds don't cover `dueCents`, because an operator may have changed them, and
 * updates `funds`.
 */
export const recheckTerms = async (
  { rows, work }: Transaction,
  organisationId: string,
  funds: Funds,
  dueCents: number,
): Promise<void> => {
  if (dueCents <= funds.availableCents) return
  const terms = await work.of(books).termsOf(rows, organisationId)
  if (terms && terms !== 'PREPAID') Object.assign(funds, { terms, availableCents: Number.POSITIVE_INFINITY })
}

/** Why an item's price can't be taken. */
export type Unpaid = { heldReason: 'SPENDING_CAP'; cap: Cap } | { heldReason: 'INSUFFICIENT_FUNDS' }

/** Takes an item's price from the funds, or returns why not. A price of 0 always fits. */
export const takeFunds = (
  funds: Funds,
  { priceCents, apiKeyId }: Pick<ItemRow, 'priceCents' | 'apiKeyId'>,
): Unpaid | undefined => {
  if (priceCents === 0) return undefined
  const caps = funds.caps.filter((cap) => cap.apiKeyId === null || cap.apiKeyId === apiKeyId)
  const exceeded = caps.find(({ capCents, spentCents }) => spentCents + priceCents > capCents)
  if (exceeded) return { heldReason: 'SPENDING_CAP', cap: { ...exceeded } }
  if (priceCents > funds.availableCents) return { heldReason: 'INSUFFICIENT_FUNDS' }
  funds.availableCents -= priceCents
  for (const cap of caps) cap.spentCents += priceCents
  return undefined
}

/** Reserves the price that `takeFunds` took for an item, and counts it towards its month. */
export const reserveTaken = (
  { work }: Transaction,
  organisation: OrganisationRow,
  item: Priced & Pick<ItemRow, 'apiKeyId'>,
  { terms }: Funds,
  now: number,
): Pick<ItemRow, 'spentMonth' | 'spentKeyId'> => {
  const { priceCents: amountCents, apiKeyId: keyId } = item
  work.of(books).reserveAvailable(entryOf('RESERVE', item, now), terms)
  return { spentMonth: work.of(spending).take(organisation, { amountCents, keyId }, now), spentKeyId: keyId }
}
