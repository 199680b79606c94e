import { realpath } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { exists } from '../../src/adapters/system/files.ts'

/** The path as the disk has it; of one that is not there yet, from the nearest folder above that is. */
const real = async (path: string): Promise<string> => {
  try {
    return await realpath(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(await real(above), relative(above, path))
  }
}

/** Whether the one is the other, or in it, under whatever names they are reached. */
export const isInside = async (path: string, folder: string): Promise<boolean> => {
  const [inner, outer] = await Promise.all([real(path), real(folder)])
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}

/** What only data folders and backups have. */
const telling = ['lettershop.db', 'instance.key', 'signing.key', 'lock.db']

/** The data folder, or backup, that the path is in; undefined where it is in none. */
export const instanceAbove = async (path: string): Promise<string | undefined> => {
  for (let at = dirname(await real(path)); ; at = dirname(at)) {
    for (const name of telling) {
      if (await exists(join(at, name))) return at
    }
    if (at === dirname(at)) return undefined
  }
}
