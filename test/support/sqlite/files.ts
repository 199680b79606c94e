import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteStore, type SqliteStore } from '../../../src/adapters/sqlite/store.ts'

const opened: { store: SqliteStore; folder: string }[] = []

/** A store in a file of its own for a test; it goes with the test file that asked for it (`set-up.ts`). */
export const openTestFile = async (): Promise<SqliteStore> => {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-sqlite-'))
  const store = await createSqliteStore({ file: join(folder, 'lettershop.db') })
  opened.push({ store, folder })
  return store
}

export const removeTestFiles = async (): Promise<void> => {
  for (const { store, folder } of opened.splice(0)) {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
