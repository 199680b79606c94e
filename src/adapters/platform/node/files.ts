import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { packagedResources, type ResourceName } from '../renderer-files.ts'

/**
 * The one place that knows where the renderer's files are. On Node they lie in their packages; the executable
 * embeds them and says so with `provideFiles` (see `pdf/resources.embedded.ts`), once in each thread and
 * before first use. Nothing is read until somebody asks.
 */
export type ResourceFiles = Readonly<Partial<Record<ResourceName, string>>>
let provided: ResourceFiles = {}
let providedWorker: string | undefined
let providedArgument: string | undefined

/**
 * Tells where the files are instead of in their packages (paths that `fs` can read), what to start as worker
 * thread, and by which argument this program becomes the process for untrusted files.
 */
export const provideFiles = (files: ResourceFiles, worker: string, isolatedProcessArgument: string): void => {
  provided = files
  providedWorker = worker
  providedArgument = isolatedProcessArgument
}

/**
 * A file that comes with the renderer: beside its sources; in the built library at the root of
 * `dist/library`, while this code may have landed in an entry one folder below.
 */
const beside = (source: string, built = source): URL => {
  if (import.meta.url.endsWith('.ts')) return new URL(`../../pdf/${source}`, import.meta.url)
  const here = new URL(built, import.meta.url)
  return existsSync(here) ? here : new URL(`../${built}`, import.meta.url)
}

/** What a worker thread starts from: the source, the built library or the executable's own entry. */
export const workerEntry = (): string | URL => providedWorker ?? beside('./worker.ts', './pdf-worker.js')

/**
 * What untrusted files are read in: this very program, or its runtime with the entry in the sources or the
 * built library.
 */
export const isolatedProcessCommand = (): { file: string; args: string[] } => {
  if (providedArgument) return { file: thisProgram(), args: [providedArgument] }
  const entry = beside('./isolated-process/entry.ts', './pdf-isolated-process.js')
  return { file: process.execPath, args: [fileURLToPath(entry)] }
}

/** Linux still finds the program that runs when a newer one lies at its path. */
const thisProgram = (): string => (process.platform === 'linux' ? '/proc/self/exe' : process.execPath)

const pathOf = (name: ResourceName): string => {
  const file = provided[name]
  if (file) return file
  const target = packagedResources[name]
  if (target.startsWith('./')) return fileURLToPath(beside(target))
  return createRequire(import.meta.url).resolve(target)
}

export const readResource = (name: ResourceName): Promise<Uint8Array<ArrayBuffer>> => readFile(pathOf(name))
