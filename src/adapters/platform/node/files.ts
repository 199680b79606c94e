import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { packagedResources, type ResourceName } from '../renderer-files.ts'

/**
 * Paths of the renderer's files. On Node they are in their packages. The executable embeds them and calls
 * `provideFiles` once in each thread (`pdf/resources.embedded.ts`). Files are read on demand.
 */
export type ResourceFiles = Readonly<Partial<Record<ResourceName, string>>>
let provided: ResourceFiles = {}
let providedWorker: string | undefined
let providedArgument: string | undefined

/** Overrides the files' paths, the worker's entry, and the argument that starts the isolated process. */
export const provideFiles = (files: ResourceFiles, worker: string, isolatedProcessArgument: string): void => {
  provided = files
  providedWorker = worker
  providedArgument = isolatedProcessArgument
}

/** Returns the URL of a file next to the sources, or of its build next to this module or one folder up. */
const beside = (source: string, built = source): URL => {
  if (import.meta.url.endsWith('.ts')) return new URL(`../../pdf/${source}`, import.meta.url)
  const here = new URL(built, import.meta.url)
  return existsSync(here) ? here : new URL(`../${built}`, import.meta.url)
}

/** Returns the entry of a worker thread. */
export const workerEntry = (): string | URL => providedWorker ?? beside('./worker.ts', './pdf-worker.js')

/** Returns the command of the isolated process: the executable, or the runtime with its entry. */
export const isolatedProcessCommand = (): { file: string; args: string[] } => {
  if (providedArgument) return { file: thisProgram(), args: [providedArgument] }
  const entry = beside('./isolated-process/entry.ts', './pdf-isolated-process.js')
  return { file: process.execPath, args: [...smallHeap, fileURLToPath(entry)] }
}

/** Node's young generation would take some 30 MB of the memory that a file may use. */
const smallHeap = process.versions.bun ? [] : ['--max-semi-space-size=1']

/** Returns the path of the running executable; on Linux one that works after its file was replaced. */
const thisProgram = (): string => (process.platform === 'linux' ? '/proc/self/exe' : process.execPath)

const pathOf = (name: ResourceName): string => {
  const file = provided[name]
  if (file) return file
  const target = packagedResources[name]
  if (target.startsWith('./')) return fileURLToPath(beside(target))
  return createRequire(import.meta.url).resolve(target)
}

export const readResource = (name: ResourceName): Promise<Uint8Array<ArrayBuffer>> => readFile(pathOf(name))
