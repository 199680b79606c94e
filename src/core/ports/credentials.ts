/** Hashes slowly, off the event loop. The parameters are part of the hash, so that they can be increased. */
export interface Passwords {
  /** Rejects with `PasswordsBusy` if too many calls are waiting. */
  hash(password: string): Promise<string>
  /** `outdated`: correct, but should be hashed again with the current parameters. */
  verify(password: string, hash: string): Promise<{ ok: boolean; outdated: boolean }>
}

export class PasswordsBusy extends Error {
  constructor() {
    super('Too many passwords are being checked.')
    this.name = 'PasswordsBusy'
  }
}

/** In ms (RFC 6238, with the values that all authenticators support: SHA-1, six digits, 30 seconds). */
export const codePeriodMs = 30_000
/** In bytes, that of a SHA-1 digest (RFC 4226, section 4, R6). */
export const seedLength = 20

/** Displayed by an authenticator. */
export interface CodeAccount {
  /** Shown above the account. */
  issuer: string
  /** The e-mail address. */
  label: string
}

/** Codes from a seed and the time (TOTP, RFC 6238). Their rules are in the core. */
export interface OneTimeCodes {
  /** The seed as base 32 to type, and as an `otpauth://` URI for a QR code. */
  describe(seed: Uint8Array, account: CodeAccount): Promise<{ secret: string; uri: string }>
  /**
   * The period of a code, counted from 1970, if it is the one at `at` (ms), the one before or the one after.
   * Undefined for any other text.
   */
  periodOf(seed: Uint8Array, code: string, at: number): Promise<number | undefined>
}
