import { setFact } from '../../../engine/facts.ts'
import { defineJob } from '../../../engine/jobs/job.ts'
import { hourMs } from '../../../kernel/time.ts'
import type { NoticeKind } from '../../../model/people.ts'
import { everyone } from '../../../ports/store.ts'
import { noticeText } from '../../people/mails.ts'
import { fanOut, recipientsOf } from '../recipients.ts'
import { textOf, waitingFor } from '../text.ts'

const factId = (organisationId: string): string => `approvals-told|${organisationId}`

/**
 * Tells whoever approves what waits for it, all at once and at most once an hour. Asked for within the hour,
 * it waits until that is over, and tells nothing where nothing waits any more.
 */
export const tellApprovals = defineJob({
  kind: 'notices.approvals',
  async handler(context) {
    const { services, job, args } = context
    if (!services.mailer.available || args.told) return undefined
    const organisationId = job.organisationId!
    const { fact, waiting } = await services.store.read(async (rows) => ({
      fact: await rows.facts.get(everyone, factId(organisationId)),
      waiting: await waitingFor(rows, organisationId),
    }))
    if (waiting.items + waiting.postbatches === 0) return undefined
    const now = services.clock.now()
    const earliest = Number(fact?.value ?? 0) + hourMs
    if (now < earliest) return { resumeAt: earliest }
    await fanOut(context, 'APPROVAL_WAITING', organisationId, (rows) =>
      setFact(rows, factId(organisationId), String(now)),
    )
    return undefined
  },
})

/** Mails one notice to one member, who must still want it and still be allowed to see what it is about. */
export const mailNotice = defineJob({
  kind: 'notices.mail',
  async handler({ services, job, args }) {
    const organisationId = job.organisationId!
    const notice = args.notice as Exclude<NoticeKind, 'ENDPOINT_DISABLED'>
    const written = await services.store.read(async (rows) => {
      const organisation = await rows.organisations.get(everyone, organisationId)
      const recipients = await recipientsOf(rows, organisationId, notice)
      const to = recipients.find(({ user }) => user.id === args.userId)
      if (!organisation || !to) return undefined
      const { user, permissions } = to
      const about = { organisationId, id: args.id, userId: user.id, permissions }
      const said = await textOf[notice](rows, about)
      return said && { to: to.user.email, organisation: organisation.name, said }
    })
    if (!written || !services.mailer.available) return undefined
    const { to, organisation, said } = written
    const portal = `${services.config.baseUrl}/portal`
    await services.mailer.send({ to, messageId: job.id, ...noticeText({ organisation, portal, ...said }) })
    return undefined
  },
})

/** Tells the members who want to know of something that happened once. */
export const tellNotice = defineJob({
  kind: 'notices.tell',
  async handler(context) {
    const { services, args } = context
    if (!services.mailer.available || args.told) return undefined
    await fanOut(context, args.notice as NoticeKind, args.id)
    return undefined
  },
})
