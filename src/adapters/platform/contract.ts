/**
 * The types that the modules of `#platform/…` share. package.json (`imports`) resolves `#platform/…` to
 * `node/` (Node and Bun) or, where a bundler builds for a browser, to `web/`. Both folders export the same
 * names, which `test/adapters/platform.test.ts` checks.
 */

/** A SHA-256 over data that arrives in pieces. Text is hashed as UTF-8. */
export interface Sha256 {
  update(data: Uint8Array | string): unknown
  /** A copy of the current state, which continues independently. */
  copy(): Sha256
  /** 32 bytes. Called once, at the end. */
  digest(): Uint8Array
}

/** Compresses data that arrives in pieces, and keeps only the result in memory. */
export interface Deflater {
  /** Resolves when the piece has been consumed. */
  write(bytes: Uint8Array): Promise<void>
  end(): Promise<Uint8Array>
}

/** Inflated data has more bytes than the caller accepts. */
export class InflatedTooLong extends Error {
  constructor() {
    super('The inflated data is longer than what is taken.')
    this.name = 'InflatedTooLong'
  }
}

/** A thread, as the code that started it sees it. */
export interface Thread {
  /** The buffers are transferred instead of copied: the sender can no longer use them. */
  post(message: unknown, given: readonly ArrayBuffer[]): void
  /** Keeps the program running until `release`; a thread that is not held does not. */
  hold(): void
  release(): void
  /** Ends the thread at once, also in the middle of its work. */
  end(): Promise<void>
}

export interface ThreadListener {
  message(message: unknown): void
  /** The thread has ended, or a message from it could not be read. */
  end(error: Error): void
}

/** The other end of a `Thread`: what the worker thread itself uses. */
export interface ThreadPort {
  post(message: unknown, given: readonly ArrayBuffer[]): void
  listen(take: (message: unknown) => void): void
}
