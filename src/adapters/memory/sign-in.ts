import { createSha256 } from '#platform/hash'
import { fromHex, toBase64, toHex } from '../../core/kernel/bytes.ts'
import type { Passwords } from '../../core/ports/credentials.ts'
import { codePeriodMs, type OneTimeCodes } from '../../core/ports/credentials.ts'

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

/** Codes by a simple algorithm, for tests of behaviour other than RFC 6238. */
export const createMemoryOneTimeCodes = (): OneTimeCodes => ({
  async describe(seed, { issuer, label }) {
    const secret = toHex(seed)
    const account = `${encodeURIComponent(issuer)}:${encodeURIComponent(label)}`
    return { secret, uri: `otpauth://totp/${account}?secret=${secret}` }
  },
  async periodOf(seed, code, at) {
    const now = Math.floor(at / codePeriodMs)
    return [now, now - 1, now + 1].find((period) => codeOf(seed, period) === code)
  },
})

/** The code that an authenticator with this secret shows at `at` in ms. */
export const memoryCode = (secret: string, at: number): string =>
  codeOf(fromHex(secret), Math.floor(at / codePeriodMs))

const codeOf = (seed: Uint8Array, period: number): string => {
  const hash = createSha256()
  hash.update(seed)
  hash.update(`|${period}`)
  const { buffer, byteOffset } = hash.digest()
  return String(new DataView(buffer, byteOffset).getUint32(0) % 1_000_000).padStart(6, '0')
}
