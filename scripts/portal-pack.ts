import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { lengthDigits, type PackedFile } from '../src/server/portal/pack.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

const compressed = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

/** Lists all files below a folder, in an order independent of the disk. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()

/**
 * Packs all files below a folder: the length of the table in hexadecimal digits, the table as JSON, then each file
 * as Brotli. Throws for a file of unknown type.
 */
export const packOf = (folder: string): Buffer => {
  const bodies: Buffer[] = []
  let offset = 0
  const add = (body: Buffer): [number, number] => {
    bodies.push(body)
    offset += body.length
    return [offset - body.length, body.length]
  }
  const table: Record<string, PackedFile> = {}
  for (const name of filesIn(folder)) {
    const bytes = readFileSync(join(folder, name))
    const type = types[extname(name)]
    if (!type) throw new Error(`No content type is known for ${name}.`)
    table[name] = {
      type,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      immutable: name.startsWith('assets/'),
      brotli: add(compressed(bytes)),
    }
  }
  const head = Buffer.from(JSON.stringify(table))
  return Buffer.concat([Buffer.from(head.length.toString(16).padStart(lengthDigits, '0')), head, ...bodies])
}
