import type { ServerRequest } from 'srvx'
import { problem } from '../core/kernel/errors.ts'
import { idleTimeoutSeconds } from './limits.ts'
import { serverProblems } from './sentences.ts'

/**
 * Disables Bun's idle timeout, which counts from the start of a request regardless of traffic and would cut
 * off files on slow connections. The returned function enables it again. Use `withIdleTimeout` in between.
 */
export const disableIdleTimeout = (request: Partial<Pick<ServerRequest, 'runtime'>>): (() => void) => {
  const server = request.runtime?.bun?.server
  if (!server) return () => {}
  server.timeout(request as ServerRequest, 0)
  return () => server.timeout(request as ServerRequest, idleTimeoutSeconds)
}

/** Awaits the next chunk of a body. Throws 408 after `idleTimeoutSeconds`. */
export const withIdleTimeout = <T>(reading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = startIdleTimer(() =>
      reject(problem(serverProblems.sentence('request_timeout.silence', { seconds: idleTimeoutSeconds }))),
    )
    reading.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Calls `end` after `idleTimeoutSeconds`. The timer doesn't keep the process alive. */
export const startIdleTimer = (end: () => void): NodeJS.Timeout =>
  setTimeout(end, idleTimeoutSeconds * 1000).unref()
