import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { storeContract } from '../contract/store/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const opened: Store[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
})

storeContract('sqlite', async () => {
  const store = await createSqliteStore({ file: join(mkdtempSync(join(folder, 'store-')), 'test.sqlite') })
  opened.push(store)
  return store
})
