import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { WebhookOutcome, WebhookRequest, WebhookSender } from '../../core/ports/webhook-sender.ts'
import type { AddressPolicy } from './address-guard.ts'
import { type Attempt, attempt } from './attempt.ts'
import { createSystemResolve, guardedLookup, type Resolve } from './lookup.ts'
import { createTargetPolicy } from './target.ts'

export interface WebhookHttpOptions extends AddressPolicy {
  /** Instead of the system's resolver. */
  resolve?: Resolve
  /** Certificate authorities (PEM) instead of the system's, for endpoints inside an organisation. */
  ca?: string
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

/** WebhookSender on node:http(s), the one HTTP client whose `lookup` guards on Node and on Bun (FACTS "Outbound"). */
export function createWebhookSender(options: WebhookHttpOptions): WebhookSender {
  const target = createTargetPolicy(options)
  const lookup = guardedLookup(options.resolve ?? createSystemResolve(), target.guard)
  const agents = { 'http:': new HttpAgent(CONNECTIONS), 'https:': new HttpsAgent(CONNECTIONS) }

  async function attempts(request: WebhookRequest, startedAt: number): Promise<Attempt> {
    const remainingMs = () => Math.max(0, request.timeoutMs - (performance.now() - startedAt))
    const agent = agents[new URL(request.url).protocol as keyof typeof agents]
    const shared = { lookup, ca: options.ca }
    const first = await attempt(request, { ...shared, agent, remainingMs: remainingMs() })
    if (!first.staleConnection) return first
    return attempt(request, { ...shared, agent: false, remainingMs: remainingMs() })
  }

  return {
    refuse: target.refuse,
    async send(request) {
      const startedAt = performance.now()
      // Again at every attempt: the operator may have narrowed the policy since the endpoint was made.
      const refusal = target.refuse(request.url)
      const outcome = refusal
        ? { error: 'address_refused', detail: refusal, responseBody: '' }
        : outcomeOf(await attempts(request, startedAt))
      return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
    },
    async close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function outcomeOf({ status, location, failure, responseBody }: Attempt): Omit<WebhookOutcome, 'durationMs'> {
  if (failure) return { ...failure, responseBody }
  if (status === undefined || status < 300 || status > 399) return { status, responseBody }
  const to = location ? ` to ${location.slice(0, 200)}` : ''
  return {
    status,
    error: 'redirect',
    detail: `The endpoint redirects${to}; redirects are not followed.`,
    responseBody,
  }
}
