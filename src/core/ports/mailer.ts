/** One mail in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** Equal for every attempt to send this mail, so that a receiver can recognise a second copy. */
  messageId: string
}

/** Sends mail. Called by jobs only; an error is retried with back-off. */
export interface Mailer {
  /** False without a mail server: links are then shown to the users who create them. */
  readonly available: boolean
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

export const noMailer: Mailer = {
  available: false,
  async send() {
    throw new Error('No mail server is set.')
  },
  async close() {},
}
