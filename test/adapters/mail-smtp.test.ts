import { afterEach, describe, expect, test } from 'vitest'
import { createSmtpMailer } from '../../src/adapters/mail-smtp/mailer.ts'
import { startSmtpServer } from '../support/smtp-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const mailerFor = async (options?: { refuse?: string }) => {
  const server = await startSmtpServer(options)
  const mailer = createSmtpMailer({ url: server.url, from: 'Lettershop <mail@post.example>' })
  closing.push(server.close, mailer.close)
  return { server, mailer }
}
const mail = { to: 'ada@example.com', subject: 'Zoë, a link', text: 'Follow it.\n', messageId: 'ivt_1' }

describe('mail by SMTP', () => {
  test('arrives as plain text with its own id', async () => {
    const { server, mailer } = await mailerFor()
    await mailer.send(mail)
    const [received] = server.received
    expect(received).toMatchObject({
      from: expect.stringContaining('<mail@post.example>'),
      to: [expect.stringContaining('<ada@example.com>')],
    })
    expect(received!.data).toContain('Message-ID: <ivt_1@post.example>')
    expect(received!.data).toContain('Auto-Submitted: auto-generated')
    expect(received!.data).toMatch(/Content-Type: text\/plain/)
    expect(received!.data).toContain('Follow it.')
  })

  test('with line ends in its subject stays one mail to one address', async () => {
    const { server, mailer } = await mailerFor()
    await mailer.send({ ...mail, subject: 'A\r\nBcc: eve@example.com\r\n\r\nBody' })
    expect(server.received[0]!.to).toHaveLength(1)
    expect(server.received[0]!.data).not.toMatch(/^Bcc:/m)
  })

  test('an address that looks like several is sent as one, or refused', async () => {
    const { server, mailer } = await mailerFor()
    await mailer.send({ ...mail, to: 'ada@example.com, eve@example.com' }).catch(() => {})
    for (const { to } of server.received) expect(to).toHaveLength(1)
  })

  test('fails if the server refuses it, and if there is no server', async () => {
    const { mailer } = await mailerFor({ refuse: '550 no such user' })
    await expect(mailer.send(mail)).rejects.toThrow(/550/)
    const unreachable = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'a@b.example' })
    closing.push(unreachable.close)
    await expect(unreachable.send(mail)).rejects.toThrow()
  })
})
