import { createHash } from 'node:crypto'
import type { Passwords } from '../../core/ports/passwords.ts'

/** Quick and worthless hashes, for tests that are about something else. */
export const createMemoryPasswords = (): Passwords => ({
  hash: async (password) => memoryHash(password),
  verify: async (password, hash) => ({
    ok: hash.endsWith(memoryHash(password)),
    outdated: hash.startsWith('old:'),
  }),
})

/** What `hash` gives, for rows that a test writes itself. */
export const memoryHash = (password: string): string =>
  `memory:${createHash('sha256').update(password.normalize('NFKC')).digest('base64')}`
