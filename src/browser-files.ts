/** `lettershop/browser/files`: for build scripts of a page, on Node. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readResource } from './adapters/platform/node/files.ts'
import { resourceFileName, resourceNames } from './adapters/platform/renderer-files.ts'

/** Copies the renderer's files for browsers (fonts, WebAssembly, colour profiles; 8 MB) into a folder. */
export const copyRendererFiles = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const name of resourceNames) {
    await writeFile(join(folder, resourceFileName(name)), await readResource(name))
  }
}
