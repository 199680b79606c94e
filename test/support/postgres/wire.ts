import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'

/** A way to a PostgreSQL that counts how often its clients speak after it has answered. */
export interface Wire {
  /** The address of the same database, through this way. */
  url: string
  /** How often a client has spoken since the last call, with an answer or nothing before. */
  turns(): number
  close(): Promise<void>
}

/**
 * Passes everything on to a database, and its answers as they are or `delayMs` later, as from a machine further
 * away.
 */
export const wireTo = async (url: string, { delayMs = 0, port = 0 } = {}): Promise<Wire> => {
  const target = new URL(url)
  let turns = 0
  let last: 'client' | 'database' = 'database'
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const database = dial(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      socket.setNoDelay(true)
      open.add(socket)
      socket.on('error', () => {}).on('close', () => open.delete(socket))
    }
    pass(client, database, 0, () => {
      if (last === 'database') turns++
      last = 'client'
    })
    pass(database, client, delayMs, () => {
      last = 'database'
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { port: number }
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(address.port)
  return {
    url: through.href,
    turns() {
      const counted = turns
      turns = 0
      return counted
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Passes bytes on in their order. */
const pass = (from: Socket, to: Socket, delayMs: number, note: () => void): void => {
  from.on('data', async (bytes) => {
    note()
    if (delayMs > 0) await later(delayMs)
    to.write(bytes)
  })
  from.on('end', async () => {
    if (delayMs > 0) await later(delayMs)
    to.end()
  })
}
