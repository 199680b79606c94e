import { afterAll } from 'vitest'
import { dropTestDatabases } from './database.ts'

// Hooks are taken before the tests run, and the first database is made in one.
afterAll(dropTestDatabases, 300_000)
