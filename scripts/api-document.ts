/** The API document, built from the declarations in about a second. It isn't committed. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../src/core/app/operations.ts'
import { createOpenApi } from '../src/server/openapi/document.ts'

const docs = join(import.meta.dirname, '..', 'docs')
const file = join(docs, 'openapi.json')
/** The committed digest of the document, which shows every change of it in a review. */
export const digestFile = join(docs, 'openapi.sha256')

let made: Promise<string> | undefined
const textOf = (): Promise<string> => {
  made ??= createOpenApi(operations).then((document) => `${JSON.stringify(document, undefined, 2)}\n`)
  return made
}

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into at many places
export const apiDocument = async (): Promise<any> => JSON.parse(await textOf())

export const apiDocumentDigest = async (): Promise<string> =>
  createHash('sha256')
    .update(await textOf())
    .digest('hex')

/** Writes docs/openapi.json for programs that read a file, and returns its path. */
export const apiDocumentFile = async (): Promise<string> => {
  const text = await textOf()
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    // Threads of one process may write it at the same time.
    const written = `${file}.${randomUUID()}`
    writeFileSync(written, text)
    renameSync(written, file)
  }
  return file
}
