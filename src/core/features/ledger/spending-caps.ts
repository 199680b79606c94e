import * as v from 'valibot'
import type { Transaction } from '../../engine/context.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import { maxAmountCents } from '../../kernel/money.ts'
import { isNotNull } from '../../kernel/query.ts'
import { minuteMs } from '../../kernel/time.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { isCapped, monthIn, releaseCappedJob } from './spending.ts'

/**
 * Enqueues the jobs that follow a changed cap. A removed cap releases waiting items. For a set cap, the
 * month's spending so far is counted, since nothing was counted without a cap: now, and again when every
 * request that started before the change has ended. The count also releases waiting items.
 */
export const capChanged = async (
  { rows, work }: Transaction,
  organisationId: string,
  { apiKeyId, capCents }: { apiKeyId: string | null; capCents: number | null },
): Promise<void> => {
  const now = work.realTime
  const own = { apiKeyId, reachedNotified: true }
  await rows.spending.updateWhere({ organisationId }, own, { reachedNotified: false })
  if (capCents === null) {
    work.enqueue(releaseCappedJob(organisationId, now))
    return
  }
  for (const dueAt of [now, now + minuteMs]) work.enqueue(countJob(organisationId, apiKeyId, dueAt, now))
}

/**
 * Enqueues the jobs that follow a changed time zone, which moves the start of months. Waiting items are
 * checked now. If it is already another month, the spending of that month is counted for each cap.
 */
export const timeZoneChanged = async (
  { rows, work }: Transaction,
  organisation: OrganisationRow,
  timeZone: string,
): Promise<void> => {
  if (!isCapped(organisation)) return
  const { id: organisationId, spendingCapCents } = organisation
  const now = work.realTime
  work.enqueue(releaseCappedJob(organisationId, now))
  if (monthIn(timeZone, now) === monthIn(organisation.timeZone, now)) return
  const keys = await rows.apiKeys.find({ organisationId }, { spendingCapCents: isNotNull })
  const capped = new Set<string | null>(keys.map(({ lineId }) => lineId))
  if (spendingCapCents !== null) capped.add(null)
  for (const apiKeyId of capped) work.enqueue(countJob(organisationId, apiKeyId, now, now))
}

const countJob = (organisationId: string, apiKeyId: string | null, dueAt: number, now: number): NewJob => ({
  kind: 'billing.countSpending',
  subject: `${organisationId}|${apiKeyId ?? ''}|${dueAt === now ? 'now' : 'later'}`,
  organisationId,
  mode: 'live',
  dueAt,
  payload: { apiKeyId },
})

/** In cents; null for none. */
export const spendingCap = v.nullable(
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxAmountCents)),
)
