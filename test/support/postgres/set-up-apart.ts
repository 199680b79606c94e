import { afterAll, afterEach, beforeEach } from 'vitest'
import { beginTest, dropTestDatabases, endTest } from './database.ts'

beforeEach(beginTest)
afterEach(endTest)
afterAll(dropTestDatabases)
