import type { ReadContext, Transaction } from '../../engine/context.ts'
import { problem } from '../../kernel/errors.ts'
import { formatCents } from '../../kernel/money.ts'
import type { ItemStatus } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { PostbatchRow, PostbatchTotalRow } from '../../model/postbatches.ts'
import { countOf } from '../counters/postbatch-totals.ts'
import { books } from '../ledger/ledger.ts'
import { spending } from '../ledger/spending.ts'
import { postbatchProblems } from './sentences.ts'

/** Whether the caller may see the balance; others learn only that it is insufficient. */
export const maySeeMoney = ({ scopes }: Pick<ReadContext['caller'], 'scopes'>): boolean =>
  scopes.includes('billing.read')

/** Statuses of items to be paid: pending approval, or later. */
export const charged: readonly ItemStatus[] = [
  'HELD',
  'READY',
  'SCHEDULED',
  'IN_PRODUCTION',
  'HANDED_TO_CARRIER',
  'COMPLETED',
  'RETURNED',
]

/** Returns the net price in cents of all items that are, or would be, charged. */
export const chargeOf = (
  totals: readonly PostbatchTotalRow[],
): { itemCount: number; amountCents: number } => {
  const own = totals.filter(({ status }) => charged.includes(status))
  return {
    itemCount: countOf(own),
    amountCents: own.reduce((sum, { itemCount, priceCents }) => sum + itemCount * priceCents, 0),
  }
}

/** Cost of approving a Postbatch, and whether the caller may see the balance. */
interface Cost {
  amountCents: number
  currency: string
  /** `lineId` of the approving API key, kept when the key is replaced. */
  keyId: string | null
  seesMoney: boolean
}

/**
 * Reserves the whole cost of a Postbatch. Throws 409 `insufficient_funds` if the balance doesn't cover it,
 * with figures for permitted callers. MONTHLY organisations owe the cost instead; test mode and own mail
 * never touch the ledger. `now` in ms. Returns the reserved cents.
 */
export const reserveWhole = async (
  { rows, work }: Transaction,
  organisation: Pick<OrganisationRow, 'billingMode'>,
  postbatch: PostbatchRow,
  { amountCents, currency, seesMoney }: Pick<Cost, 'amountCents' | 'currency' | 'seesMoney'>,
  now: number,
): Promise<number> => {
  if (postbatch.mode === 'test' || organisation.billingMode === 'OWN_MAIL' || amountCents === 0) return 0
  const { organisationId, id: postbatchId } = postbatch
  const whole = { organisationId, kind: 'RESERVE', amountCents, currency, postbatchId, at: now } as const
  const enough = await work.of(books).reserveOnTerms(rows, whole, organisation.billingMode)
  if (enough) return amountCents
  if (!seesMoney) throw problem(postbatchProblems.sentence('insufficient_funds.untold'))
  const account = await rows.accounts.get({ organisationId }, organisationId)
  const available = account ? account.balanceCents - account.reservedCents : 0
  const figure = (cents: number) => `${currency} ${formatCents(cents)}`
  throw problem(
    postbatchProblems.sentence('insufficient_funds.amounts', {
      amount: figure(amountCents),
      available: figure(available),
      missing: figure(amountCents - available),
    }),
  )
}

/**
 * Takes the whole cost of a Postbatch from the spending caps of the organisation and the approving key.
 * Throws 409 `spending_cap_reached` with figures if a cap is exceeded. Test mode takes nothing.
 */
export const takeWhole = async (
  { rows, work }: Transaction,
  organisation: OrganisationRow,
  postbatch: PostbatchRow,
  { amountCents, currency, keyId, seesMoney }: Cost,
  now: number,
): Promise<Pick<PostbatchRow, 'takenCents' | 'spentMonth' | 'spentKeyId'>> => {
  if (postbatch.mode === 'test') return { takenCents: 0, spentMonth: null, spentKeyId: null }
  const caps = work.of(spending)
  const refusal = await caps.refusal(rows, organisation, { amountCents, keyId, currency }, now)
  if (!refusal) {
    const spentMonth = caps.take(organisation, { amountCents, keyId }, now)
    return { takenCents: amountCents, spentMonth, spentKeyId: keyId }
  }
  if (!seesMoney && refusal.apiKeyId === null) {
    throw problem(postbatchProblems.sentence('spending_cap_reached.untold'))
  }
  const figure = (cents: number) => `${currency} ${formatCents(Math.max(0, cents))}`
  throw problem(
    postbatchProblems.sentence(
      refusal.apiKeyId === null ? 'spending_cap_reached.organisation' : 'spending_cap_reached.key',
      {
        amount: figure(amountCents),
        left: figure(refusal.capCents - refusal.spentCents),
        cap: figure(refusal.capCents),
        month: refusal.month,
      },
    ),
  )
}

interface Part {
  /** Maximum amount; by default the remainder. */
  upToCents?: number
  /** Whether items take over the use of spending caps; otherwise it is returned. */
  toItems: boolean
}

/** Releases part of a Postbatch's reservation, or its remainder. Saves the Postbatch. */
export const releaseReservation = async (
  { rows, work }: Transaction,
  organisation: OrganisationRow,
  postbatch: PostbatchRow,
  { upToCents = Number.POSITIVE_INFINITY, toItems }: Part,
  now: number,
): Promise<void> => {
  const { organisationId, mode, id, spentMonth: month, spentKeyId: keyId } = postbatch
  const amountCents = Math.min(upToCents, postbatch.reservedCents)
  const takenCents = Math.min(upToCents, postbatch.takenCents ?? 0)
  if (amountCents === 0 && takenCents === 0) return
  if (amountCents > 0) {
    const account = await rows.accounts.get({ organisationId }, organisationId)
    work.of(books).post({
      organisationId,
      kind: 'RELEASE',
      amountCents,
      currency: account!.currency,
      postbatchId: id,
      at: now,
    })
  }
  if (!toItems && month !== null)
    work.of(spending).give(organisation, { amountCents: takenCents, keyId, month })
  await rows.postbatches.update({ organisationId, mode }, id, {
    reservedCents: postbatch.reservedCents - amountCents,
    takenCents: (postbatch.takenCents ?? 0) - takenCents,
  })
}
