import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

/** For the end of a test file (`set-up.ts`). */
export const removeTemporaryFolders = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** A folder that is removed after the tests of the file that asked for it. */
export const temporaryFolder = (within = tmpdir()): string => {
  const folder = mkdtempSync(join(within, 'lettershop-'))
  folders.push(folder)
  return folder
}
