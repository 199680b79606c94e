import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackageFile } from '../../core/ports/print-partner.ts'
import { syncFolder, writeAll } from '../system/files.ts'
import { PackageFileNames } from './names.ts'
import { allow, ofFile } from './permissions.ts'

/** The package's own bytes could not be read, which is no error of the folder. */
export class SourceFailed extends Error {
  constructor(cause: unknown) {
    super('The package could not be read.', { cause })
  }
}

/**
 * Writes the package into an empty folder and syncs every file and the folder, which get these permissions
 * (the files none to execute). Memory stays at one chunk.
 */
export const writePackage = async (
  folder: string,
  files: AsyncIterable<PackageFile>,
  mode?: number,
): Promise<void> => {
  const names = new PackageFileNames()
  for await (const file of fromSource(files)) {
    try {
      names.add(file.name)
    } catch (error) {
      throw new SourceFailed(error)
    }
    const path = join(folder, file.name)
    const handle = await open(path, 'wx')
    try {
      for await (const chunk of fromSource(file.content)) await writeAll(handle, chunk)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await allow(path, ofFile(mode))
  }
  await allow(folder, mode)
  await syncFolder(folder)
}

/** Marks errors of the source, so that a missing blob is not mistaken for a full disk. */
async function* fromSource<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  const next = () => iterator.next().catch((error: unknown) => Promise.reject(new SourceFailed(error)))
  try {
    for (let result = await next(); !result.done; result = await next()) yield result.value
  } finally {
    await iterator.return?.()
  }
}
