import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprintText } from '../../core/ports/crypto.ts'
import { cannotLink, errorCode, syncFolder, unlessMissing, writeAll, writeFileWhole } from './files.ts'

const KEY_LENGTH = 32

/** File name of the key in the data folder. */
export const instanceKeyFile = 'instance.key'

export const instanceKeyPath = (dataDir: string): string => join(dataDir, instanceKeyFile)

/**
 * Reads the key of a data folder; undefined if it has none. The caller decides whether to create one: in a
 * folder with sealed secrets, a new key would silently lose them.
 */
export const readInstanceKey = async (dataDir: string): Promise<Uint8Array | undefined> => {
  const path = instanceKeyPath(dataDir)
  try {
    const key = await readFile(path)
    if (key.length !== KEY_LENGTH)
      throw new Error(`${path} is damaged: it holds ${key.length} bytes instead of 32.`)
    // A restored backup may have left the key readable to other users.
    if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
    return new Uint8Array(key)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Creates the key atomically. If another process was faster, returns its key. */
export const createInstanceKey = async (dataDir: string): Promise<Uint8Array> => {
  const path = instanceKeyPath(dataDir)
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await writeAll(handle, randomBytes(KEY_LENGTH))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await nameUnlessTaken(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolder(dataDir)
  const key = await readInstanceKey(dataDir)
  if (!key) throw new Error(`${path} vanished while it was being created.`)
  return key
}

const nextKeyPath = (dataDir: string): string => `${instanceKeyPath(dataDir)}.next`

/** Stores the next key next to the current one, before anything is sealed with it. */
export const stageInstanceKey = (dataDir: string, key: Uint8Array): Promise<void> =>
  writeFileWhole(nextKeyPath(dataDir), key, 0o600)

/** Returns the key of an unfinished rotation; undefined if there is none. */
export const readStagedKey = async (dataDir: string): Promise<Uint8Array | undefined> => {
  const key = await unlessMissing(readFile(nextKeyPath(dataDir)))
  return key && new Uint8Array(key)
}

export const takeStagedKey = async (dataDir: string): Promise<void> => {
  await rename(nextKeyPath(dataDir), instanceKeyPath(dataDir))
  await syncFolder(dataDir)
}

/** Removes a staged key with which nothing was sealed. */
export const dropStagedKey = async (dataDir: string): Promise<void> => {
  await rm(nextKeyPath(dataDir), { force: true })
  await syncFolder(dataDir)
}

export const newInstanceKey = (): Uint8Array => new Uint8Array(randomBytes(KEY_LENGTH))

/** Uses `link` where possible: `rename` would overwrite the key of a process that started concurrently. */
const nameUnlessTaken = async (temporary: string, path: string): Promise<void> => {
  try {
    await link(temporary, path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return
    if (!cannotLink(error)) throw error
    await rename(temporary, path)
  }
}

/** Returns a digest that identifies a key without revealing it. */
export const keyFingerprint = (key: Uint8Array): string =>
  createHmac('sha256', key).update(fingerprintText).digest('hex')

/** Parses LETTERSHOP_SECRET_KEY: 32 bytes as 64 hex digits or base64. Errors don't contain the value. */
export const parseSecretKey = (text: string, source = 'LETTERSHOP_SECRET_KEY'): Uint8Array => {
  const value = text.trim()
  if (/^[0-9a-f]{64}$/i.test(value)) return new Uint8Array(Buffer.from(value, 'hex'))
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) return new Uint8Array(Buffer.from(value, 'base64'))
  throw new Error(
    `${source} must be 32 bytes as 64 hex digits or as base64 (create one with: openssl rand -base64 32).`,
  )
}

/** Reads LETTERSHOP_SECRET_KEY_FILE: text as in `parseSecretKey`, or 32 raw bytes as in `instance.key`. */
export const readSecretKeyFile = async (path: string): Promise<Uint8Array> => {
  const bytes = await readFile(path)
  // 32 printable characters are half a hex key or a pass phrase, never random bytes.
  const isText = bytes.every((byte) => byte === 0x0a || byte === 0x0d || (byte >= 0x20 && byte < 0x7f))
  if (bytes.length === KEY_LENGTH && !isText) return new Uint8Array(bytes)
  return parseSecretKey(bytes.toString('latin1'), path)
}
