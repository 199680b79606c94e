/** Keeps passwords as slow hashes, off the event loop. Parameters stand in the hash, so that they can grow. */
export interface Passwords {
  /** Rejects with `PasswordsBusy` where more wait already than are worth waiting for. */
  hash(password: string): Promise<string>
  /** `outdated`: right, but hashed with other parameters than today's; hash it again. */
  verify(password: string, hash: string): Promise<{ ok: boolean; outdated: boolean }>
}

/** So many want a password looked at that another one would wait too long. */
export class PasswordsBusy extends Error {
  constructor() {
    super('Too many passwords are being checked.')
    this.name = 'PasswordsBusy'
  }
}
