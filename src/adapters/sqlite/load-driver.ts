import type { SqliteDriver } from './driver.ts'

/** The library of the runtime that this is. */
export const loadDriver = async (): Promise<SqliteDriver> => {
  if ('bun' in process.versions) return (await import('./driver-bun.ts')).loadBunDriver()
  return (await import('./driver-node.ts')).loadNodeDriver()
}
