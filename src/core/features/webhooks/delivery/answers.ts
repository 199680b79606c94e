import { isNotNull, oneOf } from '../../../kernel/query.ts'
import type { DeliveryAttempt, WebhookDeliveryRow } from '../../../model/webhooks.ts'
import type { WritableRows } from '../../../ports/store.ts'

/** Whether the log of a delivery holds text of its receiver. */
export const hasAnswers = (attempts: readonly DeliveryAttempt[]): boolean =>
  attempts.some(({ responseBody }) => responseBody !== '')

/** The same attempts without what the receiver answered, which may be any text. */
export const withoutAnswers = (attempts: readonly DeliveryAttempt[]): DeliveryAttempt[] =>
  attempts.map((attempt) => ({ ...attempt, responseBody: '' }))

/** A delivery whose log has just been written, of an event about this item. */
export interface Logged extends Pick<WebhookDeliveryRow, 'id' | 'organisationId' | 'attempts'> {
  itemId: string | null
}

/**
 * Empties the answers about items that are erased, in the transaction that has written them: an attempt may
 * end after the erasure of its item, and holds the log as it was before. Read behind that write, so that an
 * erasure which begins later finds what was written.
 */
export const forgetErased = async (rows: WritableRows, logged: readonly Logged[]): Promise<void> => {
  const told = logged.filter(({ itemId, attempts }) => itemId !== null && hasAnswers(attempts))
  if (told.length === 0) return
  const owners = { organisationIds: told.map(({ organisationId }) => organisationId) }
  const ids = [...new Set(told.map(({ itemId }) => itemId!))]
  const erased = await rows.items.find(
    owners,
    { id: oneOf(ids), erasureRequestedAt: isNotNull },
    { lock: 'none' },
  )
  const gone = new Set(erased.map(({ id }) => id))
  for (const { id, organisationId, itemId, attempts } of told) {
    if (!gone.has(itemId!)) continue
    await rows.webhookDeliveries.update({ organisationIds: [organisationId] }, id, {
      attempts: withoutAnswers(attempts),
    })
  }
}
