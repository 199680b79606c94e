import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { WebhookRequest } from '../../core/ports/webhook-sender.ts'
import { CapturedBody } from './captured-body.ts'
import { AddressRefused, NameNotResolved } from './lookup.ts'

/** The step that an attempt has reached, which describes a failure better than error codes. */
type Phase = 'dns' | 'connect' | 'tls' | 'answer'

interface Failure {
  error: string
  detail: string
}

const WAITING_FOR: Record<Phase, string> = {
  dns: 'while its name was being resolved',
  connect: 'while the connection was being made',
  tls: 'during the TLS handshake',
  answer: 'while waiting for its answer',
}

const timeoutFailure = (phase: Phase, timeoutMs: number): Failure => ({
  error: 'timeout',
  detail: `The endpoint took longer than ${timeoutMs / 1000} s, ${WAITING_FOR[phase]}.`,
})

const failureOf = (error: Error, phase: Phase): Failure => {
  if (error instanceof AddressRefused) return { error: 'address_refused', detail: error.message }
  if (error instanceof NameNotResolved) return { error: 'dns', detail: error.message }
  const reason = reasonOf(error)
  switch (phase) {
    case 'dns':
    case 'connect':
      return { error: 'connect', detail: `No connection could be made (${reason}).` }
    case 'tls':
      return { error: 'tls', detail: `The TLS handshake failed (${reason}).` }
    case 'answer':
      // Errors of Node's HTTP parser are named HPE_…; any other is a broken connection.
      return codeOf(error).startsWith('HPE_')
        ? { error: 'protocol', detail: `The answer is not valid HTTP (${reason}).` }
        : { error: 'reset', detail: `The connection broke before a response arrived (${reason}).` }
  }
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/** If all addresses fail, Node throws an AggregateError with an empty message. */
const reasonOf = (error: Error): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ')
  return error.message || codeOf(error) || error.name
}

/** Approximate bytes searched for a status line. Interim (1xx) responses are shorter. */
const limit = 32 * 1024

/**
 * Reads the status line as soon as it arrives. Node's client reports it only with all headers, but a status
 * line decides the outcome (docs/design/webhooks.md), even if the connection breaks after it.
 */
class StatusLine {
  #text = ''
  #socket: Socket | undefined
  readonly #read = (chunk: Uint8Array) => {
    if (this.#text.length < limit) this.#text += new TextDecoder('latin1').decode(chunk)
  }

  follow(socket: Socket): void {
    this.#socket = socket
    // Listens before the parser, because a parser error ends the connection.
    socket.prependListener('data', this.#read)
  }

  /** Stops reading; the connection may be reused. */
  leave(): void {
    this.#socket?.off('data', this.#read)
  }

  /** The status, skipping interim responses; undefined until its line is complete. */
  get status(): number | undefined {
    for (let rest = this.#text; ; ) {
      const line = /^HTTP\/1\.[01] ([1-9]\d\d)(?: [^\r\n]*)?\r?\n/.exec(rest)
      if (!line) return undefined
      const status = Number(line[1])
      if (status >= 200) return status
      const end = /\r?\n\r?\n/.exec(rest)
      if (!end) return undefined
      rest = rest.slice(end.index + end[0].length)
    }
  }
}

export interface Attempt {
  status?: number
  location?: string
  failure?: Failure
  responseBody: string
  /** A reused connection broke before any response. The endpoint may have closed it while it was idle. */
  staleConnection: boolean
  /** The request was already sent on a reused connection that broke, so the endpoint may have received it. */
  sentBefore?: boolean
}

interface AttemptOptions {
  url: URL
  /** False for a separate connection, closed afterwards. */
  agent: Agent | false
  lookup: LookupFunction
  remainingMs: number
  /** Certificate authorities (PEM) instead of the default ones. */
  ca?: string
}

/** Sends one request. Never rejects. */
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
      // A connection is reused only after a complete response.
      if (!response?.complete) call?.destroy()
      const status = response?.statusCode ?? line.status
      resolve({
        status,
        location: response?.headers.location,
        // The status line decides; the rest of the response doesn't matter.
        failure: status === undefined ? failure : undefined,
        responseBody: body.text(),
        staleConnection: broken && status === undefined && reused(),
      })
    }
    const deadline = setTimeout(() => settle(timeoutFailure(phase, request.timeoutMs)), options.remainingMs)

    try {
      call = open(request, { ...options, lookup: followLookup(options.lookup, enter) })
    } catch (error) {
      // Invalid header values throw synchronously.
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
      const detail = `The endpoint answered ${message.statusCode} and switched to another protocol.`
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

/** Reports the phase from the lookup, because Node and Bun emit different socket events around it. */
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
