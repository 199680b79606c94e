import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithUs } from '../../test/support/end-with-us.ts'
import { endOfAnswer, jsonRequest, open } from '../support/load.ts'
import { memoryMbOf } from '../support/processes.ts'
import type { Api } from './sides/side.ts'
import { type Arrivals, monotonicMs, type SinkCommand } from './sink.ts'

export interface Sink {
  ports: number[]
  ask(command: Exclude<SinkCommand, { expect: number }>): void
  /** Resolves when this many different items have arrived, or the time is over. */
  expect(count: number, withinMs: number): Promise<Arrivals>
  stop(): void
}

export const startSink = async (): Promise<Sink> => {
  const child = endWithUs(fork(join(import.meta.dirname, 'sink.ts'), { serialization: 'advanced' }))
  const [ports] = (await once(child, 'message')) as [number[]]
  return {
    ports,
    ask: (command) => void child.send(command),
    async expect(count, withinMs) {
      child.send({ expect: count, withinMs } satisfies SinkCommand)
      const [arrivals] = (await once(child, 'message')) as [Arrivals]
      return arrivals
    },
    stop: () => child.disconnect(),
  }
}

interface Example {
  expect: string
  recipient: Record<string, string>
  data: Record<string, string>
}
const examples = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../examples/recipients.json'), 'utf8')) as Example[]
).filter(({ expect }) => expect === 'printed')

/** Returns the n-th write; items alternate between endpoints. */
export const requestOf = (api: Api): ((n: number) => Buffer) => {
  const prepared = Array.from({ length: 240 }, (_, n) => {
    const { recipient, data } = examples[n % examples.length]!
    const postflowId = api.postflowIds[n % api.postflowIds.length]
    return jsonRequest('POST', '/v1/items', { postflowId, recipient, data }, api.headers)
  })
  return (n) => prepared[n % prepared.length]!
}

export interface Written {
  id: string
  endpoint: number
  /** When the last byte of the answer arrived, on the machine's monotonic clock. */
  acceptedMs: number
}

/**
 * Returns a writer that sends each write at once, even if earlier ones were not answered: a connection has
 * one request at a time, and the writer opens more when none is free.
 */
export const openWriter = (api: Api) => {
  const request = requestOf(api)
  const free: Awaited<ReturnType<typeof openLine>>[] = []
  const all: typeof free = []
  return {
    /** Opens connections in advance. */
    async prepare(connections: number) {
      while (all.length < connections) {
        const line = await openLine(api.port)
        all.push(line)
        free.push(line)
      }
    },
    async write(n: number): Promise<Written> {
      // Servers close connections that were idle for some seconds.
      let line = free.pop()
      while (line?.isClosed()) line = free.pop()
      line ??= await openLine(api.port)
      if (!all.includes(line)) all.push(line)
      const text = await line.ask(request(n))
      const acceptedMs = monotonicMs()
      free.push(line)
      if (text.slice(9, 12) !== '201') throw new Error(text.slice(0, 500))
      return { id: /"id":"(itm_[^"]+)"/.exec(text)![1]!, endpoint: n % api.postflowIds.length, acceptedMs }
    },
    close() {
      for (const line of all) line.close()
    },
  }
}

const openLine = async (port: number) => {
  const socket = await open(port)
  let text = ''
  let waiting: { resolve(text: string): void; reject(error: Error): void } | undefined
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    const end = endOfAnswer(text)
    if (end === undefined) return
    waiting?.resolve(text.slice(0, end))
    text = text.slice(end)
  })
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')))
  return {
    ask: (request: Buffer): Promise<string> =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    isClosed: () => !socket.writable,
    close: () => socket.destroy(),
  }
}

/** Waits until this many attempts are recorded; polls every 20 ms. */
export const untilRecorded = async (recorded: () => Promise<number>, count: number): Promise<void> => {
  const giveUpAt = performance.now() + 120_000
  for (;;) {
    const now = await recorded()
    if (now >= count) return
    if (performance.now() > giveUpAt) throw new Error(`Only ${now} of ${count} attempts were recorded.`)
    await sleep(20)
  }
}

/**
 * Samples the memory of processes and their children every half second; shared pages count once. Returns a
 * function that stops this and returns the peak in MB.
 */
export const watchMemory = (processes: () => number[]) => {
  let peakMb = 0
  const look = () => {
    peakMb = Math.max(peakMb, memoryMbOf(processes()))
  }
  const timer = setInterval(look, 500)
  return () => {
    clearInterval(timer)
    look()
    return peakMb
  }
}
