import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { testCertificate } from './certificate.ts'

export interface RawListener {
  port: number
  /** Number of connections so far, including refused handshakes. */
  connections(): number
  /** Number of open connections. */
  open(): number
  /** Complete requests seen, oldest first, as text. */
  requests: string[]
  close(): Promise<void>
}

const rawOf = new WeakMap<Socket, Socket>()

/** Resets a TCP connection; for a TLS socket, the one below it. */
export const reset = (socket: Socket): void => void (rawOf.get(socket) ?? socket).resetAndDestroy()

/** Starts a loopback server that answers with raw bytes, so that a test can break HTTP at any point. */
export const listenRaw = async (
  answer: (socket: Socket, request: string) => void,
  options: { tls?: boolean; host?: string; port?: number; greet?: (socket: Socket) => void } = {},
): Promise<RawListener> => {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const serve = (socket: Socket) => {
    const raw = [...sockets].find(({ remotePort }) => remotePort === socket.remotePort)
    if (raw && raw !== socket) rawOf.set(socket, raw)
    let received = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      for (let end = endOfRequest(received); end !== undefined; end = endOfRequest(received)) {
        requests.push(received.slice(0, end))
        received = received.slice(end)
        answer(socket, requests.at(-1)!)
      }
    })
  }
  const server: Server = options.tls ? createTlsServer(testCertificate, serve) : createServer(serve)
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    if (options.greet) {
      socket.on('error', () => {})
      options.greet(socket)
    }
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.')

  return {
    port: address.port,
    connections: () => connections,
    open: () => sockets.size,
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns the end of the first request in the text; undefined until the request is complete. */
const endOfRequest = (text: string): number | undefined => {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
  const end = head + 4 + length
  return text.length >= end ? end : undefined
}
