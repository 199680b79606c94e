import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { createWebhookSender, type WebhookHttpOptions } from '../../src/adapters/webhook-http/sender.ts'
import { listenRaw } from './raw-listener.ts'

export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** Starts a receiver on loopback that answers with raw bytes, until the test ends. */
export const listen = async (
  answer: (socket: Socket, request: string) => void,
  options?: { tls?: boolean },
) => {
  const listener = await listenRaw(answer, options)
  onTestFinished(() => listener.close())
  return listener
}

/** Opens the real sender until the test ends; by default it may reach this machine by http. */
export const open = (options: Partial<WebhookHttpOptions> = {}) => {
  const sender = createWebhookSender({ allowInsecure: true, allowCidrs: [], ...options })
  onTestFinished(() => sender.close())
  return sender
}
