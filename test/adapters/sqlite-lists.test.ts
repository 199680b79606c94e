import { join } from 'node:path'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { listLanguageContract } from '../contract/list-language.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
listLanguageContract('sqlite', () => createSqliteStore({ file: join(folder, 'lists.sqlite') }))
