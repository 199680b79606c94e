/**
 * Hashes passwords slowly, off the event loop. The parameters are part of the hash, so that they can be
 * raised.
 */
export interface Passwords {
  /** Rejects with `PasswordsBusy` where too many calls wait already. */
  hash(password: string): Promise<string>
  /** `outdated`: correct, but hashed with old parameters, so that it should be hashed again. */
  verify(password: string, hash: string): Promise<{ ok: boolean; outdated: boolean }>
}

/** Too many password checks are waiting for another one to be done in time. */
export class PasswordsBusy extends Error {
  constructor() {
    super('Too many passwords are being checked.')
    this.name = 'PasswordsBusy'
  }
}

/**
 * The period of a code, in ms (RFC 6238 with the values that every authenticator supports: SHA-1, six digits,
 * 30 seconds).
 */
export const codePeriodMs = 30_000
/** The length of a seed in bytes, that of a SHA-1 digest (RFC 4226, section 4, R6). */
export const seedLength = 20

/** The account that an authenticator shows with a code. */
export interface CodeAccount {
  /** The issuer, shown above the account. */
  issuer: string
  /** The account's address. */
  label: string
}

/**
 * Codes that an authenticator derives from a seed and the time (TOTP, RFC 6238). The rules about them are in
 * the core.
 */
export interface OneTimeCodes {
  /** A seed in the forms that authenticators take: base 32 to type, and an `otpauth://` URI for a QR code. */
  describe(seed: Uint8Array, account: CodeAccount): Promise<{ secret: string; uri: string }>
  /**
   * The number of the code's period since 1970: the one at `at` (ms), the one before or the one after;
   * undefined for any other text.
   */
  periodOf(seed: Uint8Array, code: string, at: number): Promise<number | undefined>
}
