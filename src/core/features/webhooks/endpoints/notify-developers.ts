import { developerRole, ownerRole } from '../../../engine/access/roles.ts'
import type { Transaction } from '../../../engine/context.ts'
import type { Services } from '../../../engine/services.ts'
import type { WebhookEndpointRow } from '../../../model/webhooks.ts'

/**
 * Mails the organisation's developers that an endpoint was disabled, where there is a mail server
 * (docs/interface.md#delivery); the owners where no member is a developer. Each address has a job of its own,
 * so that one that fails delays no other.
 */
export const notifyDevelopers = async (
  services: Services,
  { rows, work }: Transaction,
  { id, organisationId, epoch }: Pick<WebhookEndpointRow, 'id' | 'organisationId' | 'epoch'>,
  now: number,
): Promise<void> => {
  if (!services.mailer.available) return
  const members = await rows.members.find({ organisationId }, {})
  const withRole = (role: string) => members.filter(({ roles }) => roles.includes(role))
  const developers = withRole(developerRole)
  for (const { userId } of developers.length > 0 ? developers : withRole(ownerRole)) {
    work.enqueue({
      kind: 'webhooks.disabledMail',
      subject: `${id}|${epoch}|${userId}`,
      organisationId,
      mode: null,
      dueAt: now,
      payload: { endpointId: id, userId, epoch },
    })
  }
}
