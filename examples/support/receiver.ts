import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Envelope } from '../main-job/check-events.ts'

/** A customer's webhook receiver: verifies the signature on the raw body, then keeps the envelope. */
export interface Receiver {
  url: string
  setSecret(secret: string): void
  envelopes: Envelope[]
  /** Invalid signatures, timestamps or headers. */
  refused: string[]
  close(): Promise<void>
}

const toleranceSeconds = 5 * 60

export const startReceiver = async (): Promise<Receiver> => {
  let secret = ''
  const envelopes: Envelope[] = []
  const refused: string[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const header = (name: string) => String(request.headers[name] ?? '')
      const timestamp = header('x-webhook-timestamp')
      const given = Buffer.from(header('x-webhook-signature'))
      const own = Buffer.from(
        `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`,
      )
      const fresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds
      if (!fresh || given.length !== own.length || !timingSafeEqual(given, own)) {
        refused.push(`${header('x-webhook-id')} ${header('x-webhook-event')}: the signature is invalid`)
        response.writeHead(400).end()
        return
      }
      const envelope = JSON.parse(body.toString('utf8')) as Envelope
      if (envelope.type !== header('x-webhook-event'))
        refused.push(`${envelope.id}: X-Webhook-Event is ${header('x-webhook-event')}`)
      envelopes.push(envelope)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    setSecret: (value) => {
      secret = value
    },
    envelopes,
    refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
