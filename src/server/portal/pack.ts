import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** The file that `scripts/build-portal.ts` writes below `dist/`, and that is part of the package and of the executable. */
export const packFile = 'portal.pack'

/** A file of the portal, as the table at the head of the pack describes it. */
export interface PackedFile {
  /** Content-Type. */
  type: string
  etag: string
  /** True where the name changes with the content, so that browsers may keep the file for good. */
  immutable: boolean
  /** Where its bytes as gzip begin, counted from the end of the table, and how many there are. */
  gzip: readonly [offset: number, length: number]
}

export interface Pack {
  files: Readonly<Record<string, PackedFile>>
  /** The bytes of a file as gzip. */
  gzipOf(file: PackedFile): Uint8Array<ArrayBuffer>
}

/** Length of the table's length, which stands in front of it in hexadecimal digits. */
export const lengthDigits = 8

/** Reads a pack. The bytes of its files are views of the buffer and are not copied. */
export const readPack = (bytes: Uint8Array<ArrayBuffer>): Pack => {
  const text = new TextDecoder()
  const tableLength = Number.parseInt(text.decode(bytes.subarray(0, lengthDigits)), 16)
  const start = lengthDigits + tableLength
  return {
    files: JSON.parse(text.decode(bytes.subarray(lengthDigits, start))),
    gzipOf: ({ gzip: [offset, length] }) => bytes.subarray(start + offset, start + offset + length),
  }
}

/**
 * In a checkout the pack lies in `dist/`. In the built library it lies at the root of `dist/library`, while
 * this module may be in an entry one level below.
 */
const packaged = (): URL => {
  const places = ['./', '../', '../../../dist/'].map((folder) => new URL(folder + packFile, import.meta.url))
  return places.find((place) => existsSync(place)) ?? places.at(-1)!
}

let where: () => Promise<string | URL> = async () => packaged()

/** Called by the executable's entry to say where the embedded file is. */
export const embedPortal = (path: () => Promise<string>): void => {
  where = path
}

let pack: Promise<Pack | undefined> | undefined

/** The portal's files, read on the first visit; undefined in a checkout where it was not built. */
export const portalPack = (): Promise<Pack | undefined> => {
  pack ??= where()
    .then((path) => readFile(path))
    .then(
      (bytes) => readPack(new Uint8Array(bytes)),
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        // It may be built while this server runs.
        pack = undefined
        return undefined
      },
    )
  return pack
}

/**
 * The policy of the portal's page: every script, style and picture comes from this server, nothing stands
 * inline, no text becomes HTML but what Svelte's own templates are, and no address a worker but those of
 * `portal/src/shell/worker.ts`. `wasm-unsafe-eval` is for HarfBuzz.
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

/** Headers of the page, which every address of the portal answers with. */
const portalPageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  // The page names its scripts by their content: an old one would ask for files that a newer server lacks.
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Headers of a file whose name changes with its content. */
const immutableHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
}

/**
 * Headers of a script that runs in a worker. A worker has the policy of its script, not that of the page: this
 * one may run WebAssembly, such as ZXing, and ask no server for anything.
 */
const workerHeaders: Readonly<Record<string, string>> = {
  ...immutableHeaders,
  'Content-Security-Policy':
    "default-src 'none'; script-src 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'",
}

/** Headers of a file of the pack. */
export const headersOf = (name: string, { immutable }: PackedFile): Readonly<Record<string, string>> => {
  if (!immutable) return portalPageHeaders
  return name.startsWith('assets/workers/') ? workerHeaders : immutableHeaders
}
