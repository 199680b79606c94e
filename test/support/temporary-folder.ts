import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const folders: string[] = []
// Registered here, while the tests of the file are collected: inside a test it is too late for `afterAll`.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder that is removed after the tests of the file that asked for it. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-'))
  folders.push(folder)
  return folder
}
