import { afterAll } from 'vitest'
import { removeTestFiles } from './files.ts'

afterAll(removeTestFiles)
