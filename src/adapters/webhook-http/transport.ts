import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { WebhookRequest } from '../../core/ports/webhook-sender.ts'
import type { AddressGuard } from './address-guard.ts'
import { type Attempt, attempt } from './attempt.ts'
import { createSystemResolve, guardedLookup, type Resolve } from './lookup.ts'

export interface TransportOptions {
  /** Instead of the system's resolver. */
  resolve?: Resolve
  /** Certificate authorities (PEM) instead of the system's, for endpoints inside an organisation. */
  ca?: string
}

export interface Transport {
  /** One request whose connections the guard has seen; `startedAt` is on `performance.now()`'s clock. */
  post(request: WebhookRequest, startedAt: number): Promise<Attempt>
  close(): void
}

/**
 * Connections are kept for bursts of events to one endpoint. The limits are wide, because waiting for a free
 * connection counts against the deadline; how many requests are under way is the core's decision.
 */
const CONNECTIONS = {
  keepAlive: true,
  maxSockets: 128,
  maxTotalSockets: 1024,
  maxFreeSockets: 4,
  timeout: 15_000,
}

/** node:http(s), the one HTTP client whose `lookup` guards on Node and on Bun (FACTS "Outbound"). */
export function createTransport(options: TransportOptions, guard: AddressGuard): Transport {
  const lookup = guardedLookup(options.resolve ?? createSystemResolve(), guard)
  const agents = { 'http:': new HttpAgent(CONNECTIONS), 'https:': new HttpsAgent(CONNECTIONS) }
  return {
    async post(request, startedAt) {
      const remainingMs = () => Math.max(0, request.timeoutMs - (performance.now() - startedAt))
      const agent = agents[new URL(request.url).protocol as keyof typeof agents]
      const shared = { lookup, ca: options.ca }
      const first = await attempt(request, { ...shared, agent, remainingMs: remainingMs() })
      if (!first.staleConnection) return first
      return attempt(request, { ...shared, agent: false, remainingMs: remainingMs() })
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
