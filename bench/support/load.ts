import { connect, type Socket } from 'node:net'

export interface LoadResult {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Duration of each request, in order. */
  timesMs: number[]
  /** Number of answers by unexpected status. */
  unexpected: Record<string, number>
}

export interface Load {
  port: number
  connections: number
  /** Measured requests, after those of `warmUp`. */
  requests: number
  warmUp: number
  /** The status of every answer, or of the n-th. */
  expectStatus: number | ((n: number) => number)
  /** The whole request, head and body, for the n-th call. */
  request(n: number): Buffer
}

/**
 * Keeps connections busy with one request at a time, and measures from the write to the last byte of the
 * answer. Uses bare sockets, so that the generator costs little next to the measured server.
 */
export const load = async (options: Load): Promise<LoadResult> => {
  let next = 0
  let startedAt = 0
  const timesMs: number[] = []
  const unexpected: Record<string, number> = {}
  const { expectStatus } = options
  const expected = typeof expectStatus === 'number' ? () => expectStatus : expectStatus
  const total = options.warmUp + options.requests
  const lane = async () => {
    const socket = await open(options.port)
    const reader = createReader(socket)
    for (;;) {
      const n = next++
      if (n >= total) break
      if (n === options.warmUp) startedAt = performance.now()
      const before = performance.now()
      socket.write(options.request(n))
      const status = await reader()
      if (n >= options.warmUp) timesMs[n - options.warmUp] = performance.now() - before
      if (status !== expected(n)) unexpected[status] = (unexpected[status] ?? 0) + 1
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: options.connections }, lane))
  const seconds = (performance.now() - startedAt) / 1000
  const times = timesMs.toSorted((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  const requestsPerSecond = options.requests / seconds
  return { requestsPerSecond, p50Ms: at(0.5), p99Ms: at(0.99), timesMs, unexpected }
}

export const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.setNoDelay(true)
    socket.once('error', reject)
  })

/** Resolves with the status of the next answer, once its body has arrived by Content-Length or chunks. */
const createReader = (socket: Socket): (() => Promise<number>) => {
  let buffer = ''
  let waiting: { resolve(status: number): void; reject(error: Error): void } | undefined
  const settle = () => {
    const end = endOfAnswer(buffer)
    if (end === undefined || !waiting) return
    const status = Number(buffer.slice(9, 12))
    buffer = buffer.slice(end)
    const { resolve } = waiting
    waiting = undefined
    resolve(status)
  }
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1')
    settle()
  })
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')))
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      settle()
    })
}

export const endOfAnswer = (text: string): number | undefined => {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  if (length !== undefined) {
    const end = head + 4 + Number(length)
    return text.length >= end ? end : undefined
  }
  const last = text.indexOf('0\r\n\r\n', head + 4)
  return last < 0 ? undefined : last + 5
}

/** A request with a JSON body, as bytes. */
export const jsonRequest = (
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Buffer => {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    Host: '127.0.0.1',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

/** A request without a body, as bytes. */
export const getRequest = (path: string, headers: Record<string, string>): Buffer => {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}
