import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '../../src/client/verify-webhook.ts'

/** An endpoint on this machine that checks every webhook as a customer's program would. */
export interface Receiver {
  url: string
  received: { type: string; verified: boolean }[]
  /** Sets the secret of the endpoint, which is known after its registration. */
  trust(secret: string): void
  close(): void
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Receiver['received'] = []
  let secret = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const type = String(request.headers['x-webhook-event'])
    const verified = await verifyWebhook(Buffer.concat(chunks), request.headers, secret).then(
      () => true,
      () => false,
    )
    received.push({ type, verified })
    response.writeHead(verified ? 204 : 400).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    trust: (value) => {
      secret = value
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
