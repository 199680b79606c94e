import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackageFile } from '../../core/ports/print-partner.ts'
import { fromSource, PackageFileNames, SourceFailed } from '../print-package/place.ts'
import { syncFolder, writeAll } from '../system/files.ts'
import { allow, ofFile } from './printer-folder.ts'

/**
 * Writes a package into an empty folder, and syncs every file and the folder. `mode` sets their permissions;
 * files are never executable. Memory stays at one chunk.
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
