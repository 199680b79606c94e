/** `lettershop/browser/files`: for the program that builds a page, on Node. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readResource } from './adapters/platform/node/files.ts'
import { resourceFileName, resourceNames } from './adapters/platform/renderer-files.ts'

/**
 * Copies the files that the renderer reads in a browser (fonts, WebAssembly, colour profiles; 8 MB) into
 * a folder.
 */
export const copyRendererFiles = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const name of resourceNames) {
    await writeFile(join(folder, resourceFileName(name)), await readResource(name))
  }
}
