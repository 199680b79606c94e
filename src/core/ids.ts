import { init } from '@paralleldrive/cuid2'
import { monotonicFactory } from 'ulid'
import type { Clock } from './ports/clock.ts'
import type { Random } from './ports/random.ts'

/** Type prefixes of DESIGN 5. */
export type IdPrefix =
  | 'org'
  | 'usr'
  | 'key'
  | 'cat'
  | 'fld'
  | 'tpl'
  | 'tv'
  | 'prd'
  | 'psp'
  | 'pfl'
  | 'pbt'
  | 'itm'
  | 'run'
  | 'rnd'
  | 'sup'
  | 'imp'
  | 'map'
  | 'upl'
  | 'ast'
  | 'inv'
  | 'led'
  | 'evt'
  | 'whe'
  | 'whd'
  | 'exp'
  | 'tkt'
  | 'ses'
  | 'ret'
  | 'job'
  | 'req'
  | 'lse'

export interface Ids {
  /** Prefix and a ULID that sorts by the order of minting, from real time whatever a test clock says. */
  next(prefix: IdPrefix): string
  /** A code for paper: short, not sequential, not guessable. */
  trackingCode(): string
  /** URL-safe text with 192 bits of randomness behind a prefix. */
  secret(prefix: string): string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const createIds = (clock: Clock, random: Random): Ids => {
  const ulid = monotonicFactory(() => random.float())
  // Letters and digits only, so that the code survives being typed over and upper-cased in a QR code.
  const code = init({ random: () => random.float(), length: 12, fingerprint: 'lettershop' })
  return {
    next: (prefix) => `${prefix}_${ulid(clock.now())}`,
    trackingCode: () => code().toUpperCase(),
    secret: (prefix) => {
      let text = ''
      while (text.length < 32) {
        for (const byte of random.bytes(48)) {
          // 248 = 4 × 62: bytes above it would favour the first letters.
          if (byte < 248 && text.length < 32) text += alphabet[byte % 62]
        }
      }
      return prefix + text
    },
  }
}
