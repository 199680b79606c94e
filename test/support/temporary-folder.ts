import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

/** Removes the folders that this test file has created (`set-up.ts`). */
export const removeTemporaryFolders = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Creates a folder that is removed after the test file. */
export const temporaryFolder = (within = tmpdir()): string => {
  const folder = mkdtempSync(join(within, 'lettershop-'))
  folders.push(folder)
  return folder
}
