import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import type { Services } from '../../../engine/services.ts'
import { chunksById, type Test } from '../../../kernel/query.ts'
import type { UserRow } from '../../../model/people.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { languageOfUser, loadMailWords, supportText } from '../../people/mails.ts'

/** Mails a message to the other side: the author of the ticket, or the operators. */
export const supportMail = defineJob({
  kind: 'support.mail',
  async handler({ services, job, args, extend }) {
    const { message, ticket, organisation } = await services.store.read(async (rows) => {
      const message = await rows.ticketMessages.get(organisationOf(job), args.messageId)
      const ticket = message && (await rows.tickets.get(message, message.ticketId))
      const organisation = message && (await rows.organisations.get(everyone, message.organisationId))
      return { message, ticket, organisation }
    })
    if (!message || !ticket || !organisation || !services.mailer.available) return undefined
    const to =
      message.author === 'OPERATOR'
        ? await services.store.read((rows) => activeUsers(rows, ticket.createdById))
        : await operators(services)
    const sent = {
      ticketId: ticket.id,
      subject: ticket.subject,
      author: message.authorName,
      organisation: organisation.name,
      text: message.text,
    }
    // Loads all languages before the first mail, so that a failed load sends no mail a second time.
    const mails = await Promise.all(
      to.map(async (user) => {
        const words = (await loadMailWords(job, languageOfUser(user)))(organisation.timeZone)
        return { user, mail: supportText(words, sent) }
      }),
    )
    for (const { user, mail } of mails) {
      await services.mailer.send({
        to: user.email,
        ...mail,
        // A retry sends the same Message-ID, by which mail clients recognise the duplicate.
        messageId: `${message.id}.${user.id}`,
      })
      await extend()
    }
    return undefined
  },
})

const activeUsers = async (rows: Rows, id: string): Promise<UserRow[]> => {
  const user = await rows.users.get(everyone, id)
  return user?.status === 'ACTIVE' ? [user] : []
}

const usersAtOnce = 200

/** Users who may answer tickets. */
const operators = async ({ store }: Services): Promise<UserRow[]> => {
  const found: UserRow[] = []
  const all = (id: Test<string>, limit: number) =>
    store.read((rows) => rows.users.find(everyone, { id }, { limit }))
  for await (const users of chunksById(usersAtOnce, all)) {
    found.push(
      ...users.filter((user) => user.status === 'ACTIVE' && user.operatorScopes.includes('platform.admin')),
    )
  }
  return found
}
