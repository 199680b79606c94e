import { afterAll } from 'vitest'
import { removeTemporaryFolders } from './temporary-folder.ts'

// What a test file leaves is removed after it. Here and not where it is made: this file runs for every test file, also where those
// share their modules.
afterAll(removeTemporaryFolders)
