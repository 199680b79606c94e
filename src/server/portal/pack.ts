import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { loadEachOnce, loadOnce } from '../../core/kernel/loading.ts'
import type { Coding } from '../respond.ts'

/** File that `scripts/build-portal.ts` writes to `dist/`; part of the package and the executable. */
export const packFile = 'portal.pack'

/** A file's entry in the table at the head of the pack. */
export interface PackedFile {
  /** Content-Type. */
  type: string
  etag: string
  /** True if the name contains a content hash, so that browsers may cache the file permanently. */
  immutable: boolean
  /** Position of the Brotli bytes, from the end of the table, and their number. */
  brotli: readonly [offset: number, length: number]
}

type Bytes = Uint8Array<ArrayBuffer>

interface Pack {
  files: Readonly<Record<string, PackedFile>>
  /** Returns a file in an encoding; undefined: as it is. */
  bodyOf(file: PackedFile, coding: Coding | undefined): Promise<Bytes>
}

/** Converts a file for clients that don't accept Brotli. Browsers offer it only over HTTPS and on localhost. */
const converted = async (brotli: Bytes, coding: 'gzip' | undefined): Promise<Bytes> => {
  const [{ promisify }, zlib] = await Promise.all([import('node:util'), import('node:zlib')])
  const plain = await promisify(zlib.brotliDecompress)(brotli)
  return new Uint8Array(coding ? await promisify(zlib.gzip)(plain, { level: 9 }) : plain)
}

/** Number of hex digits, at the start of the pack, that give the table's length. */
export const lengthDigits = 8

/** Parses a pack. Files are views of the buffer; those in another encoding are kept, to be converted once. */
const readPack = (bytes: Bytes): Pack => {
  const conversions = new Map<string, Promise<Bytes>>()
  const text = new TextDecoder()
  const tableLength = Number.parseInt(text.decode(bytes.subarray(0, lengthDigits)), 16)
  const start = lengthDigits + tableLength
  return {
    files: JSON.parse(text.decode(bytes.subarray(lengthDigits, start))),
    async bodyOf({ etag, brotli: [offset, length] }, coding) {
      const brotli = bytes.subarray(start + offset, start + offset + length)
      if (coding === 'br') return brotli
      return loadEachOnce(conversions, `${coding} ${etag}`, () => converted(brotli, coding))
    },
  }
}

/** Returns the pack's URL: in `dist/` of a checkout; in the library, next to this module or one folder up. */
const packaged = (): URL => {
  const places = ['./', '../', '../../../dist/'].map((folder) => new URL(folder + packFile, import.meta.url))
  return places.find((place) => existsSync(place)) ?? places.at(-1)!
}

let where: () => Promise<string | URL> = async () => packaged()

/** Sets the path of the embedded file; called by the executable. */
export const embedPortal = (path: () => Promise<string>): void => {
  where = path
}

const readPortal = loadOnce(async () => readPack(new Uint8Array(await readFile(await where()))))

/** Returns the portal's files, read on the first visit; undefined in a checkout without a built portal. */
export const portalPack = (): Promise<Pack | undefined> =>
  readPortal().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/**
 * Content security policy of the portal: scripts, styles and pictures only from this server, nothing inline,
 * Trusted Types only for Svelte's templates and for the worker URLs of `portal/src/shell/worker.ts`.
 * `wasm-unsafe-eval` is for HarfBuzz.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html lettershop-worker',
].join('; ')

/** Headers of the page, which all portal URLs serve. */
const portalPageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  // The page refers to scripts by content hash: an old page would request files that a newer server lacks.
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Headers of files with content hashes in their names. */
const immutableHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
}

/** A worker has its script's policy, not the page's: it may run WebAssembly (ZXing), not send requests. */
const workerHeaders: Readonly<Record<string, string>> = {
  ...immutableHeaders,
  'Content-Security-Policy':
    "default-src 'none'; script-src 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'",
}

export const headersOf = (name: string, { immutable }: PackedFile): Readonly<Record<string, string>> => {
  if (!immutable) return portalPageHeaders
  return name.startsWith('assets/workers/') ? workerHeaders : immutableHeaders
}
