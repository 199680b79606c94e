import { afterAll } from 'vitest'
import { removeTemporaryFolders } from './temporary-folder.ts'

// Cleans up after each test file. Here instead of where the folders are created, because this module runs for
// every test file, even if modules are shared.
afterAll(removeTemporaryFolders)
