import type { ReadContext } from '../../engine/context.ts'
import { Problem } from '../../kernel/errors.ts'
import { finding } from '../../kernel/finding.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import { openStatuses } from '../../model/postbatches.ts'
import { assertChoosable } from '../advertising-categories/category.ts'
import { mailingOfPostbatch } from '../items/mailing.ts'
import { findingsOfMailing } from '../items/ready-for-live.ts'
import { availableCents } from '../ledger/accounts.ts'
import { refusalsOf } from '../ledger/spending.ts'
import type { Quote } from './schema.ts'

export type Quoting = Pick<ReadContext, 'rows' | 'services' | 'organisation' | 'scope' | 'shared' | 'caller'>
type Obstacles = NonNullable<Quote['beforeLive']>

/** What is said of a Postbatch in test mode, where neither money nor settings keep anything. */
export const noObstacles: Obstacles = {
  availableCents: null,
  missingCents: null,
  isBalanceShort: false,
  capsReached: [],
  isCapReached: false,
  waits: [],
  notReady: [],
}

/**
 * Why approving would be refused in live mode, as far as one can know beforehand: of a Postbatch there, or of
 * what a copy of one in test mode would meet. Nothing is missing once a live one is approved.
 */
export const obstaclesOf = async (
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
    // A key knows its own cap.
    capsReached: seesMoney ? caps : caps.filter(({ apiKeyId }) => apiKeyId !== null),
    isCapReached: caps.length > 0,
    waits,
    notReady: isOpen ? await notReady(context, postbatch) : [],
  }
}

/** Whoever only approves learns that there is not enough money, and not how much there is. */
export const maySeeMoney = ({ scopes }: Pick<ReadContext['caller'], 'scopes'>): boolean =>
  scopes.includes('billing.read')

/** The spending caps that approving would pass, as they are now; that of a key for the key that asks. */
const capsReached = async (
  { rows, services, organisation, caller }: Quoting,
  amountCents: number,
): Promise<Obstacles['capsReached']> => {
  const asked = { amountCents, keyId: caller.lineId ?? null }
  const refusals = await refusalsOf(rows, organisation, asked, services.clock.now())
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
    ...found.map(({ postflowId: _, postbatchId: __, templateVersionId: ___, field, ...said }) =>
      finding('error', said, { field }),
    ),
    ...(postbatch.mode === 'test' ? await categoryMissing(context, postbatch) : []),
  ]
}

/** Each mode has its own categories: copying refuses one that live mode lacks. */
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
    return error.errors.map(({ parameter: _, location: __, ...said }) => finding('error', said, { field }))
  }
}
