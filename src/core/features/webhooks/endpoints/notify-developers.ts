import type { Transaction } from '../../../engine/context.ts'
import type { Services } from '../../../engine/services.ts'
import type { WebhookEndpointRow } from '../../../model/webhooks.ts'
import { recipientsOf } from '../../notices/recipients.ts'

/**
 * Mails the organisation's developers that an endpoint was disabled, where there is a mail server
 * (docs/webhooks.md#delivery); the owners where no member is a developer; and not who chose otherwise. Each address has a job of its own,
 * so that one that fails delays no other.
 */
export const notifyDevelopers = async (
  services: Services,
  { rows, work }: Transaction,
  { id, organisationId, epoch }: Pick<WebhookEndpointRow, 'id' | 'organisationId' | 'epoch'>,
  now: number,
): Promise<void> => {
  if (!services.mailer.available) return
  for (const { user } of await recipientsOf(rows, organisationId, 'ENDPOINT_DISABLED')) {
    work.enqueue({
      kind: 'webhooks.disabledMail',
      subject: `${id}|${epoch}|${user.id}`,
      organisationId,
      mode: null,
      dueAt: now,
      payload: { endpointId: id, userId: user.id, epoch },
    })
  }
}
