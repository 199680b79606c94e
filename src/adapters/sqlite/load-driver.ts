import type { SqliteDriver } from './driver.ts'

/** Loads the SQLite library of the present runtime. */
export const loadDriver = async (): Promise<SqliteDriver> => {
  if ('bun' in process.versions) return (await import('./driver-bun.ts')).loadBunDriver()
  return (await import('./driver-node.ts')).loadNodeDriver()
}
