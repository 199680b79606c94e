import type { Transporter } from 'nodemailer'
import type { Mailer } from '../../core/ports/mailer.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS where the server offers it) or `smtps://…:465`. */
  url: string
  /** The sender, as `Lettershop <mail@example.com>`. */
  from: string
}

/** Longest for a connection, a greeting, and any answer of the server; the job tries again. */
const timeoutMs = 15_000

/**
 * Sends mail through an SMTP server. nodemailer is loaded with the first mail, because most starts send none.
 */
export const createSmtpMailer = ({ url, from }: SmtpOptions): Mailer => {
  let transport: Promise<Transporter> | undefined
  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Nothing in a text may name a file or an address to fetch.
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
        // As an object, an address cannot become a list of several.
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
