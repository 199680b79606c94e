import { afterAll } from 'vitest'
import { listLanguageContract } from '../contract/list-language.ts'
import { dropTestDatabases, openTestDatabase } from '../support/postgres/database.ts'

afterAll(dropTestDatabases)
listLanguageContract('postgres', openTestDatabase)
