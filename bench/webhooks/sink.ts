/**
 * Receives the webhooks of all sides in its own process: twenty ports that verify nothing, answer 200 and
 * record when each item arrived. Uses bare sockets, which cost little compared with the measured server. The
 * bench commands it over Node's IPC.
 */
import { createServer, type Socket } from 'node:net'

/**
 * Commands of the bench: clear the record, delay answers, let one port hang, report once this many items have
 * arrived or the time is over.
 */
export type SinkCommand =
  | { forget: true }
  | { delayMs: number }
  | { hang: number | undefined }
  | { expect: number; withinMs: number }
/** Items and their first arrivals, in ms of the machine's monotonic clock. */
export interface Arrivals {
  ids: string[]
  times: number[]
  /** Number of requests, including repeated ones. */
  requests: number
}

export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6

const endpoints = 20
const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
let arrivals = new Map<string, number>()
let requests = 0
let hanging: number | undefined
let delayMs = 0
let waiting: { count: number; timer: NodeJS.Timeout } | undefined

const report = () => {
  clearTimeout(waiting?.timer)
  waiting = undefined
  process.send!({ ids: [...arrivals.keys()], times: [...arrivals.values()], requests } satisfies Arrivals)
}

const record = (body: string) => {
  requests++
  const at = body.indexOf('"itm_') + 1
  const id = body.slice(at, body.indexOf('"', at))
  if (!arrivals.has(id)) arrivals.set(id, monotonicMs())
  if (waiting && arrivals.size >= waiting.count) report()
}

const receive = (socket: Socket, endpoint: number) => {
  let text = ''
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    for (;;) {
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))![1])
      const end = head + 4 + length
      if (text.length < end) return
      const body = text.slice(head + 4, end)
      text = text.slice(end)
      if (endpoint === hanging) continue
      record(body)
      if (delayMs === 0) socket.write(answer)
      else setTimeout(() => socket.write(answer), delayMs)
    }
  })
}

if (process.send) {
  const ports = await Promise.all(
    Array.from({ length: endpoints }, async (_, endpoint) => {
      const server = createServer((socket) => receive(socket, endpoint))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return (server.address() as { port: number }).port
    }),
  )
  process.on('message', (command: SinkCommand) => {
    if ('forget' in command) {
      arrivals = new Map()
      requests = 0
    } else if ('hang' in command) hanging = command.hang
    else if ('delayMs' in command) delayMs = command.delayMs
    else {
      waiting = { count: command.expect, timer: setTimeout(report, command.withinMs) }
      if (arrivals.size >= command.expect) report()
    }
  })
  process.on('disconnect', () => process.exit())
  process.send(ports)
}
