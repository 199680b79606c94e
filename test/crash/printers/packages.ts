import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Matches the words that identify recipients; each is printed on all pages of its recipient. */
export const anyWord = /\bK\d{6}\b/g
export const wordOf = (n: number): string => `K${String(n).padStart(6, '0')}`

/** Lists the missing, additional and different files of a package that a printer accepts as complete. */
export const brokenPackage = (name: string, files: ReadonlyMap<string, Uint8Array>): string[] => {
  const list = files.get('SHA256SUMS')
  if (!list) return [`${name} lacks SHA256SUMS`]
  const sums = new Map(
    new TextDecoder()
      .decode(list)
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  const wrong = [...sums].flatMap(([file, sum]) => {
    const bytes = files.get(file)
    if (!bytes) return [`${name} lacks ${file}`]
    return createHash('sha256').update(bytes).digest('hex') === sum
      ? []
      : [`${file} of ${name} is not complete`]
  })
  const more = [...files.keys()].filter((file) => file !== 'SHA256SUMS' && !sums.has(file))
  return [...wrong, ...more.map((file) => `${name} has ${file}, which is not listed`)]
}

/** Returns the words on each page of a PDF in order. Throws if it is not complete. */
export const wordsOfPages = async (scratch: string, pdf: Uint8Array): Promise<string[][]> => {
  const path = join(scratch, 'read.pdf')
  writeFileSync(path, pdf)
  await run('qpdf', ['--check', path])
  const { stdout } = await run('pdftotext', [path, '-'], { maxBuffer: 64 * 1024 * 1024 })
  const pages = stdout.split('\f').slice(0, -1)
  return pages.map((text) => [...new Set(text.match(anyWord) ?? [])])
}
