import { defineJob } from '../../../engine/jobs/job.ts'
import type { NoticeKind } from '../../../model/people.ts'
import { everyone } from '../../../ports/store.ts'
import { noticeText } from '../../people/mails.ts'
import { recipientsOf } from '../recipients.ts'
import { textOf } from '../text.ts'

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
