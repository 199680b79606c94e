import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { forbiddenKind, notAllowed, type PrinterNetwork } from './connect.ts'
import { PrinterUnusable, SourceFailed } from './place.ts'

/** No answer came, or it broke off: whether the request had its effect is not known. */
export class NoAnswer extends Error {}

export interface PrinterRequest {
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

/** Without a word from the other side for so long, a request is over. */
const idleMs = 60_000
const mostAnswer = 4 * 1024 * 1024

/**
 * One request on a connection of its own, to an address that the guard has seen. Throws `PrinterUnusable`
 * where no connection was made, so that nothing was sent; `NoAnswer` where that is not known; and what
 * reading the body throws.
 */
export const send = (
  asked: PrinterRequest,
  network: PrinterNetwork,
  silenceMs = idleMs,
): Promise<PrinterResponse> => {
  const { url, method, headers = {}, body, ca } = asked
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
    // A clock of our own: that of Bun does not run while a server keeps silent instead of beginning TLS.
    const heard = silence(silenceMs, () => fail(new Error('it took too long')))
    const fail = (error: Error) => {
      heard.end()
      call.destroy()
      if (error instanceof SourceFailed) reject(error)
      else if (connected) reject(new NoAnswer(`The printer ${url.host} did not answer (${reasonOf(error)}).`))
      else reject(new PrinterUnusable(`The printer ${url.host} cannot be reached (${reasonOf(error)}).`))
    }
    call.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true
        heard.anew()
      })
    })
    call.on('error', fail)
    call.on('response', (response) => {
      read(response, heard.anew).then((answer) => {
        heard.end()
        resolve(answer)
      }, fail)
    })
    write(call, body, heard.anew).catch(fail)
  })
}

/** Calls `over` once nothing was heard for so long. */
const silence = (ms: number, over: () => void) => {
  let timer = setTimeout(over, ms)
  let ended = false
  return {
    anew() {
      if (ended) return
      clearTimeout(timer)
      timer = setTimeout(over, ms)
    },
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}

/** What went wrong, as it stands within a sentence. */
const reasonOf = (error: Error): string => {
  const reasons = error instanceof AggregateError ? error.errors : [error]
  return reasons.map(({ message }: Error) => message.replace(/\.$/, '')).join('; ')
}

const write = async (
  call: ReturnType<typeof httpRequest>,
  body: PrinterRequest['body'],
  heard: () => void,
): Promise<void> => {
  for await (const chunk of body ?? []) {
    if (call.destroyed) return
    // The source may use its buffer again.
    if (!call.write(chunk.slice())) await drained(call)
    heard()
  }
  call.end()
  heard()
}

/** Resolves when there is room again, or nobody listens any more. */
const drained = (call: ReturnType<typeof httpRequest>): Promise<void> =>
  new Promise((resolve) => {
    call.once('drain', resolve)
    call.once('close', resolve)
  })

const read = async (response: IncomingMessage, heard: () => void): Promise<PrinterResponse> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    heard()
    length += chunk.length
    if (length > mostAnswer) throw new Error('its answer is too long')
    chunks.push(chunk)
  }
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks) }
}
