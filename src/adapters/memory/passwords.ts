import { createSha256 } from '#platform/hash'
import { toBase64 } from '../../core/kernel/bytes.ts'
import type { Passwords } from '../../core/ports/passwords.ts'

/** Quick and insecure hashes, for tests of other behaviour. */
export const createMemoryPasswords = (): Passwords => ({
  hash: async (password) => memoryHash(password),
  verify: async (password, hash) => ({
    ok: hash.endsWith(memoryHash(password)),
    outdated: hash.startsWith('old:'),
  }),
})

/** The result of `hash`, for rows that a test writes itself. */
export const memoryHash = (password: string): string =>
  `memory:${toBase64(digestOf(password.normalize('NFKC')))}`

const digestOf = (text: string): Uint8Array => {
  const hash = createSha256()
  hash.update(text)
  return hash.digest()
}
