import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { problem, problemBody } from '../core/errors.ts'
import type { Ids } from '../core/ids.ts'

/**
 * Answers what Node cannot read as a request: it would send a bare status line, and SPEC promises a problem with an
 * `X-Request-Id`. Bun answers for itself and lets nobody else.
 */
export const answerUnreadable = (server: unknown, ids: Ids): void => {
  ;(server as Server | undefined)?.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const unreadable =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? problem('head_too_large', 'The address and the headers of the request are larger than 128 KiB.')
        : problem('malformed_request', 'The request could not be read as HTTP.')
    const requestId = ids.next('req')
    const body = JSON.stringify(problemBody(unreadable, requestId))
    const head = {
      'X-Request-Id': requestId,
      'Content-Type': 'application/problem+json',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${unreadable.status} Unreadable\r\n${lines.join('')}\r\n${body}`)
  })
}
