import type { Server } from 'node:http'
import { serve } from 'srvx'
import type { Core } from '../core/app/index.ts'
import { createApp } from './app.ts'
import { proxiesOf } from './client-address.ts'
import { answerUnreadable, limitConnections } from './connections.ts'
import { drainSeconds, headLimitBytes, headSeconds, requestSeconds, silenceSeconds } from './limits.ts'
import type { MetricsOptions } from './monitoring.ts'
import { startTicker } from './ticker.ts'

/** Where a server listens and how it ends; every part has a default. */
export interface ServerOptions {
  /** Default 127.0.0.1: loopback unless told otherwise. */
  host?: string
  /** Default 8484; 0 takes a free one. */
  port?: number
  /** How long a drain waits for requests under way; default 10 s. */
  drainMs?: number
  /**
   * What a drain waits for before it stops accepting connections, while `/healthz` and `/readyz` say that this server
   * ends: proxies need that time to send requests elsewhere. Default nothing.
   */
  untilNoticed?: () => Promise<void>
  /** Serves `/metrics`. */
  metrics?: MetricsOptions
  /** Networks (CIDR) of the proxies in front of it, whose forwarding headers are trusted. */
  trustedProxies?: readonly string[]
  /** False leaves the portal out. */
  portal?: boolean
}

/** A server that has just started answers requests before it looks for work. */
const firstLookAfterMs = 25

/** A running server. */
export interface RunningServer {
  /** The URL at which it listens, without a trailing slash. */
  url: string
  port: number
  /**
   * Says that it ends for as long as proxies need to notice, stops accepting connections, finishes the requests under
   * way, then jobs and deliveries. The core stays open: its creator closes it.
   */
  drain(): Promise<void>
}

/** The port is taken, or the address does not belong to this machine; nothing was started. */
export class ListenError extends Error {
  readonly code: string
  constructor(host: string, port: number, cause: unknown) {
    const code = codeOf(cause)
    super(
      code === 'EADDRINUSE'
        ? `Port ${port} on ${host} is in use by another program.`
        : `Cannot listen on ${host}, port ${port}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
    this.name = 'ListenError'
    this.code = code
  }
}

/**
 * Serves a core over HTTP and runs its jobs and deliveries. Jobs that a killed process left running are
 * resumed. Throws `ListenError` where it cannot listen.
 */
export const startServer = async (core: Core, options: ServerOptions = {}): Promise<RunningServer> => {
  const { host = '127.0.0.1', port = 8484, drainMs = drainSeconds * 1000, untilNoticed, ...ofApp } = options
  const { trustedProxies } = ofApp
  if (core.isClosed) throw new Error('This Lettershop is closed: call createLettershop again.')
  let draining = false
  const app = createApp(core, { ...ofApp, draining: () => draining })
  let server: ReturnType<typeof serve>
  try {
    server = serve({
      fetch: (request) => app.fetch(request),
      hostname: host,
      port,
      silent: true,
      gracefulShutdown: false,
      node: {
        maxHeaderSize: headLimitBytes,
        headersTimeout: headSeconds * 1000,
        requestTimeout: requestSeconds * 1000,
        // Node would answer a bare 400; the app answers with a request id.
        requireHostHeader: false,
      },
      bun: { idleTimeout: silenceSeconds },
      manual: true,
    })
    await server.serve()
    await server.ready()
    const node = server.node?.server as Server | undefined
    if (node) {
      answerUnreadable(node, core.services.ids)
      limitConnections(node, proxiesOf(trustedProxies ?? []))
      node.setTimeout(silenceSeconds * 1000)
      node.keepAliveTimeout = silenceSeconds * 1000
    }
  } catch (error) {
    throw new ListenError(host, port, error)
  }
  const ticker = startTicker(core, { firstLookAfterMs })
  const actual = Number(new URL(server.url!).port || 80)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    port: actual,
    async drain() {
      draining = true
      await untilNoticed?.()
      // They would hold up the end for as long as it may take.
      core.live.end()
      await Promise.race([server.close(false), after(drainMs)])
      await server.close(true)
      await ticker.stop()
    },
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'

/** A pause that does not keep the process alive. */
const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
