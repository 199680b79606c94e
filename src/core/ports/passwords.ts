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
