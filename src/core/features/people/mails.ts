import { toDateTime } from '../../kernel/time.ts'

/** Names in mails may come from strangers, so they appear only within one line of plain text. */
interface MailText {
  subject: string
  text: string
}

export const invitationText = (invitation: {
  organisation: string
  by: string | undefined
  link: string
  until: number
}): MailText => ({
  subject: `Join ${line(invitation.organisation)} on Lettershop`,
  text: paragraphs(
    `${line(invitation.by ?? 'A colleague')} invites you to ${line(invitation.organisation)}.`,
    `To accept, open this link before ${formatTime(invitation.until)}. It works once:`,
    invitation.link,
    'If you did not expect this invitation, you can ignore this mail.',
  ),
})

export const resetText = ({ link, until }: { link: string; until: number }): MailText => ({
  subject: 'A new password for Lettershop',
  text: paragraphs(
    'A link to set a new password was requested for your account.',
    `Open it before ${formatTime(until)}. It works once:`,
    link,
    'If you did not request it, you can ignore this mail: your password stays as it is.',
  ),
})

/** Tells a user that an operator gave access or more permissions. */
export const accessText = ({ link, until }: { link: string; until: number }): MailText => ({
  subject: 'Choose a password for Lettershop',
  text: paragraphs(
    'An operator created an account for you, or gave your account more permissions. Choose a new password before you use it: an earlier password no longer works.',
    `Open this link before ${formatTime(until)}. It works once:`,
    link,
    'After that time, request another link on the sign-in page.',
  ),
})

export const endpointDisabledText = (endpoint: {
  url: string
  reason: string
  organisation: string
}): MailText => ({
  subject: `A webhook of ${line(endpoint.organisation)} was disabled`,
  text: paragraphs(
    `Lettershop no longer sends events to ${line(endpoint.url)}.`,
    line(endpoint.reason),
    'Fix the receiver, enable the endpoint again, and replay the events that it missed.',
  ),
})

export const connectorStoppedText = (connector: { name: string; organisation: string }): MailText => ({
  subject: `A connector of ${line(connector.organisation)} was stopped`,
  text: paragraphs(
    `The connector “${line(connector.name)}” no longer creates items, because the member who set it up no longer has permission.`,
    'It stores incoming payloads for seven days. Adopt it in the portal, under Connectors, to create those items.',
  ),
})

/** A notice that a member subscribes to, with a link to the portal. */
export const noticeText = (notice: {
  organisation: string
  subject: string
  text: string
  portal: string
  page: string
}): MailText => ({
  subject: `${line(notice.subject)} (${line(notice.organisation)})`,
  text: paragraphs(
    line(notice.text),
    `${notice.portal}/${notice.page}`,
    `Choose which notices you receive: ${notice.portal}/profile/notices`,
  ),
})

const paragraphs = (...texts: string[]): string => `${texts.join('\n\n')}\n`
/** Removes line breaks, which would split a subject or sentence. */
const line = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
const formatTime = (ms: number): string => `${toDateTime(ms).slice(0, 16).replace('T', ' ')} UTC`
