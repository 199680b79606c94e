import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { everyone } from '../../../ports/store.ts'
import { endpointDisabledText } from '../../people/mails.ts'

/** Mails one developer that an endpoint was disabled, unless it was enabled again meanwhile. */
export const disabledMail = defineJob({
  kind: 'webhooks.disabledMail',
  async handler({ services, job, args }) {
    const { endpointId, userId, epoch } = args
    const { endpoint, user, organisation } = await services.store.read(async (rows) => {
      const endpoint = await rows.webhookEndpoints.get(organisationOf(job), String(endpointId))
      const organisation = endpoint && (await rows.organisations.get(everyone, endpoint.organisationId))
      return { endpoint, organisation, user: await rows.users.get(everyone, String(userId)) }
    })
    if (!endpoint || !organisation || endpoint.active || endpoint.epoch !== epoch) return undefined
    if (user?.status !== 'ACTIVE') return undefined
    const { url, disabledReason } = endpoint
    await services.mailer.send({
      to: user.email,
      messageId: job.id,
      ...endpointDisabledText({ url, reason: disabledReason ?? '', organisation: organisation.name }),
    })
    return undefined
  },
})
