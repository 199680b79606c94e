/**
 * Types shared by the modules of `#platform/…`. package.json (`imports`) resolves these modules to `node/`
 * (Node and Bun), or to `web/` for bundlers that target browsers. Both folders export the same names
 * (`test/adapters/platform.test.ts`).
 */

/** Incremental SHA-256. Text is hashed as UTF-8. */
export interface Sha256 {
  update(data: Uint8Array | string): unknown
  /** Returns a copy of the current state, which continues independently. */
  copy(): Sha256
  /** Returns 32 bytes. May be called once. */
  digest(): Uint8Array
}

/** Compresses data incrementally; only the result stays in memory. */
export interface Deflater {
  /** Resolves when the bytes are consumed. */
  write(bytes: Uint8Array): Promise<void>
  end(): Promise<Uint8Array>
}

/** Inflated data is longer than the caller accepts. */
export class InflatedTooLong extends Error {
  constructor() {
    super('The inflated data is longer than allowed.')
    this.name = 'InflatedTooLong'
  }
}

/** A thread, as the code that started it sees it. */
export interface Thread {
  /** Transfers the `given` buffers instead of copying them; the sender can no longer use them. */
  post(message: unknown, given: readonly ArrayBuffer[]): void
  /** Keeps the process alive until `release`. */
  hold(): void
  release(): void
  end(): Promise<void>
}

export interface ThreadListener {
  message(message: unknown): void
  /** The thread has ended, or a message from it could not be read. */
  end(error: Error): void
}

/** The worker's end of a `Thread`. */
export interface ThreadPort {
  post(message: unknown, given: readonly ArrayBuffer[]): void
  listen(take: (message: unknown) => void): void
}
