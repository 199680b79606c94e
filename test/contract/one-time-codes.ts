import { describe, expect, it } from 'vitest'
import { codePeriodMs, type OneTimeCodes, seedLength } from '../../src/core/ports/credentials.ts'

/** The contract of every OneTimeCodes; `codeAt` is an authenticator with the secret. */
export const oneTimeCodesContract = (
  name: string,
  create: () => OneTimeCodes,
  codeAt: (secret: string, at: number) => string,
): void => {
  describe(`one-time codes: ${name}`, () => {
    const codes = create()
    const seed = new Uint8Array(seedLength).map((_, index) => index * 7 + 3)
    const account = { issuer: 'Lettershop (mail.example)', label: 'ada+post@example.com' }
    const period = 56_000_000
    const at = period * codePeriodMs
    const secretOf = async (of: Uint8Array) => (await codes.describe(of, account)).secret

    it('returns a seed as text to type and as a URI with the same secret, the issuer and the account', async () => {
      const { secret, uri } = await codes.describe(seed, account)
      expect(secret).toMatch(/^[0-9A-Za-z]{32,}$/)
      const url = new URL(uri)
      expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp'])
      expect(url.searchParams.get('secret')).toBe(secret)
      expect(decodeURIComponent(url.pathname)).toBe(`/${account.issuer}:${account.label}`)
      expect(await codes.describe(seed, account)).toEqual({ secret, uri })
    })

    it.each([
      ['at its beginning', 0],
      ['at its end', codePeriodMs - 1],
    ])('accepts a code of the period %s, and of the ones before and after it', async (_when, into) => {
      const secret = await secretOf(seed)
      for (const off of [-1, 0, 1]) {
        const code = codeAt(secret, at + off * codePeriodMs)
        expect(await codes.periodOf(seed, code, at + into)).toBe(period + off)
      }
    })

    it.each([-2, 2, -1000])('rejects a code that is %i periods off', async (off) => {
      const code = codeAt(await secretOf(seed), at + off * codePeriodMs)
      expect(await codes.periodOf(seed, code, at)).toBeUndefined()
    })

    it('rejects a code of another seed', async () => {
      const other = seed.map((byte) => byte ^ 1)
      expect(await codes.periodOf(other, codeAt(await secretOf(seed), at), at)).toBeUndefined()
    })

    it.each([
      '',
      '12345',
      '1234567',
      'abcdef',
      '１２３４５６',
      ' 23456',
      '-12345',
      '1e4   ',
      '0x1234',
      '12345\n',
    ])('does not accept %j as a code', async (text) => {
      expect(await codes.periodOf(seed, text, at)).toBeUndefined()
    })
  })
}
