import { decodeTime, monotonicFactory } from 'ulid'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'

/** The prefix of an id, which shows the type of its resource. */
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
  | 'prn'
  | 'prr'
  | 'psp'
  | 'psv'
  | 'prl'
  | 'czn'
  | 'cal'
  | 'cst'
  | 'pst'
  | 'stk'
  | 'crv'
  | 'pfl'
  | 'pbt'
  | 'itm'
  | 'act'
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
  /**
   * An id: the prefix and a ULID, which sorts by order of creation in real time, regardless of test clocks.
   */
  next(prefix: IdPrefix): string
  /** A code to be printed: 12 random characters (60 bits) that are easy to read and type. */
  trackingCode(): string
  /** The prefix and 32 random letters and digits (190 bits). */
  secret(prefix: string): string
}

const ulidOf = (id: string): string => id.slice(id.indexOf('_') + 1)

/** When an id was created, in ms of real time, regardless of test clocks. */
export const mintedAt = (id: string): number => decodeTime(ulidOf(id))

/** Crockford's base 32: no I, L, O or U, and all of it in the QR code's short alphabet. */
const paperAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A tracking code as it is stored, from the text that a person or a program sent. */
export const readTrackingCode = (text: string): string => text.trim().toUpperCase()

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
          // 248 = 4 × 62: larger bytes would favour the first letters.
          if (byte < 248 && text.length < 32) text += alphabet[byte % 62]
        }
      }
      return prefix + text
    },
  }
}
