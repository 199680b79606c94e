/** How long a code is shown, in ms (RFC 6238 with the values that every authenticator takes: SHA-1, six digits, 30 seconds). */
export const codePeriodMs = 30_000
/** Bytes of a seed: as many as SHA-1 has (RFC 4226, section 4, R6). */
export const seedLength = 20

/** Whom an authenticator shows a code for. */
export interface CodeAccount {
  /** Whose code it is, as people read it above the account. */
  issuer: string
  /** The account's address. */
  label: string
}

/** Codes that an authenticator makes of a seed and the time (TOTP, RFC 6238). Rules about them are the core's. */
export interface OneTimeCodes {
  /** A seed as an authenticator takes it: in base 32 for people who type it, and as an `otpauth://` URI to make a QR code of. */
  describe(seed: Uint8Array, account: CodeAccount): Promise<{ secret: string; uri: string }>
  /**
   * The number of the period (since 1970) that the code is of: the one at `at` (ms), the one before it or the one after it;
   * undefined of every other text.
   */
  periodOf(seed: Uint8Array, code: string, at: number): Promise<number | undefined>
}
