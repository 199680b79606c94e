import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { createMemoryOneTimeCodes, memoryCode } from '../../src/adapters/memory/sign-in.ts'
import { createOneTimeCodes } from '../../src/adapters/totp/one-time-codes.ts'
import { oneTimeCodesContract } from '../contract/one-time-codes.ts'

oneTimeCodesContract('memory', createMemoryOneTimeCodes, memoryCode)
oneTimeCodesContract('otpauth', createOneTimeCodes, (secret, at) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at }),
)

// RFC 6238, appendix B: the last six of the eight digits for SHA-1.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('accepts the code of RFC 6238 at %d s', async (seconds, code) => {
  const seed = new TextEncoder().encode('12345678901234567890')
  expect(await createOneTimeCodes().periodOf(seed, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

it('includes algorithm, digits and period for authenticators', async () => {
  const seed = new TextEncoder().encode('12345678901234567890')
  const account = { issuer: 'Lettershop (mail.example)', label: 'ada@example.com' }
  expect(await createOneTimeCodes().describe(seed, account)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    uri: 'otpauth://totp/Lettershop%20(mail.example):ada%40example.com?issuer=Lettershop%20(mail.example)&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  })
})
