import type { Transaction } from '../../engine/context.ts'
import { problem } from '../../kernel/errors.ts'
import { formatCents } from '../../kernel/money.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import { books } from '../ledger/ledger.ts'
import { postbatchProblems } from './sentences.ts'

/**
 * Reserves the whole cost of a Postbatch. Throws 409 `insufficient_funds` with the figures where the balance
 * does not cover it. MONTHLY organisations owe the cost instead; test mode and own mail never touch the
 * ledger. `now` in ms. Returns what is reserved, in cents.
 */
export const reserveWhole = async (
  { rows, work }: Transaction,
  organisation: Pick<OrganisationRow, 'billingMode'>,
  postbatch: PostbatchRow,
  { amountCents, currency }: { amountCents: number; currency: string },
  now: number,
): Promise<number> => {
  if (postbatch.mode === 'test' || organisation.billingMode === 'OWN_MAIL' || amountCents === 0) return 0
  const { organisationId, id: postbatchId } = postbatch
  const whole = { organisationId, kind: 'RESERVE', amountCents, currency, postbatchId, at: now } as const
  const enough = await work.of(books).reserveOnTerms(rows, whole, organisation.billingMode)
  if (enough) return amountCents
  const account = await rows.accounts.get({ organisationId }, organisationId)
  const available = account ? account.balanceCents - account.reservedCents : 0
  const figure = (cents: number) => `${currency} ${formatCents(cents)}`
  throw problem(
    postbatchProblems.say('insufficient_funds', {
      amount: figure(amountCents),
      available: figure(available),
      missing: figure(amountCents - available),
    }),
  )
}

/** Releases part of a Postbatch's reservation, or what is left of it. Persists the Postbatch. */
export const releaseReservation = async (
  { rows, work }: Transaction,
  postbatch: PostbatchRow,
  upToCents: number,
  now: number,
): Promise<void> => {
  const amountCents = Math.min(upToCents, postbatch.reservedCents)
  if (amountCents === 0) return
  const { organisationId, mode, id } = postbatch
  const account = await rows.accounts.get({ organisationId }, organisationId)
  work.of(books).post({
    organisationId,
    kind: 'RELEASE',
    amountCents,
    currency: account!.currency,
    postbatchId: id,
    at: now,
  })
  const reservedCents = postbatch.reservedCents - amountCents
  await rows.postbatches.update({ organisationId, mode }, id, { reservedCents })
}
