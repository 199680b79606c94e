import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder that is removed after the tests of the file that asked for it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
