import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { packagedResources, type ResourceName } from '../renderer-files.ts'

/**
 * Paths of the renderer's files, by name. On Node the files are in their packages; the executable embeds them
 * and calls `provideFiles` (see `pdf/resources.embedded.ts`) once in each thread, before the first use. Files
 * are read only when they are needed.
 */
export type ResourceFiles = Readonly<Partial<Record<ResourceName, string>>>
let provided: ResourceFiles = {}
let providedWorker: string | undefined
let providedArgument: string | undefined

/**
 * Sets where the files are instead of in their packages (paths that `fs` can read), the entry of the worker
 * thread, and the argument with which this program runs as the isolated process for untrusted files.
 */
export const provideFiles = (files: ResourceFiles, worker: string, isolatedProcessArgument: string): void => {
  provided = files
  providedWorker = worker
  providedArgument = isolatedProcessArgument
}

/**
 * A file that belongs to the renderer: beside its sources, or at the root of `dist/library` in the built
 * library, where the bundler may have put this code one folder below.
 */
const beside = (source: string, built = source): URL => {
  if (import.meta.url.endsWith('.ts')) return new URL(`../../pdf/${source}`, import.meta.url)
  const here = new URL(built, import.meta.url)
  return existsSync(here) ? here : new URL(`../${built}`, import.meta.url)
}

/** The entry of a worker thread: in the sources, in the built library or in the executable. */
export const workerEntry = (): string | URL => providedWorker ?? beside('./worker.ts', './pdf-worker.js')

/**
 * The command that starts the isolated process for untrusted files: the executable itself, or the runtime
 * with the entry in the sources or the built library.
 */
export const isolatedProcessCommand = (): { file: string; args: string[] } => {
  if (providedArgument) return { file: thisProgram(), args: [providedArgument] }
  const entry = beside('./isolated-process/entry.ts', './pdf-isolated-process.js')
  return { file: process.execPath, args: [fileURLToPath(entry)] }
}

/** On Linux this is the running program even after a newer one has replaced it at its path. */
const thisProgram = (): string => (process.platform === 'linux' ? '/proc/self/exe' : process.execPath)

const pathOf = (name: ResourceName): string => {
  const file = provided[name]
  if (file) return file
  const target = packagedResources[name]
  if (target.startsWith('./')) return fileURLToPath(beside(target))
  return createRequire(import.meta.url).resolve(target)
}

export const readResource = (name: ResourceName): Promise<Uint8Array<ArrayBuffer>> => readFile(pathOf(name))
