/**
 * The receiver of the webhooks of all sides, a process of its own: twenty ports that verify nothing, answer
 * 200 and note when which item came. On bare sockets, so that it costs little beside what is measured. Spoken
 * to over Node's IPC.
 */
import { createServer, type Socket } from 'node:net'

/** What the bench asks: to forget all, to answer later, to let one port hang, to tell when so many items have come. */
export type Asked =
  | { forget: true }
  | { delayMs: number }
  | { hang: number | undefined }
  | { expect: number; withinMs: number }
/** Items and when each came first, in ms of the machine's monotonic clock. */
export interface Arrivals {
  ids: string[]
  times: number[]
  /** Requests, those that came again with them. */
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

const tell = () => {
  clearTimeout(waiting?.timer)
  waiting = undefined
  process.send!({ ids: [...arrivals.keys()], times: [...arrivals.values()], requests } satisfies Arrivals)
}

const note = (body: string) => {
  requests++
  const at = body.indexOf('"itm_') + 1
  const id = body.slice(at, body.indexOf('"', at))
  if (!arrivals.has(id)) arrivals.set(id, monotonicMs())
  if (waiting && arrivals.size >= waiting.count) tell()
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
      note(body)
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
  process.on('message', (asked: Asked) => {
    if ('forget' in asked) {
      arrivals = new Map()
      requests = 0
    } else if ('hang' in asked) hanging = asked.hang
    else if ('delayMs' in asked) delayMs = asked.delayMs
    else {
      waiting = { count: asked.expect, timer: setTimeout(tell, asked.withinMs) }
      if (arrivals.size >= asked.expect) tell()
    }
  })
  process.on('disconnect', () => process.exit())
  process.send(ports)
}
