export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for all attempts, so that receivers can recognise duplicates. */
  messageId: string
}

/** Only jobs send mail; errors are retried with back-off. */
export interface Mailer {
  /** False without a mail server. Links are then shown to the users who create them. */
  readonly available: boolean
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

export const noMailer: Mailer = {
  available: false,
  async send() {
    throw new Error('No mail server is configured.')
  },
  async close() {},
}
