import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ServerRequest } from 'srvx'
import type { Ids } from '../core/engine/ids.ts'
import { type Problem, problem, problemBody } from '../core/kernel/errors.ts'
import { networkOf } from '../core/kernel/network.ts'
import { connectionLimits, headLimitBytes } from './limits.ts'
import { requestIdOf } from './request.ts'
import { problemResponse } from './respond.ts'
import { serverProblems } from './sentences.ts'

/**
 * Limits connections in total and for each client network, on Node. (Bun closes slow connections and can't
 * count them.) Trusted proxies are not limited individually, because all visitors come through them.
 */
export const limitConnections = (server: Server, isProxy: (address: string) => boolean): void => {
  server.maxConnections = connectionLimits.all
  // RFC 9110 allows unknown expectations to be ignored; Node would answer a bare 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address)) return
    const network = networkOf(address)
    const count = (open.get(network) ?? 0) + 1
    if (count > connectionLimits.perAddress) return void socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const left = open.get(network)! - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}

/** Answers requests that Node can't parse with a problem, not a bare status line. Bun has no such hook. */
export const answerUnreadable = (server: Server, ids: Ids): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const unreadable = problemOf(error.code)
    const requestId = ids.next('req')
    const body = JSON.stringify(problemBody(unreadable, requestId))
    const head = {
      'X-Request-Id': requestId,
      'Content-Type': 'application/problem+json',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${unreadable.status} Unreadable\r\n${lines.join('')}\r\n${body}`)
  })
}

const problemOf = (code: string | undefined): Problem => {
  if (code === 'HPE_HEADER_OVERFLOW') return headTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem(serverProblems.sentence('request_timeout.slow'))
  return problem(serverProblems.sentence('malformed_request.unreadable'))
}

const headTooLarge = (): Problem => problem(serverProblems.sentence('head_too_large'))

/**
 * Refuses a request whose URL and headers are too large, on Bun. Its parser is configured to accept more,
 * because it would refuse with a bare status. Undefined if the request is allowed.
 */
export const refuseLargeHead = (request: ServerRequest, ids: Ids): Response | undefined => {
  let size = request.url.length
  request.headers.forEach((value, name) => {
    size += name.length + value.length + 4
  })
  return size > headLimitBytes ? problemResponse(headTooLarge(), requestIdOf(request, ids)) : undefined
}
