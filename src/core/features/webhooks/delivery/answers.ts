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

/** Of the items that these deliveries tell of, those that are erased. */
export const erasedItems = async (
  rows: Pick<WritableRows, 'items'>,
  logged: readonly Logged[],
): Promise<ReadonlySet<string>> => {
  const told = logged.filter(({ itemId, attempts }) => itemId !== null && hasAnswers(attempts))
  if (told.length === 0) return new Set()
  const owners = { organisationIds: told.map(({ organisationId }) => organisationId) }
  const ids = [...new Set(told.map(({ itemId }) => itemId!))]
  const where = { id: oneOf(ids), erasureRequestedAt: isNotNull }
  const erased = await rows.items.find(owners, where, { lock: 'none' })
  return new Set(erased.map(({ id }) => id))
}

/** Empties the answers about erased items in the transaction that has written them. */
export const forgetErased = async (
  rows: Pick<WritableRows, 'webhookDeliveries'>,
  logged: readonly Logged[],
  erased: ReadonlySet<string>,
): Promise<void> => {
  for (const { id, organisationId, itemId, attempts } of logged) {
    if (itemId === null || !erased.has(itemId)) continue
    const silent = { attempts: withoutAnswers(attempts) }
    await rows.webhookDeliveries.update({ organisationIds: [organisationId] }, id, silent)
  }
}
