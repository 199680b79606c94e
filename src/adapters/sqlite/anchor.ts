import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { StoreGone } from '../../core/ports/store.ts'

/**
 * A look at whether files still stand under their names as they did when they were first seen; throws where one does not. An
 * open file that was removed takes everything and keeps it until the process ends. A look costs some microseconds.
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
