import type { ServerRequest } from 'srvx'
import { problem } from '../core/kernel/errors.ts'
import { silenceSeconds } from './limits.ts'

/**
 * Bun counts the silence of a connection from the start of a request, however much is sent or received meanwhile: a file on
 * a slow line would be cut off. This switches it off; the answer switches it on again. Who does that counts with `unlessSilent`.
 */
export const countSilenceOurselves = (request: Partial<Pick<ServerRequest, 'runtime'>>): (() => void) => {
  const server = request.runtime?.bun?.server
  if (!server) return () => {}
  server.timeout(request as ServerRequest, 0)
  return () => server.timeout(request as ServerRequest, silenceSeconds)
}

/** The next piece of a body, which may pause and not stop. Throws 408. */
export const unlessSilent = <T>(reading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = afterSilence(() =>
      reject(problem('request_timeout', `Nothing came for ${silenceSeconds} s.`)),
    )
    reading.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Calls once it was silent for too long, unless the timer is cleared. Does not keep the process alive by itself. */
export const afterSilence = (end: () => void): NodeJS.Timeout =>
  setTimeout(end, silenceSeconds * 1000).unref()
