import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { publicKeysPath, signingKeyPath } from '../../src/adapters/system/signing-keys.ts'
import type { Said } from '../../src/core/kernel/sentences.ts'
import { failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { isFolderEmpty, prepareFolder } from './folder.ts'
import { machineSentences } from './sentences.ts'

/** Name in the data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'lettershop.db')

/** In bytes; undefined where there is no such file. */
const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  )

/** Whether no database was begun here: SQLite creates its file before it writes to it. */
export const hasNoDatabase = async (dataDir: string): Promise<boolean> =>
  !(await sizeOf(databaseFile(dataDir)))

/**
 * Whether this folder was used by an instance, even if its rows are gone. Only files that a start creates
 * after the database count, so that a first start that was killed can be repeated.
 */
export const wasUsed = async (dataDir: string): Promise<boolean> => {
  for (const path of [signingKeyPath(dataDir), publicKeysPath(dataDir)]) {
    if ((await sizeOf(path)) !== undefined) return true
  }
  for (const folder of ['blobs', 'state']) {
    const names = await readdir(join(dataDir, folder)).catch(() => [])
    // Some file systems have this folder from the beginning.
    if (names.some((name) => name !== 'lost+found')) return true
  }
  return false
}

/**
 * Describes the loss of a database that this folder must have had; undefined where it exists, or never did.
 * An empty database in its place would look healthy, and SQLite would discard the log, which may contain
 * answered writes.
 */
export const lostDatabase = async (dataDir: string): Promise<Said<'pages_lost'> | undefined> => {
  if (!(await hasNoDatabase(dataDir))) return undefined
  const file = databaseFile(dataDir)
  const log = (await sizeOf(`${file}-wal`)) ?? 0
  if (log === 0 && !(await wasUsed(dataDir))) return undefined
  const state = (await sizeOf(file)) === undefined ? 'missing' : 'empty'
  return machineSentences.say(log === 0 ? `pages_lost.${state}` : `pages_lost.${state}_with_log`, { file })
}

/** Throws where the folder has no instance: only commands that begin one may create it. */
export const assertInstance = async (dataDir: string): Promise<void> => {
  if (!(await hasNoDatabase(dataDir))) return
  const none = `There is no instance in ${dataDir} yet: “lettershop serve” begins one.`
  throw failure('folderUnusable', (await lostDatabase(dataDir))?.message ?? none)
}

/** Makes the folder ready for a command on an instance that is there. Throws where there is none. */
export const prepareInstance = async (dataDir: string, settings: Settings): Promise<void> => {
  await prepareFolder(dataDir, { ...settings, create: isFolderEmpty(settings) })
  if (settings.database === undefined) await assertInstance(dataDir)
}
