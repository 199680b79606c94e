import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSqliteStore, type SqliteStore } from '../../../src/adapters/sqlite/store.ts'
import { inMemory } from '../memory.ts'

const opened: { store: SqliteStore; folder: string }[] = []

const newFolder = (): string => mkdtempSync(join(inMemory(2 ** 30), 'lettershop-sqlite-'))

/** Returns the bytes of a database with the schema and no rows. */
const migratedFile = async (): Promise<Buffer> => {
  const folder = newFolder()
  try {
    const file = join(folder, 'lettershop.db')
    await (await createSqliteStore({ file })).close()
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Created once for all test files of a worker, because the migrations would take longer than most tests. */
let migrated: Promise<Buffer> | undefined

/** Opens a store in a new file for a test; the file is removed after the test file (`set-up.ts`). */
export const openTestFile = async (): Promise<SqliteStore> => {
  migrated ??= migratedFile()
  const folder = newFolder()
  const file = join(folder, 'lettershop.db')
  writeFileSync(file, await migrated)
  const store = await createSqliteStore({ file })
  opened.push({ store, folder })
  return store
}

export const removeTestFiles = async (): Promise<void> => {
  for (const { store, folder } of opened.splice(0)) {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
