/** One mail in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for every attempt to send it, so that a receiver can tell a second copy. */
  messageId: string
}

/** Sends mail. Called by jobs only; a throw is retried with back-off. */
export interface Mailer {
  /** False where no server is set: links are then shown to whoever made them instead. */
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
