import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { StoreGone } from '../../core/ports/store.ts'

/**
 * Returns a check that throws where one of the files is no longer the one first seen under its name. An open
 * file that was removed accepts all writes and keeps them only until the process ends. A check costs some
 * microseconds.
 */
export const createAnchor = (paths: readonly string[]): (() => void) => {
  const known = new Map<string, { dev: number; ino: number }>()
  return () => {
    for (const path of paths) {
      const found = statSync(path, { throwIfNoEntry: false })
      const before = known.get(path)
      if (before === undefined) {
        if (found) known.set(path, { dev: found.dev, ino: found.ino })
      } else if (found?.ino !== before.ino || found.dev !== before.dev) {
        throw new StoreGone(
          `${basename(path)} was ${found ? 'replaced' : 'removed'} under the running server.`,
        )
      }
    }
  }
}
