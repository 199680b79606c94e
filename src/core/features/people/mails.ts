import { toDateTime } from '../../kernel/time.ts'

/**
 * Texts of mails to people. Names come from strangers, so they appear in one line of plain text and nowhere
 * else.
 */
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
    `${line(invitation.by ?? 'Somebody')} invites you to ${line(invitation.organisation)}.`,
    `Follow this link, once, before ${shown(invitation.until)}:`,
    invitation.link,
    'If you do not know what this is about, do nothing.',
  ),
})

export const resetText = ({ link, until }: { link: string; until: number }): MailText => ({
  subject: 'A new password for Lettershop',
  text: paragraphs(
    'Somebody, probably you, asked for a link that sets a new password.',
    `It works once, before ${shown(until)}:`,
    link,
    'If it was not you, do nothing: your password stays as it is.',
  ),
})

/** To a user to whom an operator gave access or more rights. */
export const demandText = ({ link, until }: { link: string; until: number }): MailText => ({
  subject: 'Choose a password for Lettershop',
  text: paragraphs(
    'You were given an account, or more to do with the one you have. It waits for a password of yours; one that you had before works no more.',
    `Follow this link, once, before ${shown(until)}:`,
    link,
    'After that time, ask for another one where you sign in.',
  ),
})

export const endpointDisabledText = (endpoint: {
  url: string
  reason: string
  organisation: string
}): MailText => ({
  subject: `A webhook of ${line(endpoint.organisation)} was disabled`,
  text: paragraphs(
    `Lettershop stopped sending events to ${line(endpoint.url)}.`,
    line(endpoint.reason),
    'Mend the receiver, switch the endpoint on again, and replay what it missed.',
  ),
})

const paragraphs = (...texts: string[]): string => `${texts.join('\n\n')}\n`
/** Removes line ends, which would divide a subject or sentence into two lines. */
const line = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
const shown = (ms: number): string => `${toDateTime(ms).slice(0, 16).replace('T', ' ')} UTC`
