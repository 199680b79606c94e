import { existsSync } from 'node:fs'

let provided: string | undefined

/** Said by the executable's entry: what to start as the thread that scans. */
export const provideScanWorker = (entry: string): void => {
  provided = entry
}

/** What that thread starts from: the source, the built library or the executable's own entry; undefined where nothing is. */
export const scanWorkerEntry = (): string | URL | undefined => {
  if (provided) return provided
  const name = import.meta.url.endsWith('.ts') ? './scan-worker.ts' : './sqlite-scan-worker.js'
  // In the built library this code may have landed in an entry one folder below.
  return [name, `../${name}`].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))
}
