import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writePackage } from '../../src/adapters/print-folder/package-writer.ts'
import { exists, makeFolder, syncFolder } from '../../src/adapters/system/files.ts'
import type { PackageFile } from '../../src/core/ports/print-partner.ts'
import { failure } from '../cli/failure.ts'
import { reasonOf } from '../instance/folder.ts'

/**
 * Writes a run's package to `to/<runId>`. It appears whole, by a rename, and never replaces an existing one.
 */
export const writeRunPackage = async (
  to: string,
  runId: string,
  files: AsyncIterable<PackageFile>,
): Promise<{ runId: string; path: string; files: string[] }> => {
  const path = join(to, runId)
  if (await exists(path)) throw failure('refused', `${path} exists already.`)
  const names: string[] = []
  const noted = async function* () {
    for await (const file of files) {
      names.push(file.name)
      yield file
    }
  }
  const incoming = join(to, `.incoming-${runId}-${randomUUID()}`)
  try {
    await makeFolder(to)
    await mkdir(incoming)
    await writePackage(incoming, noted())
    await rename(incoming, path)
    await syncFolder(to)
  } catch (error) {
    await rm(incoming, { recursive: true, force: true }).catch(() => {})
    throw failure('failed', `The package could not be written to ${path}: ${reasonOf(error)}.`, error)
  }
  return { runId, path, files: names }
}
