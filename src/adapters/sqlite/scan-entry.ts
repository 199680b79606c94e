import { existsSync } from 'node:fs'

let provided: string | undefined

/** Called by the executable's entry to name the entry of the scanning thread. */
export const provideScanWorker = (entry: string): void => {
  provided = entry
}

/**
 * The entry of the scanning thread: the source, the built library or the executable's own entry; undefined
 * where there is none.
 */
export const scanWorkerEntry = (): string | URL | undefined => {
  if (provided) return provided
  const name = import.meta.url.endsWith('.ts') ? './scan-worker.ts' : './sqlite-scan-worker.js'
  // In the built library this code may have landed in an entry one folder below.
  return [name, `../${name}`].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))
}
