import type { Services } from '../../engine/services.ts'
import { toHex } from '../../kernel/bytes.ts'

/** Codes that a person gets at a time; each works once. */
export const recoveryCodeCount = 10
/** Characters of 5 random bits each. */
const length = 16
const saltLength = 16

/** Crockford's base 32: a typed o, i or l means 0 or 1. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** New codes as they are shown once, and the hashes that are stored. */
export const newRecoveryCodes = (services: Services): { shown: string[]; kept: string[] } => {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomText(services, length))
  return {
    shown: codes.map((code) => code.match(/.{4}/g)!.join('-')),
    kept: codes.map((code) => kept(services, randomText(services, saltLength), code)),
  }
}

/** The stored hash of the code that was typed, with any spacing; undefined where it matches none. */
export const findRecoveryCode = (
  services: Services,
  codes: readonly string[],
  typed: string,
): string | undefined => {
  const code = typed.replace(/o/g, '0').replace(/[il]/g, '1')
  const encoder = new TextEncoder()
  return codes.find((known) => {
    const expected = kept(services, known.slice(0, saltLength), code)
    return services.crypto.equal(encoder.encode(known), encoder.encode(expected))
  })
}

/** A salt, and the hash of salt and code: a code of 80 random bits needs no slow hash. */
const kept = (services: Services, salt: string, code: string): string =>
  salt + toHex(services.crypto.sha256(`${salt}|${code}`))

const randomText = ({ random }: Services, characters: number): string =>
  Array.from(random.bytes(characters), (byte) => alphabet[byte & 31]).join('')
