import type { CodeAccount, OneTimeCodes } from '../../core/ports/credentials.ts'
import { codePeriodMs } from '../../core/ports/credentials.ts'

const parameters = { algorithm: 'SHA1', digits: 6, period: codePeriodMs / 1000 } as const
/** Number of periods accepted before and after the current one, because phone clocks deviate. */
const drift = 1

/** TOTP by `otpauth`, loaded on first use because most processes never need it. */
export const createOneTimeCodes = (): OneTimeCodes => ({
  async describe(seed, account) {
    const totp = await totpOf(seed, account)
    return { secret: totp.secret.base32, uri: totp.toString() }
  },
  async periodOf(seed, code, at) {
    // The library also accepts non-ASCII digits.
    if (!/^[0-9]{6}$/.test(code)) return undefined
    const totp = await totpOf(seed)
    const off = totp.validate({ token: code, timestamp: at, window: drift })
    return off === null ? undefined : totp.counter({ timestamp: at }) + off
  },
})

const totpOf = async (seed: Uint8Array, account: Partial<CodeAccount> = {}) => {
  const { Secret, TOTP } = await import('otpauth/slim')
  return new TOTP({ ...parameters, ...account, secret: new Secret({ buffer: seed.slice().buffer }) })
}
