import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { everyone } from '../../../ports/store.ts'
import { connectorStoppedText } from '../../people/mails.ts'

/** Mails one owner that a connector was stopped, unless it was adopted in the meantime. */
export const stoppedMail = defineJob({
  kind: 'integrations.stoppedMail',
  async handler({ services, job, args }) {
    const { connectorId, userId, stoppedAt } = args
    const { connector, organisation, user } = await services.store.read(async (rows) => {
      const connector = await rows.connectors.get(organisationOf(job), connectorId)
      const organisation = connector && (await rows.organisations.get(everyone, connector.organisationId))
      return { connector, organisation, user: await rows.users.get(everyone, userId) }
    })
    if (!connector || !organisation || connector.stoppedAt !== stoppedAt) return undefined
    if (user?.status !== 'ACTIVE') return undefined
    await services.mailer.send({
      to: user.email,
      messageId: job.id,
      ...connectorStoppedText({ name: connector.name, organisation: organisation.name }),
    })
    return undefined
  },
})
