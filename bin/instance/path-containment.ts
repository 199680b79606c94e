import { realpath } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { exists } from '../../src/adapters/system/files.ts'

/** The real path; for one that does not exist, from its nearest existing parent. */
const real = async (path: string): Promise<string> => {
  try {
    return await realpath(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(await real(above), relative(above, path))
  }
}

/** Whether a path is the folder, or in it, by real paths. */
export const isInside = async (path: string, folder: string): Promise<boolean> => {
  const [inner, outer] = await Promise.all([real(path), real(folder)])
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}

/** Files that only data folders and backups contain. */
const telling = ['lettershop.db', 'instance.key', 'signing.key', 'lock.db']

/** The data folder or backup that contains the path; undefined where there is none. */
export const instanceAbove = async (path: string): Promise<string | undefined> => {
  for (let at = dirname(await real(path)); ; at = dirname(at)) {
    for (const name of telling) {
      if (await exists(join(at, name))) return at
    }
    if (at === dirname(at)) return undefined
  }
}
