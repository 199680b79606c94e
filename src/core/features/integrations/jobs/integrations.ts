import { isStillPermitted, PermissionWithdrawn } from '../../../engine/access/authority.ts'
import { defineJob, hourly, organisationOf, removeExpired } from '../../../engine/jobs/job.ts'
import { everyone } from '../../../ports/store.ts'
import { connectorStoppedText } from '../../people/mails.ts'
import { makeNext } from '../make-stored.ts'

/** Creates items of payloads stored while the connector was stopped, the oldest first. */
export const makeStored = defineJob({
  kind: 'integrations.makeStored',
  async handler(context) {
    const { services, job, args, transact } = context
    const id = args.connectorId
    for (;;) {
      if (!(await isStillPermitted(services, job))) {
        // The rest waits for another owner, to whom the connector is shown as stopped.
        const stopped = { stoppedAt: services.clock.now() }
        await transact(({ rows }) =>
          rows.connectors.updateWhere(organisationOf(job), { id, stoppedAt: null }, stopped),
        )
        throw new PermissionWithdrawn()
      }
      if (!(await makeNext(context, id))) return undefined
      await context.extend()
      const later = context.giveWay()
      if (later) return later
    }
  },
})

/** Removes stored payloads after seven days. */
export const connectorRetention = defineJob({
  kind: 'integrations.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['connectorPayloads']),
})

/** Sent to one owner, unless the connector was adopted in the meantime. */
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
