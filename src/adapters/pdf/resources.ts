import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

/**
 * The one place that knows where the renderer's files are. On Node they lie in their packages; the
 * executable embeds them and says so with `provideFiles` (see `resources.embedded.ts`), once in each
 * thread and before first use. Nothing is read until somebody asks.
 */
export const resourceNames = [
  'harfbuzz-subset.wasm',
  'pdfium.wasm',
  'FOGRA39.icc',
  'sRGB.icc',
  'noto-sans',
  'noto-sans-bold',
  'noto-sans-italic',
  'noto-sans-bold-italic',
  'noto-sans-hebrew',
  'noto-sans-hebrew-bold',
  'noto-sans-arabic',
  'noto-sans-arabic-bold',
] as const
export type ResourceName = (typeof resourceNames)[number]

/** In the thread pool: for what is too large to compress between two turns of the event loop. */
export const deflate = promisify<Uint8Array, Uint8Array>(zlib.deflate)

const fonts = '@expo-google-fonts'
const packaged: Readonly<Record<ResourceName, string>> = {
  'harfbuzz-subset.wasm': 'harfbuzzjs/dist/harfbuzz-subset.wasm',
  'pdfium.wasm': '@hyzyla/pdfium/pdfium.wasm',
  'FOGRA39.icc': './profiles/FOGRA39.icc',
  'sRGB.icc': './profiles/sRGB.icc',
  'noto-sans': `${fonts}/noto-sans/400Regular/NotoSans_400Regular.ttf`,
  'noto-sans-bold': `${fonts}/noto-sans/700Bold/NotoSans_700Bold.ttf`,
  'noto-sans-italic': `${fonts}/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf`,
  'noto-sans-bold-italic': `${fonts}/noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf`,
  'noto-sans-hebrew': `${fonts}/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf`,
  'noto-sans-hebrew-bold': `${fonts}/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf`,
  'noto-sans-arabic': `${fonts}/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf`,
  'noto-sans-arabic-bold': `${fonts}/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf`,
}

export type ResourceFiles = Readonly<Partial<Record<ResourceName, string>>>
let provided: ResourceFiles = {}
let providedWorker: string | undefined
let providedApart: string | undefined

/**
 * Tells where the files are instead of in their packages (paths that `fs` can read), what to start as worker thread,
 * and by which argument this program becomes the process for untrusted files.
 */
export const provideFiles = (files: ResourceFiles, worker: string, apart: string): void => {
  provided = files
  providedWorker = worker
  providedApart = apart
}

/**
 * A file that comes with this module: beside it in the sources; in the built library at the root of `dist/library`,
 * while this code may have landed in an entry one folder below.
 */
const beside = (name: string): URL => {
  const here = new URL(name, import.meta.url)
  return existsSync(here) ? here : new URL(`../${name}`, import.meta.url)
}

/** What a worker thread starts from: the source, the built library or the executable's own entry. */
export const workerEntry = (): string | URL =>
  providedWorker ?? beside(import.meta.url.endsWith('.ts') ? './worker.ts' : './pdf-worker.js')

/** What untrusted files are read in: this very program, or its runtime with the entry in the sources or the built library. */
export const apartCommand = (): { file: string; args: string[] } => {
  if (providedApart) return { file: thisProgram(), args: [providedApart] }
  const entry = beside(import.meta.url.endsWith('.ts') ? './apart/entry.ts' : './pdf-apart.js')
  return { file: process.execPath, args: [fileURLToPath(entry)] }
}

/** Linux still finds the program that runs when a newer one lies at its path. */
const thisProgram = (): string => (process.platform === 'linux' ? '/proc/self/exe' : process.execPath)

const pathOf = (name: ResourceName): string => {
  const file = provided[name]
  if (file) return file
  const target = packaged[name]
  if (target.startsWith('./')) return fileURLToPath(beside(target))
  return createRequire(import.meta.url).resolve(target)
}

const compressed = new Map<ResourceName, Promise<Uint8Array>>()
/** A profile as every part embeds it: deflated once, beside the event loop. */
export const deflatedResource = (name: ResourceName): Promise<Uint8Array> => {
  let bytes = compressed.get(name)
  if (!bytes) {
    bytes = readResource(name).then((plain) => deflate(plain))
    compressed.set(name, bytes)
  }
  return bytes
}

export const readResource = (name: ResourceName): Promise<Uint8Array> => readFile(pathOf(name))
