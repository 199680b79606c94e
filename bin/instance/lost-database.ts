import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { publicKeysPath, signingKeyPath } from '../../src/adapters/system/signing-keys.ts'
import { failure } from '../cli/failure.ts'

/** Name in the data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'lettershop.db')

/** In bytes; undefined where there is no such file. */
const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  )

/** Nothing has been begun here: SQLite makes its file before it has anything to write into it. */
export const hasNoDatabase = async (dataDir: string): Promise<boolean> =>
  !(await sizeOf(databaseFile(dataDir)))

/**
 * Whether an instance has lived in this folder, whatever became of its rows. Only what a start makes once the database is
 * there counts, so that a first start that was killed on the way may be tried again.
 */
export const wasUsed = async (dataDir: string): Promise<boolean> => {
  for (const path of [signingKeyPath(dataDir), publicKeysPath(dataDir)]) {
    if ((await sizeOf(path)) !== undefined) return true
  }
  for (const folder of ['blobs', 'state']) {
    const names = await readdir(join(dataDir, folder)).catch(() => [])
    // What a new disk has by itself.
    if (names.some((name) => name !== 'lost+found')) return true
  }
  return false
}

/**
 * What became of a database that this folder must have had; undefined where it is there, or never was. An empty shop in its
 * place would look like a healthy one, and SQLite would throw the log away in which answered writes may stand.
 */
export const lostDatabase = async (dataDir: string): Promise<string | undefined> => {
  if (!(await hasNoDatabase(dataDir))) return undefined
  const file = databaseFile(dataDir)
  const log = (await sizeOf(`${file}-wal`)) ?? 0
  if (log === 0 && !(await wasUsed(dataDir))) return undefined
  const state = (await sizeOf(file)) === undefined ? 'missing' : 'empty'
  return `${file} is ${state}, and this folder had one: restore a backup${
    log === 0 ? '.' : ' (what is left of it, its log, stays as it is).'
  }`
}

/** Only what begins an instance may make one: whoever looks into an empty folder gets no shop without customers. */
export const assertInstance = async (dataDir: string): Promise<void> => {
  if (!(await hasNoDatabase(dataDir))) return
  const none = `There is no instance in ${dataDir} yet: “lettershop serve” begins one.`
  throw failure('folderUnusable', (await lostDatabase(dataDir)) ?? none)
}
