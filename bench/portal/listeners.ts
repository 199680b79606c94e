/**
 * Reads live streams on bare sockets, which cost little compared with the measured server. Reads a `Task` as
 * one line of JSON from its input and prints the number of open streams. When the input ends, prints the
 * number of received frames.
 */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { open } from '../support/load.ts'

interface Task {
  port: number
  organisationId: string
  cookies: readonly string[]
  perUser: number
}

let frames = 0
const readOne = async ({ port, organisationId }: Task, cookie: string): Promise<Socket> => {
  const socket = await open(port)
  socket.write(
    `GET /v1/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nX-Mode: test\r\nX-Organisation-Id: ${organisationId}\r\n\r\n`,
  )
  await new Promise<void>((resolve, reject) => {
    socket.once('data', (head) =>
      head.includes(' 200 ') ? resolve() : reject(new Error(head.toString('latin1').slice(0, 800))),
    )
  })
  socket.on('data', (chunk) => {
    for (let at = chunk.indexOf('\nevent: '); at >= 0; at = chunk.indexOf('\nevent: ', at + 1)) frames++
  })
  return socket
}

const lines = createInterface({ input: process.stdin })
const task = JSON.parse((await once(lines, 'line'))[0] as string) as Task
const sockets: Socket[] = []
for (const cookie of task.cookies) {
  for (let n = 0; n < task.perUser; n++) sockets.push(await readOne(task, cookie))
}
process.stdout.write(`${sockets.length}\n`)
lines.on('close', () => {
  process.stdout.write(`${frames}\n`)
  for (const socket of sockets) socket.destroy()
})
