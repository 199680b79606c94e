import { setFact } from '../../../engine/facts.ts'
import { defineJob } from '../../../engine/jobs/job.ts'
import { hourMs } from '../../../kernel/time.ts'
import type { NoticeKind } from '../../../model/people.ts'
import { everyone } from '../../../ports/store.ts'
import { languageOfUser, loadMailWords, noticeText } from '../../people/mails.ts'
import { fanOut, recipientsOf } from '../recipients.ts'
import { textOf, waitingFor } from '../text.ts'

const factId = (organisationId: string): string => `approvals-told|${organisationId}`

/** Mails approvers at most once an hour, and only if something still waits for approval. */
export const notifyApprovers = defineJob({
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

/** Mails a notice, only if the member still wants it and may still see its subject. */
export const mailNotice = defineJob({
  kind: 'notices.mail',
  async handler({ services, job, args }) {
    const organisationId = job.organisationId!
    const notice = args.notice as Exclude<NoticeKind, 'ENDPOINT_DISABLED'>
    const member = await services.store.read((rows) => rows.users.get(everyone, args.userId))
    const wordsIn = await loadMailWords(job, languageOfUser(member))
    const written = await services.store.read(async (rows) => {
      const organisation = await rows.organisations.get(everyone, organisationId)
      const recipients = await recipientsOf(rows, organisationId, notice)
      const to = recipients.find(({ user }) => user.id === args.userId)
      if (!organisation || !to) return undefined
      const { user, permissions } = to
      const about = { organisation, id: args.id, userId: user.id, permissions }
      const words = wordsIn(organisation.timeZone)
      const content = await textOf[notice](rows, about, words)
      return content && { to: to.user.email, organisation: organisation.name, content, words }
    })
    if (!written || !services.mailer.available) return undefined
    const { to, organisation, content, words } = written
    const portal = `${services.config.baseUrl}/portal`
    const mail = noticeText(words, { organisation, portal, ...content })
    await services.mailer.send({ to, messageId: job.id, ...mail })
    return undefined
  },
})

export const notifyMembers = defineJob({
  kind: 'notices.tell',
  async handler(context) {
    const { services, args } = context
    if (!services.mailer.available || args.told) return undefined
    await fanOut(context, args.notice as NoticeKind, args.id)
    return undefined
  },
})
