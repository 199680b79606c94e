import { failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { isFolderEmpty, prepareFolder } from './folder.ts'
import { hasNoDatabase, lostDatabase } from './lost-database.ts'

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
