import { connect, type Socket } from 'node:net'
import { errorCode } from '../system/files.ts'
import type { ControlRequest, ControlResponse } from './control-server.ts'
import { findSocket, readLines } from './control-socket.ts'

export interface ControlClient {
  /** Rejects with `ControlProblem` if the command failed, with `Error` if the connection closed. */
  call(command: string, args?: unknown): Promise<unknown>
  close(): void
}

/** The server answered the command with a problem. */
export class ControlProblem extends Error {
  readonly problem: unknown
  constructor(command: string, problem: unknown) {
    super(`${command}: ${detailOf(problem)}`)
    this.problem = problem
  }
}

/** Error codes that mean no server: no file, a file left by a dead server, or a file that isn't a socket. */
const NO_SERVER = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR'])

/** Connects to the server that owns the folder; undefined if none is listening. */
export const connectControl = async (dataDir: string): Promise<ControlClient | undefined> => {
  const path = await findSocket(dataDir)
  if (path === undefined) return undefined
  try {
    return clientOn(await open(path))
  } catch (error) {
    const code = errorCode(error) ?? ''
    if (NO_SERVER.has(code)) return undefined
    if (code !== 'EACCES' && code !== 'EPERM') throw error
    throw new Error(
      `A server runs on ${dataDir}, but only the user who started it can open its control socket.`,
      {
        cause: error,
      },
    )
  }
}

const open = (path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(path, () => {
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
  })

const clientOn = (socket: Socket): ControlClient => {
  const waiting = new Map<number, (response: ControlResponse | Error) => void>()
  let lastId = 0
  const failAll = () => {
    for (const settle of waiting.values()) settle(new Error('The server ended before it answered.'))
    waiting.clear()
  }
  socket.on('error', failAll)
  socket.on('close', failAll)
  readLines(socket, (line) => {
    const response = JSON.parse(line) as ControlResponse
    waiting.get(response.id ?? Number.NaN)?.(response)
    waiting.delete(response.id ?? Number.NaN)
  })

  return {
    call(command, args) {
      const request: ControlRequest = { id: ++lastId, command, args }
      return new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The connection to the server is closed.'))
        waiting.set(request.id, (response) => {
          if (response instanceof Error) reject(response)
          else if (response.ok) resolve(response.result)
          else reject(new ControlProblem(command, response.problem))
        })
        socket.write(`${JSON.stringify(request)}\n`)
      })
    },
    close: () => socket.destroy(),
  }
}

function detailOf(problem: unknown): string {
  const detail =
    typeof problem === 'object' && problem !== null && 'detail' in problem ? problem.detail : problem
  return typeof detail === 'string' ? detail : JSON.stringify(detail)
}
