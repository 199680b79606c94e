import { isStillPermitted, PermissionWithdrawn } from '../../../engine/access/authority.ts'
import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { everyone } from '../../../ports/store.ts'
import { endpointDisabledText, languageOfUser, loadMailWords } from '../../people/mails.ts'
import { bringForward, firstCursor, releaseSince } from '../delivery/recovery.ts'
import { chunkSize, dropUnsent, holdPending, releaseMissed } from '../endpoints/endpoint-state.ts'

/** Mails one member about a disabled endpoint, unless it was enabled again. */
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
    const words = await loadMailWords(job, languageOfUser(user))
    const { url, consecutiveExhausted: events } = endpoint
    await services.mailer.send({
      to: user.email,
      messageId: job.id,
      ...endpointDisabledText(words(organisation.timeZone), { url, events, organisation: organisation.name }),
    })
    return undefined
  },
})

export const dropJob = defineJob({
  kind: 'webhooks.drop',
  async handler({ job, args, services, transact, extend }) {
    const endpoint = { ...organisationOf(job), id: args.endpointId }
    for (;;) {
      const dropped = await transact(({ rows }) => dropUnsent(rows, endpoint, services.clock.now()))
      if (dropped < chunkSize) return undefined
      await extend()
    }
  },
})

export const holdJob = defineJob({
  kind: 'webhooks.hold',
  async handler({ job, args, transact, extend }) {
    const endpointId = args.endpointId
    for (;;) {
      const held = await transact(async ({ rows }) => {
        const endpoint = await rows.webhookEndpoints.get(organisationOf(job), endpointId)
        // If the endpoint was enabled in the meantime, its deliveries are sent.
        return endpoint && !endpoint.active ? holdPending(rows, endpoint) : 0
      })
      if (held < chunkSize) return undefined
      await extend()
    }
  },
})

export const replayMissedJob = defineJob({
  kind: 'webhooks.replayMissed',
  async handler({ services, job, args, transact, extend }) {
    const endpointId = args.endpointId
    for (;;) {
      if (!(await isStillPermitted(services, job))) throw new PermissionWithdrawn()
      const released = await transact(async ({ rows, work }) => {
        const endpoint = await rows.webhookEndpoints.get(organisationOf(job), endpointId)
        // If the endpoint was disabled in the meantime, the rest waits for the next `replay-missed`.
        if (!endpoint?.active) return 0
        const count = await releaseMissed(services, rows, endpoint, services.clock.now())
        if (count > 0) work.noteDelivery()
        return count
      })
      if (released < chunkSize) return undefined
      await extend()
    }
  },
})

export const replaySinceJob = defineJob({
  kind: 'webhooks.replaySince',
  async handler({ services, job, args, transact, extend }) {
    const endpointId = args.endpointId
    const since = args.since
    for (;;) {
      if (!(await isStillPermitted(services, job))) throw new PermissionWithdrawn()
      const mayBeMore = await transact(async ({ rows, work }) => {
        const endpoint = await rows.webhookEndpoints.get(organisationOf(job), endpointId)
        // If the endpoint was disabled in the meantime, the rest waits for the next replay.
        if (!endpoint?.active) return false
        const more = await releaseSince(services, rows, endpoint, services.clock.now(), since)
        work.noteDelivery()
        return more
      })
      if (!mayBeMore) return undefined
      await extend()
    }
  },
})

export const retryNowJob = defineJob({
  kind: 'webhooks.retryNow',
  async handler({ services, job, args, transact, extend }) {
    const endpointId = args.endpointId
    const requestedAt = args.asked
    for (let place = firstCursor; ; ) {
      if (!(await isStillPermitted(services, job))) throw new PermissionWithdrawn()
      const reached = await transact(async ({ rows, work }) => {
        const endpoint = await rows.webhookEndpoints.get(organisationOf(job), endpointId)
        // If the endpoint was disabled in the meantime, waiting deliveries are held.
        if (!endpoint?.active) return undefined
        work.noteDelivery()
        return bringForward(services, rows, endpoint, requestedAt, place)
      })
      if (!reached) return undefined
      place = reached
      await extend()
    }
  },
})
