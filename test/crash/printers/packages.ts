import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A word of one recipient, which stands on each of his pages. */
export const anyWord = /\bK\d{6}\b/g
export const wordOf = (n: number): string => `K${String(n).padStart(6, '0')}`

/** What is wrong with a package that a printer takes for whole: a file that lacks, is more, or differs. */
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
    return createHash('sha256').update(bytes).digest('hex') === sum ? [] : [`${file} of ${name} is not whole`]
  })
  const more = [...files.keys()].filter((file) => file !== 'SHA256SUMS' && !sums.has(file))
  return [...wrong, ...more.map((file) => `${name} has ${file}, which nothing names`)]
}

/** The words on each page of a PDF, in their order. Throws where it is not whole. */
export const wordsOfPages = async (scratch: string, pdf: Uint8Array): Promise<string[][]> => {
  const path = join(scratch, 'read.pdf')
  writeFileSync(path, pdf)
  await run('qpdf', ['--check', path])
  const { stdout } = await run('pdftotext', [path, '-'], { maxBuffer: 64 * 1024 * 1024 })
  const pages = stdout.split('\f').slice(0, -1)
  return pages.map((text) => [...new Set(text.match(anyWord) ?? [])])
}
