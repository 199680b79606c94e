/**
 * What `#platform/…` gives, whatever it runs on: package.json (`imports`) leads to the modules of `node/`
 * (Node and Bun) or, where a bundler builds for a browser, to those of `web/`. The two folders export the
 * same names; `test/adapters/platform.test.ts` holds them to it.
 */

/** A SHA-256 over data that comes bit by bit. Text counts as UTF-8. */
export interface Sha256 {
  update(data: Uint8Array | string): unknown
  /** Another one that goes on from here by itself. */
  copy(): Sha256
  /** 32 bytes; once, at the end. */
  digest(): Uint8Array
}

/** As zlib has them; a platform without zlib heeds the level alone. */
export interface DeflateSettings {
  level?: number
  windowBits?: number
  memLevel?: number
  chunkSize?: number
}

/** Compresses what comes in pieces, and keeps the result only. */
export interface Deflater {
  /** Resolves when the piece has been taken in. */
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
  /** It has ended, or what it says cannot be read any more. */
  end(error: Error): void
}

/** The same, as the thread itself sees it. */
export interface ThreadPort {
  post(message: unknown, given: readonly ArrayBuffer[]): void
  listen(take: (message: unknown) => void): void
}
