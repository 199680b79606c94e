import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { unlessMissing, writeFileWhole } from '../system/files.ts'

/** The shortest limit of the supported systems (macOS: 104 bytes with the closing zero; Linux: 108). */
const MAX_PATH_BYTES = 103
const SOCKET = 'control.sock'
/** Holds the socket's real path where the data folder's own is too long for one. */
const POINTER = 'control.path'

/** The path of the socket to connect to; undefined where the folder has none. */
export const findSocket = async (dataDir: string): Promise<string | undefined> => {
  if (process.platform === 'win32') return pipeName(dataDir)
  if (fits(join(dataDir, SOCKET))) return join(dataDir, SOCKET)
  return readPointer(dataDir)
}

/**
 * Binds through `listen` and leaves a socket that only this user can open. It is made in a folder that other
 * users cannot enter, closed to them, and only then given its name, so that no other user can connect at any
 * moment, and a dead server's socket is replaced as a whole. Only the owner of the data folder's lock may
 * call this.
 */
export const bindSocket = async (dataDir: string, listen: (path: string) => Promise<void>): Promise<void> => {
  if (process.platform === 'win32') return listen(await pipeName(dataDir))
  await removeSocket(dataDir)
  const final = join(dataDir, SOCKET)
  if (!fits(final)) {
    const path = join(await mkdtemp(join(tmpdir(), 'lettershop-')), SOCKET)
    await listen(path)
    await chmod(path, 0o600)
    await writeFileWhole(join(dataDir, POINTER), new TextEncoder().encode(path), 0o600)
    return
  }
  // `.c-XXXXXX/s` is shorter than the socket's own name, so what fits there can be bound here.
  const home = await mkdtemp(join(dataDir, '.c-'))
  try {
    const path = join(home, 's')
    await listen(path)
    await chmod(path, 0o600)
    await rename(path, final)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** Removes the socket and everything that pointed to it, a dead server's too. */
export const removeSocket = async (dataDir: string): Promise<void> => {
  if (process.platform === 'win32') return
  await rm(join(dataDir, SOCKET), { force: true })
  const elsewhere = await readPointer(dataDir)
  if (elsewhere === undefined) return
  await rm(elsewhere, { force: true })
  // Not recursive: a folder with any other file in it stays.
  await rmdir(dirname(elsewhere)).catch(() => {})
  await rm(join(dataDir, POINTER), { force: true })
}

const fits = (path: string): boolean => Buffer.byteLength(path) <= MAX_PATH_BYTES

const readPointer = async (dataDir: string): Promise<string | undefined> => {
  const path = await unlessMissing(readFile(join(dataDir, POINTER), 'utf8'))
  return path !== undefined && basename(path) === SOCKET ? path : undefined
}

/** Windows has no sockets in folders; there is one pipe for each data folder, by its real path. */
const pipeName = async (dataDir: string): Promise<string> => {
  const folder = (await realpath(dataDir)).toLowerCase()
  return `\\\\.\\pipe\\lettershop-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
}

/** More than any command carries; a peer that sends no newline must not fill the memory. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024

/** Calls `onLine` for every line that arrives. A line that is too long ends the connection. */
export const readLines = (socket: Socket, onLine: (line: string) => void): void => {
  // A line is put together once, when it is whole: joining at every chunk would take quadratic time.
  let parts: string[] = []
  let length = 0
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string | Buffer) => {
    const pieces = String(chunk).split('\n')
    const rest = pieces.pop() ?? ''
    for (const piece of pieces) {
      const line = parts.join('') + piece
      parts = []
      length = 0
      onLine(line)
    }
    parts.push(rest)
    length += rest.length
    if (length > MAX_LINE_LENGTH) socket.destroy()
  })
}
