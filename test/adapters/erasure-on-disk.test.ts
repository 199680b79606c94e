import { join } from 'node:path'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { erasureContract } from '../contract/erasure.ts'

erasureContract(async (folder) => ({
  store: await createSqliteStore({ file: join(folder, 'lettershop.db') }),
  database: 'lettershop.db',
}))
