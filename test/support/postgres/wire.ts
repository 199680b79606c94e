import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'

/** A way to a PostgreSQL that counts how often its clients speak after it has answered. */
export interface Wire {
  /** The address of the same database, through this way. */
  url: string
  /**
   * How often a client has spoken since the last call, with an answer or nothing before. The end of a read by itself
   * does not count: nothing waits for it, and whether it leaves with what comes next depends on which of two
   * connections was answered first.
   */
  turns(): number
  close(): Promise<void>
}

/** `rollback` as a simple query. */
const endOfRead = Buffer.from('Q\0\0\0\rrollback\0')

/** So many turns of the event loop in which the clients say nothing: what waits for no answer has been said by then. */
const silentTurns = 20

/**
 * Passes everything on to a database, and its answers as they are or `delayMs` later, as from a machine further
 * away. With `whenSilent` they come once the clients, which are in this process, wait for them: statements that are
 * sent without an answer in between are one turn then, however busy the machine is.
 */
export const wireTo = async (
  url: string,
  { delayMs = 0, port = 0, whenSilent = false } = {},
): Promise<Wire> => {
  const target = new URL(url)
  let turns = 0
  let said = 0
  const silence = async (): Promise<void> => {
    for (let turn = 0, before = said; turn < silentTurns; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (said !== before) turn = 0
      before = said
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
      said++
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

/** Passes bytes on in their order, each after `wait` where there is one. */
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
