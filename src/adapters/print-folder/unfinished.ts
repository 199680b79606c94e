import { readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { StoppedPackages } from '../print-package/place.ts'
import { errorCode, unlessMissing } from '../system/files.ts'

/** Packages in the printer's folder that have not appeared, each the work of one attempt. */
export interface Unfinished {
  /** Where an attempt writes. */
  pathOf(attempt: string): string
  /**
   * Stops every attempt that writes this package now, except one, by renaming its folder, which can happen
   * only once: either the package has appeared, or it never will. Returns what was stopped, now or earlier
   * and not removed since.
   */
  stop(except?: string): Promise<StoppedPackages>
}

/**
 * Suffix of a stopped folder, whose name still contains its attempt if the process dies before the journal
 * knows.
 */
const suffix = '.stopped'

export const unfinishedPackages = (root: string, runId: string): Unfinished => {
  // Ids have no dot, so no other run's name begins like this.
  const prefix = `.incoming-${runId}.`
  const found = async (): Promise<string[]> => {
    const names = await readdir(root).catch((error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return []
      throw error
    })
    return names.filter((name) => name.startsWith(prefix)).map((name) => join(root, name))
  }
  const pathOf = (attempt: string) => join(root, prefix + attempt)
  return {
    pathOf,
    async stop(except) {
      const others = (await found()).filter((path) => except === undefined || path !== pathOf(except))
      for (const path of others) if (!path.endsWith(suffix)) await unlessMissing(rename(path, path + suffix))
      const stopped = (await found()).filter((path) => path.endsWith(suffix))
      return {
        has: (attempt) => stopped.some((path) => basename(path).startsWith(prefix + attempt)),
        remove: () => removeFolders(stopped),
      }
    },
  }
}

export const removeFolders = async (paths: readonly string[]): Promise<void> => {
  for (const path of paths) await rm(path, { recursive: true, force: true })
}
