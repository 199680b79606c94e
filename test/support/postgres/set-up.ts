import { afterAll, afterEach, beforeEach } from 'vitest'
import { beginTest, endTest, leaveTestDatabases } from './database.ts'

// Hooks are taken before the tests run, and the first database is made in one.
beforeEach(beginTest)
afterEach(endTest)
afterAll(leaveTestDatabases)
