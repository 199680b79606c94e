import { developerRole, ownerRole } from '../../../engine/access/roles.ts'
import type { Transaction } from '../../../engine/context.ts'
import type { Services } from '../../../engine/services.ts'
import type { WebhookEndpointRow } from '../../../model/webhooks.ts'

/**
 * Developers are told by mail, where there is a mail server; the owners where no member is a developer
 * (docs/interface.md#delivery). A job for each, so that one address that takes no mail holds up nobody
 * else's.
 */
export const tellDevelopers = async (
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
