import type { ServerRequest } from 'srvx'
import { problem } from '../core/kernel/errors.ts'
import { silenceSeconds } from './limits.ts'
import { serverProblems } from './sentences.ts'

/**
 * Bun measures silence from the start of a request, whatever is sent or received meanwhile, so a file on a
 * slow line would be cut off. This switches the measurement off; the answer switches it on again. Callers
 * then measure silence with `unlessSilent`.
 */
export const countSilenceOurselves = (request: Partial<Pick<ServerRequest, 'runtime'>>): (() => void) => {
  const server = request.runtime?.bun?.server
  if (!server) return () => {}
  server.timeout(request as ServerRequest, 0)
  return () => server.timeout(request as ServerRequest, silenceSeconds)
}

/** The next piece of a body. Throws 408 where it takes longer than `silenceSeconds`. */
export const unlessSilent = <T>(reading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = afterSilence(() =>
      reject(problem(serverProblems.say('request_timeout.silence', { seconds: silenceSeconds }))),
    )
    reading.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Calls `end` after `silenceSeconds`, unless the timer is cleared. Does not keep the process alive. */
export const afterSilence = (end: () => void): NodeJS.Timeout =>
  setTimeout(end, silenceSeconds * 1000).unref()
