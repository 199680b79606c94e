import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body as received. */
  data: string
}

/**
 * Starts a mail server that keeps the mails it receives, with just enough SMTP. With `refuse` it answers
 * every recipient with that reply.
 */
export const startSmtpServer = async (options: { refuse?: string } = {}) => {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    converse(socket, received, options.refuse)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const converse = (socket: Socket, received: ReceivedMail[], refuse: string | undefined): void => {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let mail: ReceivedMail = { from: '', to: [], data: '' }
  let inData = false
  let buffer = ''
  say('220 test')
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    buffer += chunk
    for (;;) {
      const end = inData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
      if (end < 0) return
      const text = buffer.slice(0, end)
      buffer = buffer.slice(end + (inData ? 5 : 2))
      if (inData) {
        received.push({ ...mail, data: text })
        mail = { from: '', to: [], data: '' }
        inData = false
        say('250 taken')
      } else if (/^DATA/i.test(text)) {
        inData = true
        say('354 go on')
      } else if (/^QUIT/i.test(text)) {
        say('221 bye')
        socket.end()
      } else if (/^MAIL/i.test(text)) {
        mail.from = text
        say('250 ok')
      } else if (/^RCPT/i.test(text)) {
        mail.to.push(text)
        say(refuse ?? '250 ok')
      } else say('250 ok')
    }
  })
}
