import { createServer, type Server, type Socket } from 'node:net'
import { bindSocket, readLines, removeSocket } from './control-socket.ts'

/** A line to the server. `id` is the client's, and comes back with the answer. */
export interface ControlRequest {
  id: number
  command: string
  args: unknown
}

/** A line from the server; answers come in the order in which commands end. */
export type ControlResponse = { id: number | null } & (
  | { ok: true; result: unknown }
  | { ok: false; problem: unknown }
)

export interface ControlServerOptions {
  /** Runs one command; an error becomes the problem of the answer. */
  handle(command: string, args: unknown): Promise<unknown>
  /** The problem that the client gets for an error: JSON without private text. */
  toProblem(error: unknown): unknown
}

export interface ControlServer {
  /** Accepts no more commands, waits for those under way, and removes the socket. */
  close(): Promise<void>
}

/**
 * Answers the command line of the same data folder: one JSON value a line, on a socket that only the user who
 * runs the server can open (docs/design/storage.md). The caller owns the folder's lock, so a
 * socket found there is a dead one.
 */
export const listenControl = async (
  dataDir: string,
  options: ControlServerOptions,
): Promise<ControlServer> => {
  const running = new Set<Promise<void>>()
  const sockets = new Set<Socket>()
  let closing = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that disconnects during an answer does not get it.
    socket.on('error', () => socket.destroy())
    readLines(socket, (line) => {
      const answered = answer(line, closing ? refusing : options).then((text) => {
        running.delete(answered)
        socket.write(text)
      })
      running.add(answered)
    })
  })
  await bindSocket(dataDir, (path) => listen(server, path))

  return {
    async close() {
      closing = true
      const closed = new Promise((resolve) => server.close(resolve))
      // On a disk that became read-only the name stays, for the next server to remove, and the server still
      // stops as usual.
      await removeSocket(dataDir).catch(() => {})
      while (running.size > 0) await Promise.all(running)
      for (const socket of sockets) socket.end()
      await closed
    },
  }
}

/** Refuses commands while the last ones are being finished. */
const refusing: ControlServerOptions = {
  handle: () => Promise.reject(new Error('The server is shutting down.')),
  toProblem: (error) => ({ detail: (error as Error).message }),
}

/** The line to send; never rejects. */
const answer = async (line: string, options: ControlServerOptions): Promise<string> => {
  const request = parseRequest(line)
  if (!request) {
    const detail = 'Not a command: {"id", "command", "args"} as one line of JSON.'
    return toLine({ id: null, ok: false, problem: { detail } })
  }
  const { id, command, args } = request
  try {
    // Converted to text here, so that a result that JSON cannot represent becomes a problem instead of a lost
    // answer.
    return toLine({ id, ok: true, result: (await options.handle(command, args)) ?? null })
  } catch (error) {
    return toLine({ id, ok: false, problem: options.toProblem(error) ?? null })
  }
}

const toLine = (response: ControlResponse): string => `${JSON.stringify(response)}\n`

const parseRequest = (line: string): ControlRequest | undefined => {
  try {
    const { id, command, args } = JSON.parse(line) as Partial<ControlRequest>
    return typeof id === 'number' && typeof command === 'string' ? { id, command, args } : undefined
  } catch {
    return undefined
  }
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
