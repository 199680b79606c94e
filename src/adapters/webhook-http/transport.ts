import { type ClientRequest, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import type { WebhookRequest } from '../../core/ports/webhook-sender.ts'
import { type Attempt, attempt } from './attempt.ts'
import { createSystemResolve, guardedLookup, type Resolve } from './lookup.ts'
import type { AddressGuard } from './target.ts'

export interface TransportOptions {
  /** Replaces the system's resolver. */
  resolve?: Resolve
  /** Certificate authorities (PEM) instead of the default ones, for endpoints inside an organisation. */
  ca?: string
}

export interface Transport {
  /**
   * Sends a request through the guard, and again on a new connection if a reused one was stale. `startedAt`
   * is a `performance.now()` value.
   */
  post(url: URL, request: WebhookRequest, startedAt: number): Promise<Attempt>
  close(): void
}

/**
 * Connections are kept alive for bursts of events to one endpoint. Requests never wait for a free one: the
 * core limits concurrency, and waiting would count against the deadline.
 */
const connections = { keepAlive: true, maxFreeSockets: 64, timeout: 15_000 }
/** Maximum idle connections of all endpoints; each is an open file. */
const maxIdle = 256

/** Makes an agent keep a connection only while there is room among all idle ones. */
const keepFew = <A extends HttpAgent>(agent: A, idle: Set<unknown>): A => {
  const keep = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => unknown
  const reuse = agent.reuseSocket.bind(agent)
  const watched = new WeakSet<Duplex>()
  return Object.assign(agent, {
    keepSocketAlive(socket: Duplex) {
      if (idle.size >= maxIdle || !keep(socket)) return false
      idle.add(socket)
      if (!watched.has(socket)) socket.once('close', () => idle.delete(socket))
      watched.add(socket)
      return true
    },
    reuseSocket(socket: Duplex, request: ClientRequest) {
      idle.delete(socket)
      reuse(socket, request)
    },
  })
}

/** Uses node:http(s), the only client with a custom `lookup` on Node and Bun (docs/design/webhooks.md). */
export const createTransport = (options: TransportOptions, guard: AddressGuard): Transport => {
  const lookup = guardedLookup(options.resolve ?? createSystemResolve(), guard)
  const idle = new Set<unknown>()
  const agents = {
    'http:': keepFew(new HttpAgent(connections), idle),
    'https:': keepFew(new HttpsAgent(connections), idle),
  }
  return {
    async post(url, request, startedAt) {
      const remainingMs = () => Math.max(0, request.timeoutMs - (performance.now() - startedAt))
      const agent = agents[url.protocol as keyof typeof agents]
      const shared = { url, lookup, ca: options.ca }
      const first = await attempt(request, { ...shared, agent, remainingMs: remainingMs() })
      if (!first.staleConnection) return first
      const second = await attempt(request, { ...shared, agent: false, remainingMs: remainingMs() })
      return { ...second, sentBefore: true }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
