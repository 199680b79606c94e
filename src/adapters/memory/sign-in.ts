import { createSha256 } from '#platform/hash'
import { fromHex, toBase64, toHex } from '../../core/kernel/bytes.ts'
import type { Passwords } from '../../core/ports/credentials.ts'
import { codePeriodMs, type OneTimeCodes } from '../../core/ports/credentials.ts'

/** Fast, insecure hashes for tests. */
export const createMemoryPasswords = (): Passwords => ({
  hash: async (password) => memoryHash(password),
  verify: async (password, hash) => ({
    ok: hash.endsWith(memoryHash(password)),
    outdated: hash.startsWith('old:'),
  }),
})

/** Returns what `hash` would, for rows that tests write directly. */
export const memoryHash = (password: string): string =>
  `memory:${toBase64(digestOf(password.normalize('NFKC')))}`

const digestOf = (text: string): Uint8Array => {
  const hash = createSha256()
  hash.update(text)
  return hash.digest()
}

/** One-time codes by a simple algorithm, for tests of anything but RFC 6238. */
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

/** Returns the code that an authenticator shows at `at` (ms). */
export const memoryCode = (secret: string, at: number): string =>
  codeOf(fromHex(secret), Math.floor(at / codePeriodMs))

const codeOf = (seed: Uint8Array, period: number): string => {
  const hash = createSha256()
  hash.update(seed)
  hash.update(`|${period}`)
  const { buffer, byteOffset } = hash.digest()
  return String(new DataView(buffer, byteOffset).getUint32(0) % 1_000_000).padStart(6, '0')
}
