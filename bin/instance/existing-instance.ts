import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { publicKeysPath, signingKeyPath } from '../../src/adapters/system/signing-keys.ts'
import type { Sentence } from '../../src/core/kernel/sentences.ts'
import { failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { isFolderEmpty, prepareFolder } from './folder.ts'
import { machineSentences } from './sentences.ts'

export const databaseFile = (dataDir: string): string => join(dataDir, 'lettershop.db')

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  )

/** True if the database file is missing or empty: SQLite creates the file before it writes to it. */
export const hasNoDatabase = async (dataDir: string): Promise<boolean> =>
  !(await sizeOf(databaseFile(dataDir)))

/**
 * True if the folder was used by an instance, even if its rows are gone. Only files created after the
 * database count, so that a first start that was killed can be repeated.
 */
export const wasUsed = async (dataDir: string): Promise<boolean> => {
  for (const path of [signingKeyPath(dataDir), publicKeysPath(dataDir)]) {
    if ((await sizeOf(path)) !== undefined) return true
  }
  for (const folder of ['blobs', 'state']) {
    const names = await readdir(join(dataDir, folder)).catch(() => [])
    // Some file systems create this folder.
    if (names.some((name) => name !== 'lost+found')) return true
  }
  return false
}

/**
 * Describes the loss of the folder's database; undefined if it exists or never did. An empty database in its
 * place would look healthy, and SQLite would discard the log, which may contain acknowledged writes.
 */
export const lostDatabase = async (dataDir: string): Promise<Sentence<'pages_lost'> | undefined> => {
  if (!(await hasNoDatabase(dataDir))) return undefined
  const file = databaseFile(dataDir)
  const log = (await sizeOf(`${file}-wal`)) ?? 0
  if (log === 0 && !(await wasUsed(dataDir))) return undefined
  const state = (await sizeOf(file)) === undefined ? 'missing' : 'empty'
  return machineSentences.sentence(log === 0 ? `pages_lost.${state}` : `pages_lost.${state}_with_log`, {
    file,
  })
}

/** Throws if the folder has no instance: only some commands may create one. */
export const assertInstance = async (dataDir: string): Promise<void> => {
  if (!(await hasNoDatabase(dataDir))) return
  const none = `There is no instance in ${dataDir}. Create one with “lettershop serve”.`
  throw failure('folderUnusable', (await lostDatabase(dataDir))?.message ?? none)
}

/** Prepares the folder for a command on an existing instance. Throws if there is none. */
export const prepareInstance = async (dataDir: string, settings: Settings): Promise<void> => {
  await prepareFolder(dataDir, { ...settings, create: isFolderEmpty(settings) })
  if (settings.database === undefined) await assertInstance(dataDir)
}
