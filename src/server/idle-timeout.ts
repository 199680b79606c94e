import type { ServerRequest } from 'srvx'
import { problem } from '../core/kernel/errors.ts'
import { silenceSeconds } from './limits.ts'
import { serverProblems } from './sentences.ts'

/**
 * Disables Bun's idle timeout, which counts from the start of a request regardless of traffic and would cut
 * off files on slow connections. The returned function enables it again. Use `unlessSilent` in between.
 */
export const countSilenceOurselves = (request: Partial<Pick<ServerRequest, 'runtime'>>): (() => void) => {
  const server = request.runtime?.bun?.server
  if (!server) return () => {}
  server.timeout(request as ServerRequest, 0)
  return () => server.timeout(request as ServerRequest, silenceSeconds)
}

/** Awaits the next chunk of a body. Throws 408 after `silenceSeconds`. */
export const unlessSilent = <T>(reading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = afterSilence(() =>
      reject(problem(serverProblems.say('request_timeout.silence', { seconds: silenceSeconds }))),
    )
    reading.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Calls `end` after `silenceSeconds`. The timer doesn't keep the process alive. */
export const afterSilence = (end: () => void): NodeJS.Timeout =>
  setTimeout(end, silenceSeconds * 1000).unref()
