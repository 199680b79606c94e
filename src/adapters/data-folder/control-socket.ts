import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { unlessMissing, writeFileWhole } from '../system/files.ts'

/** The lowest limit among supported systems (macOS: 104 bytes with the terminating zero; Linux: 108). */
const MAX_PATH_BYTES = 103
const SOCKET = 'control.sock'
/** File with the socket's path if the data folder's path is too long for a socket. */
const POINTER = 'control.path'

/** Returns the path of the socket to connect to; undefined if there is none. */
export const findSocket = async (dataDir: string): Promise<string | undefined> => {
  if (process.platform === 'win32') return pipeName(dataDir)
  if (fits(join(dataDir, SOCKET))) return join(dataDir, SOCKET)
  return readPointer(dataDir)
}

/**
 * Binds a socket that only this user can open. It is created in a folder that other users can't enter,
 * restricted, and only then renamed to its final name: no other user can connect at any moment, and the
 * socket of a dead server is replaced atomically. Only the owner of the data folder's lock may call this.
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
  // `.c-XXXXXX/s` is shorter than the final name, so it fits if that one does.
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

/** Removes the socket and its pointer file, also those of a dead server. */
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

/** Windows has no sockets in folders; each data folder has a pipe named after its real path. */
const pipeName = async (dataDir: string): Promise<string> => {
  const folder = (await realpath(dataDir)).toLowerCase()
  return `\\\\.\\pipe\\lettershop-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
}

/** More than any command needs; bounds the memory used for a line without an end. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024

export const readLines = (socket: Socket, onLine: (line: string) => void): void => {
  // Parts are joined once per line: joining at every chunk would take quadratic time.
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
