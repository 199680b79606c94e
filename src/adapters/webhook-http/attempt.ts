import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { WebhookRequest } from '../../core/ports/webhook-sender.ts'
import { CapturedBody } from './captured-body.ts'
import { AddressRefused, NameNotResolved } from './lookup.ts'

/** How far an attempt came; it names what failed better than the many codes of an error do. */
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
      // Node's HTTP parser names its errors HPE_…; everything else here is a connection that broke.
      return codeOf(error).startsWith('HPE_')
        ? { error: 'protocol', detail: `The answer is not valid HTTP (${reason}).` }
        : { error: 'reset', detail: `The connection broke before an answer came (${reason}).` }
  }
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/** When all of a name's addresses fail, Node throws an AggregateError whose own message is empty. */
const reasonOf = (error: Error): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ')
  return error.message || codeOf(error) || error.name
}

/** Interim answers are a line or two; longer data contains no status line worth waiting for. */
const limit = 32 * 1024

/**
 * Reads the status of an answer from the connection as soon as its line has arrived: Node's client reports it
 * only with the whole head, and a 2xx status line decides (docs/design/webhooks.md), also when the connection breaks
 * after it.
 */
class StatusLine {
  #text = ''
  #socket: Socket | undefined
  readonly #read = (chunk: Uint8Array) => {
    if (this.#text.length < limit) this.#text += new TextDecoder('latin1').decode(chunk)
  }

  follow(socket: Socket): void {
    this.#socket = socket
    // Registered before the parser, whose error ends everything.
    socket.prependListener('data', this.#read)
  }

  /** Stops reading, because the connection may serve another request next. */
  leave(): void {
    this.#socket?.off('data', this.#read)
  }

  /** The status of the answer, interim ones passed over; undefined while its line is not whole. */
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
