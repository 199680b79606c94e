import { createServer, type Server, type Socket } from 'node:net'
import { bindSocket, readLines, removeSocket } from './control-socket.ts'

/** A request line. The response repeats the client's `id`. */
export interface ControlRequest {
  id: number
  command: string
  args: unknown
}

/** A response line. Responses arrive in the order in which commands finish. */
export type ControlResponse = { id: number | null } & (
  | { ok: true; result: unknown }
  | { ok: false; problem: unknown }
)

export interface ControlServerOptions {
  /** Runs one command; an error becomes the problem of the answer. */
  handle(command: string, args: unknown): Promise<unknown>
  toProblem(error: unknown): unknown
}

export interface ControlServer {
  /** Stops accepting commands, waits for running ones and removes the socket. */
  close(): Promise<void>
}

/**
 * Serves commands from the command line of the same data folder as JSON lines, on a socket that only the user
 * of the server can open (docs/design/storage.md). The caller must own the folder's lock, so an existing
 * socket is a dead server's.
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
    // The client disconnected; nothing to do.
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
      // On a disk that became read-only the file stays for the next server to remove; shutdown continues.
      await removeSocket(dataDir).catch(() => {})
      while (running.size > 0) await Promise.all(running)
      for (const socket of sockets) socket.end()
      await closed
    },
  }
}

const refusing: ControlServerOptions = {
  handle: () => Promise.reject(new Error('The server is shutting down.')),
  toProblem: (error) => ({ detail: (error as Error).message }),
}

/** Returns the response line; never rejects. */
const answer = async (line: string, options: ControlServerOptions): Promise<string> => {
  const request = parseRequest(line)
  if (!request) {
    const detail = 'Not a command: {"id", "command", "args"} as one line of JSON.'
    return toLine({ id: null, ok: false, problem: { detail } })
  }
  const { id, command, args } = request
  try {
    // Serialised inside the `try`, so that a result that JSON can't represent becomes a problem.
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
