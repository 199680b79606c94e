import { copyFileSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { storeContract } from '../contract/store/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
/** A file with every table, made once, because each migration waits for the disk. */
const made = join(folder, 'made.sqlite')
beforeAll(async () => (await createSqliteStore({ file: made })).close())

const opened: Store[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
})

const open = async (options: { longTableRows?: number }) => {
  const file = join(mkdtempSync(join(folder, 'store-')), 'test.sqlite')
  copyFileSync(made, file)
  const store = await createSqliteStore({ file, ...options })
  opened.push(store)
  return store
}
storeContract('sqlite', () => open({}))
storeContract('sqlite that scans every table in its thread', () => open({ longTableRows: 0 }))
