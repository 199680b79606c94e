import type { Server } from 'node:http'
import { serve } from 'srvx'
import type { Core } from '../core/app/index.ts'
import { createApp } from './app.ts'
import { proxiesOf } from './client-address.ts'
import { answerUnreadable, limitConnections } from './connections.ts'
import { drainSeconds, headLimitBytes, headSeconds, idleTimeoutSeconds, requestSeconds } from './limits.ts'
import type { MetricsOptions } from './monitoring.ts'
import { startTicker } from './ticker.ts'

/** Options of a server, all with defaults. */
export interface ServerOptions {
  /** Default 127.0.0.1 (loopback). */
  host?: string
  /** Default 8484; 0 for any free port. */
  port?: number
  /** How long a drain waits for active requests; default 10 s. */
  drainMs?: number
  /**
   * Awaited by a drain before it stops accepting connections, while `/healthz` and `/readyz` report the
   * shutdown: proxies need time to send requests elsewhere. Default none.
   */
  untilNoticed?: () => Promise<void>
  /** Serves `/metrics`. */
  metrics?: MetricsOptions
  /** Networks (CIDR) of proxies whose forwarding headers are trusted. */
  trustedProxies?: readonly string[]
  /** False disables the portal. */
  portal?: boolean
}

/** A new server answers requests before it starts jobs. */
const firstLookAfterMs = 25

/** A running server. */
export interface RunningServer {
  /** The server's URL, without a trailing slash. */
  url: string
  port: number
  /**
   * Shuts down: reports it until proxies have noticed, stops accepting connections, finishes active requests,
   * then jobs and deliveries. Doesn't close the core.
   */
  drain(): Promise<void>
}

/** The port is in use, or the address is not this machine's; nothing was started. */
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

/** Serves a core and runs its jobs and deliveries, including those left by a crash. Throws `ListenError`. */
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
        // Node would answer a bare 400; the app answers with a problem.
        requireHostHeader: false,
      },
      bun: { idleTimeout: idleTimeoutSeconds },
      manual: true,
    })
    await server.serve()
    await server.ready()
    const node = server.node?.server as Server | undefined
    if (node) {
      answerUnreadable(node, core.services.ids)
      limitConnections(node, proxiesOf(trustedProxies ?? []))
      node.setTimeout(idleTimeoutSeconds * 1000)
      node.keepAliveTimeout = idleTimeoutSeconds * 1000
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
      // Live streams would delay the end until the timeout.
      core.live.end()
      await Promise.race([server.close(false), after(drainMs)])
      await server.close(true)
      await ticker.stop()
    },
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'

/** Waits without keeping the process alive. */
const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
