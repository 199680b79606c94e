import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { forbiddenKind, notAllowed, type PrinterNetwork } from './connect.ts'
import { PrinterUnusable, SourceFailed } from './place.ts'

/** No response came, or it broke off: the outcome of the request is unknown. */
export class NoAnswer extends Error {}

interface PrinterRequest {
  url: URL
  method: string
  headers?: Record<string, string>
  body?: AsyncIterable<Uint8Array>
  /** Certificate authorities besides the system's. */
  ca?: string | undefined
}

export interface PrinterResponse {
  status: number
  body: Uint8Array
}

/** Idle timeout of a request. */
const idleMs = 60_000
const maxResponseBytes = 4 * 1024 * 1024

/**
 * Sends a request on its own connection, to an address that passes the guard. Throws `PrinterUnusable` if no
 * connection was made, so nothing was sent; `NoAnswer` if the outcome is unknown; `SourceFailed` if `body`
 * can't be read.
 */
export const send = (
  request: PrinterRequest,
  network: PrinterNetwork,
  idleTimeoutMs = idleMs,
): Promise<PrinterResponse> => {
  const { url, method, headers = {}, body, ca } = request
  const kind = forbiddenKind(url.hostname, network)
  if (kind !== undefined) {
    return Promise.reject(
      new PrinterUnusable(`The printer ${url.host} cannot be reached (${notAllowed(kind, url.hostname)}).`),
    )
  }
  return new Promise((resolve, reject) => {
    let connected = false
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    const call = open(url, { method, headers, agent: false, lookup: network.lookup, ca })
    // Replaces the socket's timeout, which on Bun doesn't fire while a server stalls the TLS handshake.
    const timer = idleTimer(idleTimeoutMs, () => fail(new Error('it took too long')))
    const fail = (error: Error) => {
      timer.end()
      call.destroy()
      if (error instanceof SourceFailed) reject(error)
      else if (connected) reject(new NoAnswer(`The printer ${url.host} did not answer (${reasonOf(error)}).`))
      else reject(new PrinterUnusable(`The printer ${url.host} cannot be reached (${reasonOf(error)}).`))
    }
    call.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true
        timer.restart()
      })
    })
    call.on('error', fail)
    call.on('response', (response) => {
      read(response, timer.restart).then((answer) => {
        timer.end()
        resolve(answer)
      }, fail)
    })
    write(call, body, timer.restart).catch(fail)
  })
}

const idleTimer = (ms: number, expired: () => void) => {
  let timer = setTimeout(expired, ms)
  let ended = false
  return {
    restart() {
      if (ended) return
      clearTimeout(timer)
      timer = setTimeout(expired, ms)
    },
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}

/** Returns the reason without a full stop, for use in a sentence. */
const reasonOf = (error: Error): string => {
  const reasons = error instanceof AggregateError ? error.errors : [error]
  return reasons.map(({ message }: Error) => message.replace(/\.$/, '')).join('; ')
}

const write = async (
  call: ReturnType<typeof httpRequest>,
  body: PrinterRequest['body'],
  onData: () => void,
): Promise<void> => {
  for await (const chunk of body ?? []) {
    if (call.destroyed) return
    // Copies the chunk, because the source may reuse its buffer.
    if (!call.write(chunk.slice())) await drained(call)
    onData()
  }
  call.end()
  onData()
}

const drained = (call: ReturnType<typeof httpRequest>): Promise<void> =>
  new Promise((resolve) => {
    call.once('drain', resolve)
    call.once('close', resolve)
  })

const read = async (response: IncomingMessage, onData: () => void): Promise<PrinterResponse> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    onData()
    length += chunk.length
    if (length > maxResponseBytes) throw new Error('its response is too long')
    chunks.push(chunk)
  }
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks) }
}
