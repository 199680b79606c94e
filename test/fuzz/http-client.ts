import { Agent, type IncomingMessage, request } from 'node:http'

export interface Sent {
  method: string
  /** Including the query string. */
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

export interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Live streams never end: the client reads the first part and disconnects. */
const isStream = ({ headers }: IncomingMessage): boolean => headers['content-type'] === 'text/event-stream'

/** Returns a sender with persistent connections. It rejects if there is no complete answer. */
export const createHttpClient = (port: number, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let sockets = 0
  // From many addresses, because requests without a key are limited by address.
  const createConnection: typeof agent.createConnection = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) =>
    createConnection(
      { ...options, localAddress: `127.0.${sockets % 250}.${1 + ((sockets++ >> 8) % 250)}` },
      callback,
    )
  const once = (sent: Sent): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const length = sent.body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(sent.body)) }
      const headers = { ...sent.headers, ...length }
      const { method, path } = sent
      const outgoing = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
        const chunks: Buffer[] = []
        const answered = () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          })
        response.on('data', (chunk) => {
          chunks.push(chunk)
          if (!isStream(response)) return
          answered()
          outgoing.destroy()
        })
        response.once('error', reject)
        response.once('end', answered)
      })
      outgoing.setTimeout(60_000, () => outgoing.destroy(new Error('no answer within a minute')))
      outgoing.once('error', (error: NodeJS.ErrnoException) =>
        reject(outgoing.reusedSocket && error.code === 'ECONNRESET' ? closed : error),
      )
      outgoing.end(sent.body)
    })
  // Repeats a request once if the server closed the persistent connection just as it arrived.
  return (sent: Sent): Promise<Answered> =>
    once(sent).catch((error: unknown) => (error === closed ? once(sent) : Promise.reject(error)))
}

const closed = new Error('The server closed the persistent connection.')
