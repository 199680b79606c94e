import type { Mail, Mailer } from '../../core/ports/mailer.ts'

export interface MemoryMailer extends Mailer {
  /** All sent mail, oldest first. */
  sent: Mail[]
  /** Whether a mail server is configured. */
  available: boolean
  /** Messages with which the next sends fail, one each. */
  failures: string[]
}

/** Records mail instead of sending it. */
export const createMemoryMailer = (): MemoryMailer => {
  const mailer: MemoryMailer = {
    sent: [],
    available: true,
    failures: [],
    async send(mail) {
      const failure = mailer.failures.shift()
      if (failure !== undefined) throw new Error(failure)
      mailer.sent.push(mail)
    },
    async close() {},
  }
  return mailer
}
