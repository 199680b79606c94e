import { createMemoryWebhookSender } from '../../src/adapters/memory/webhook-sender.ts'
import { createWebhookSender } from '../../src/adapters/webhook-http/sender.ts'
import {
  type EndpointAnswer,
  type WebhookHarness,
  webhookSenderContract,
} from '../contract/webhook-sender.ts'
import { listenRaw } from '../support/raw-listener.ts'

webhookSenderContract('memory', async (): Promise<WebhookHarness> => {
  const sender = createMemoryWebhookSender()
  return {
    sender,
    url: 'https://hooks.test/x',
    answerWith(answer) {
      if (answer === 'reset') sender.answerWith({ error: 'reset' })
      else sender.answerWith(answer === 'hang' ? { error: 'timeout' } : answer)
    },
    received: () => sender.requests,
    close: () => sender.close(),
  }
})

webhookSenderContract('webhook-http', async (): Promise<WebhookHarness> => {
  let answer: EndpointAnswer = { status: 200 }
  const listener = await listenRaw((socket) => {
    if (answer === 'hang') return
    if (answer === 'reset') socket.resetAndDestroy()
    else socket.write(response(answer))
  })
  const sender = createWebhookSender({ allowInsecure: true, allowCidrs: [] })
  return {
    sender,
    url: `http://127.0.0.1:${listener.port}/x`,
    answerWith(next) {
      answer = next
    },
    received: () => listener.requests.map(parseRequest),
    async close() {
      await sender.close()
      await listener.close()
    },
  }
})

const response = ({ status, body = '' }: { status: number; body?: string }): string => {
  // 204 has no body and no length by its definition.
  const rest = status === 204 ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  return `HTTP/1.1 ${status} Text\r\n${rest || '\r\n'}`
}

const parseRequest = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(/: */, 2) as [string, string])
  return { headers: Object.fromEntries(headers), body: new Uint8Array(Buffer.from(body, 'latin1')) }
}
