import { afterAll, afterEach, beforeEach } from 'vitest'
import { beginTest, endTest, leaveTestDatabases } from './database.ts'

// Registered before a test file's own hooks, which may open the first database.
beforeEach(beginTest)
afterEach(endTest)
afterAll(leaveTestDatabases)
