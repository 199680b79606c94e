import { memoryCode } from '../../src/adapters/memory/one-time-codes.ts'
import { codePeriodMs } from '../../src/core/ports/one-time-codes.ts'
import { type browser, password } from './people.ts'
import type { TestShop } from './shop.ts'

/** Somebody's telephone with an authenticator on it. */
export interface Authenticator {
  secret: string
  recoveryCodes: string[]
  /** The code that it shows now, or some periods later or earlier. */
  shows(off?: number): string
  /** Waits for the next code, which nobody has used. */
  next(): string
}

/** Sets up a second factor for whoever is signed in with this browser. */
export const enrol = async (
  shop: TestShop,
  own: ReturnType<typeof browser>,
  code?: string,
): Promise<Authenticator> => {
  const begun = await own.call('secondFactor.begin', { currentPassword: password, ...(code ? { code } : {}) })
  const { secret } = begun.body.authenticator
  const shows = (off = 0) => memoryCode(secret, shop.clock.now() + off * codePeriodMs)
  const confirmed = await own.call('secondFactor.confirm', { code: shows() })
  return {
    secret,
    recoveryCodes: confirmed.body.recoveryCodes,
    shows,
    next() {
      shop.clock.advance(codePeriodMs)
      return shows()
    },
  }
}
