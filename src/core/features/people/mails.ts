import { membershipsOf } from '../../engine/access/session.ts'
import { toDateTime } from '../../kernel/time.ts'
import { formatsIn } from '../../messages/formats.ts'
import { type Messages, messagesIn } from '../../messages/mails.gen.ts'
import type { JobRow } from '../../model/jobs.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { Language, UserRow } from '../../model/people.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { languageOf, profileOf } from '../ledger/profile.ts'
import { userByEmail } from './accounts/users.ts'

/** Texts of mails in a language, with dates and times of a time zone. */
export type MailWords = Messages

/** Attempts of a job before its mail is written in English. */
const attemptsToLoad = 3

/**
 * Loads the texts of a language. Call it before a transaction. A file that can't be loaded fails the job, which
 * is retried; after three attempts the mail is written in English.
 */
export const loadMailWords = async (
  job: Pick<JobRow, 'attempts'>,
  language: Language,
): Promise<(timeZone: string) => MailWords> => {
  const messages = await messagesIn(language).catch((error: unknown) => {
    if (job.attempts < attemptsToLoad) throw error
    return undefined
  })
  const [words, written] = messages ? [messages, language] : [await messagesIn('en'), 'en' satisfies Language]
  return (timeZone) => words(formatsIn(written, timeZone))
}

/** Returns the language in which a user gets mails. */
export const languageOfUser = (user: Pick<UserRow, 'language'> | undefined): Language =>
  user?.language ?? 'en'

/** Returns the language for an address: its user's, or the organisation's for invoices without a user. */
export const languageOfAddress = async (
  rows: Rows,
  email: string,
  organisation: OrganisationRow,
): Promise<Language> => {
  const user = await userByEmail(rows, email)
  return user ? languageOfUser(user) : languageOf(await profileOf(rows, organisation), organisation)
}

/** Returns the time zone for a user's mails that concern no organisation: that of the first one they joined. */
export const zoneOfUser = async (rows: Rows, userId: string): Promise<string> => {
  const [member] = await membershipsOf(rows, userId, { order: [{ field: 'createdAt' }], limit: 1 })
  const organisation = member && (await rows.organisations.get(everyone, member.organisationId))
  return organisation?.timeZone ?? 'UTC'
}

interface MailText {
  subject: string
  text: string
}

export const invitationText = (
  { invitation: words }: MailWords,
  invitation: { organisation: string; by: string | undefined; link: string; until: number },
): MailText => {
  const { organisation, by, link, until } = invitation
  return mailOf(
    words.subject({ organisation }),
    by === undefined ? words.colleague({ organisation }) : words.text({ organisation, inviter: by }),
    words.link({ until: toDateTime(until) }),
    link,
    words.ignore,
  )
}

interface PasswordLink {
  link: string
  until: number
}

export const resetText = ({ reset: words }: MailWords, { link, until }: PasswordLink): MailText =>
  mailOf(words.subject, words.text, words.link({ until: toDateTime(until) }), link, words.ignore)

/** Tells a user that an operator gave access or more permissions. */
export const accessText = ({ access: words }: MailWords, { link, until }: PasswordLink): MailText =>
  mailOf(words.subject, words.text, words.link({ until: toDateTime(until) }), link, words.later)

export const endpointDisabledText = (
  { endpoint: words }: MailWords,
  endpoint: { url: string; events: number; organisation: string },
): MailText => mailOf(words.subject(endpoint), words.text(endpoint), words.reason(endpoint), words.next)

export const connectorStoppedText = (
  { connector: words }: MailWords,
  connector: { name: string; organisation: string },
): MailText => mailOf(words.subject(connector), words.text(connector), words.next)

/** A notice that a member subscribes to, with a link to the portal. */
export const noticeText = (
  { notice: words }: MailWords,
  notice: { organisation: string; subject: string; text: string; portal: string; page: string },
): MailText => {
  const { portal, page, text } = notice
  const url = `${portal}/profile/notices`
  return mailOf(words.subject(notice), text, `${portal}/${page}`, words.settings({ url }))
}

/** A message of a ticket, as it was written. */
export const supportText = (
  { support: words }: MailWords,
  message: { ticketId: string; subject: string; author: string; organisation: string; text: string },
): MailText => ({
  subject: `[${message.ticketId}] ${message.subject}`,
  text: `${line(words.from(message))}\n\n${message.text}\n`,
})

/** Names in mails may come from strangers, so they appear only within one line of plain text. */
const mailOf = (subject: string, ...paragraphs: string[]): MailText => ({
  subject: line(subject),
  text: `${paragraphs.map(line).join('\n\n')}\n`,
})
/** Removes line breaks, which would split a subject or sentence. */
const line = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
