import { decodeTime, monotonicFactory } from 'ulid'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'

/** What an id begins with, by the type of what it names. */
export type IdPrefix =
  | 'org'
  | 'usr'
  | 'mbr'
  | 'rol'
  | 'ivt'
  | 'lnk'
  | 'sfa'
  | 'aud'
  | 'rlg'
  | 'key'
  | 'cat'
  | 'rsn'
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
  | 'top'
  | 'led'
  | 'evt'
  | 'whe'
  | 'whd'
  | 'exp'
  | 'int'
  | 'tkt'
  | 'tkm'
  | 'ses'
  | 'ret'
  | 'scn'
  | 'job'
  | 'req'
  | 'lse'

export interface Ids {
  /** Prefix and a ULID that sorts by the order of minting, from real time whatever a test clock says. */
  next(prefix: IdPrefix): string
  /** A code for paper: 12 characters, not sequential, not guessable (60 bits), safe to type over. */
  trackingCode(): string
  /** URL-safe text with 192 bits of randomness behind a prefix. */
  secret(prefix: string): string
}

const ulidOf = (id: string): string => id.slice(id.indexOf('_') + 1)

/** ms of real time at which an id was minted, whatever the clock of what it names says. */
export const mintedAt = (id: string): number => decodeTime(ulidOf(id))

/** Crockford's base 32: no I, L, O or U, and all of it in the QR code's short alphabet. */
const paperAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const createIds = (clock: Clock, random: Random): Ids => {
  const ulid = monotonicFactory(() => random.float())
  return {
    next: (prefix) => `${prefix}_${ulid(clock.now())}`,
    trackingCode: () => {
      let code = ''
      for (const byte of random.bytes(12)) code += paperAlphabet[byte & 31]
      return code
    },
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
