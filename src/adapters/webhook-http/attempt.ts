import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { WebhookRequest } from '../../core/ports/webhook-sender.ts'
import { CapturedBody } from './captured-body.ts'
import { type Failure, failureOf, type Phase, timeoutFailure } from './failure.ts'
import { StatusLine } from './status-line.ts'

export interface Attempt {
  status?: number
  location?: string
  failure?: Failure
  responseBody: string
  /**
   * A reused connection broke before any answer: the endpoint had closed it, which says nothing about the
   * endpoint.
   */
  staleConnection: boolean
  /**
   * The request was sent before over a reused connection that broke, so the endpoint may have received it.
   */
  sentBefore?: boolean
}

export interface AttemptOptions {
  url: URL
  /** False: a connection of its own, closed afterwards. */
  agent: Agent | false
  lookup: LookupFunction
  remainingMs: number
  /** Certificate authorities besides the system's. */
  ca?: string
}

/** Makes one request on one connection. Resolves exactly once and never rejects. */
export const attempt = (request: WebhookRequest, options: AttemptOptions): Promise<Attempt> => {
  return new Promise((resolve) => {
    const body = new CapturedBody(request.captureBytes)
    let phase: Phase = 'connect'
    let call: ClientRequest | undefined
    let response: IncomingMessage | undefined
    const line = new StatusLine()
    const enter = (next: Phase) => {
      phase = next
    }
    const reused = () => call?.reusedSocket === true

    const settle = (failure?: Failure, broken = false) => {
      clearTimeout(deadline)
      line.leave()
      // A whole answer leaves the connection to the next request; anything else ends it.
      if (!response?.complete) call?.destroy()
      const status = response?.statusCode ?? line.status
      resolve({
        status,
        location: response?.headers.location,
        // The status line has decided; the rest of the answer does not matter.
        failure: status === undefined ? failure : undefined,
        responseBody: body.text(),
        staleConnection: broken && status === undefined && reused(),
      })
    }
    const deadline = setTimeout(() => settle(timeoutFailure(phase, request.timeoutMs)), options.remainingMs)

    try {
      call = open(request, { ...options, lookup: followLookup(options.lookup, enter) })
    } catch (error) {
      // Header values that HTTP cannot carry throw at once instead of emitting an error.
      settle({ error: 'protocol', detail: `The request cannot be sent (${(error as Error).message}).` })
      return
    }
    call.on('socket', (socket: Socket) => {
      line.follow(socket)
      if (reused()) enter('answer')
      else followSocket(socket, enter)
    })
    call.on('error', (error) => settle(failureOf(error, phase), true))
    call.on('upgrade', (message: IncomingMessage) => {
      const detail = `The endpoint answered ${message.statusCode} and left HTTP.`
      settle({ error: 'protocol', detail })
    })
    call.on('response', (message) => {
      response = message
      line.leave()
      message.on('data', (chunk: Uint8Array) => body.add(chunk) && settle())
      message.on('end', () => settle())
      message.on('error', () => settle())
    })
    call.end(request.body)
  })
}

const open = (request: WebhookRequest, { url, agent, lookup, ca }: AttemptOptions): ClientRequest => {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { ...request.headers, 'content-length': request.body.length }
  return send(url, { method: 'POST', agent, lookup, headers, ca })
}

/** Sockets of Node and Bun emit different events around a lookup, so the lookup itself reports the phase. */
const followLookup =
  (lookup: LookupFunction, enter: (phase: Phase) => void): LookupFunction =>
  (hostname, options, callback) => {
    enter('dns')
    lookup(hostname, options, (...answer) => {
      enter('connect')
      callback(...answer)
    })
  }

const followSocket = (socket: Socket, enter: (phase: Phase) => void): void => {
  socket.once('connect', () => enter('encrypted' in socket ? 'tls' : 'answer'))
  socket.once('secureConnect', () => enter('answer'))
}
