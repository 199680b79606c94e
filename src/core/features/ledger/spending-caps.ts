import type { Transaction } from '../../engine/context.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import { minuteMs } from '../../kernel/time.ts'
import { releaseCappedJob } from './spending.ts'

/**
 * What follows from another cap, of an organisation or of a line of its keys. What the month has cost so far is
 * counted by a job, since nobody counted it where there was no cap; and once more when every request that began
 * before the change has ended. Items that wait go on where they may.
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

const countJob = (organisationId: string, apiKeyId: string | null, dueAt: number, now: number): NewJob => ({
  kind: 'billing.countSpending',
  subject: `${organisationId}|${apiKeyId ?? ''}|${dueAt === now ? 'now' : 'later'}`,
  organisationId,
  mode: 'live',
  dueAt,
  payload: { apiKeyId },
})
