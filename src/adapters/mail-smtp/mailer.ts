import type { Transporter } from 'nodemailer'
import type { Mailer } from '../../core/ports/mailer.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS if the server offers it) or `smtps://…:465`. */
  url: string
  /** The sender, such as `Lettershop <mail@example.com>`. */
  from: string
}

/** Maximum wait for a connection, the greeting and each response; the job retries. */
const timeoutMs = 15_000

/** Sends mail over SMTP. Loads nodemailer with the first mail, because most processes send none. */
export const createSmtpMailer = ({ url, from }: SmtpOptions): Mailer => {
  let transport: Promise<Transporter> | undefined
  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Content must not make nodemailer read files or fetch URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    available: true,
    async send({ to, subject, text, messageId }) {
      transport ??= connect()
      await (await transport).sendMail({
        from,
        // As an object, so that the address can't be parsed as a list.
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${messageId}@${hostOf(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    async close() {
      if (transport) (await transport).close()
    },
  }
}

const hostOf = (from: string): string => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
