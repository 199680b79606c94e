import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'

/** A proxy in front of PostgreSQL that counts round trips. */
export interface Wire {
  /** The URL of the same database, through this proxy. */
  url: string
  /**
   * Round trips since the last call: everything that clients send before a response arrives counts as one. A
   * `rollback` that ends a read does not count alone: nothing waits for it, and whether it is sent with the
   * next statement depends on which of two connections was answered first.
   */
  turns(): number
  close(): Promise<void>
}

/** `rollback` as a simple query. */
const endOfRead = Buffer.from('Q\0\0\0\rrollback\0')

/**
 * Event-loop turns without client traffic after which clients have sent all that needs no further response.
 */
const silentTurns = 20

/**
 * Forwards everything to a database, and its responses immediately or `delayMs` later, as from another
 * machine. `whenSilent` holds responses until the clients, which are in this process, wait for them.
 * Statements sent without a response in between are then one round trip, however busy the machine is.
 */
export const wireTo = async (
  url: string,
  { delayMs = 0, port = 0, whenSilent = false } = {},
): Promise<Wire> => {
  const target = new URL(url)
  let turns = 0
  let sent = 0
  const silence = async (): Promise<void> => {
    for (let turn = 0, before = sent; turn < silentTurns; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (sent !== before) turn = 0
      before = sent
    }
  }
  const answerLater = whenSilent ? silence : delayMs > 0 ? () => later(delayMs) : undefined
  let last: 'client' | 'database' = 'database'
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const database = dial(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      socket.setNoDelay(true)
      open.add(socket)
      socket.on('error', () => {}).on('close', () => open.delete(socket))
    }
    pass(client, database, undefined, (bytes) => {
      sent++
      if (bytes.equals(endOfRead)) return
      if (last === 'database') turns++
      last = 'client'
    })
    pass(database, client, answerLater, () => {
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

/** Forwards bytes in order, each chunk after `wait` if given, and passes them to `note`. */
const pass = (
  from: Socket,
  to: Socket,
  wait: (() => Promise<void>) | undefined,
  note: (bytes: Buffer) => void,
): void => {
  let passed = Promise.resolve()
  const afterThose = (work: () => void): void => {
    if (!wait) work()
    else {
      const waited = wait()
      passed = passed.then(() => waited).then(work)
    }
  }
  from.on('data', (bytes) =>
    afterThose(() => {
      note(bytes)
      to.write(bytes)
    }),
  )
  from.on('end', () => afterThose(() => to.end()))
}
