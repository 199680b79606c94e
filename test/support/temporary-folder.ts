import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const folders: string[] = []
// Here, where the file's tests are collected: in the middle of a test it is too late to say what comes after all of them.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder that is removed after the tests of the file that asked for it. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-'))
  folders.push(folder)
  return folder
}
