/**
 * Large immutable bytes (static layers, PDF parts, previews, uploads). A key is a relative path of
 * `[a-z0-9_.-]` segments joined by `/`. A blob appears whole or not at all, and once `put` or `finish`
 * has answered it survives a power cut. Where the disk takes nothing (full, read-only), what writes or removes throws
 * `StoreUnavailable`.
 */
export interface Blobs {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Streams into a blob that stays invisible until `finish`; `abort` leaves nothing behind. */
  create(key: string): Promise<BlobWriter>
  /** The bytes, or undefined when there is no such blob. */
  get(key: string): Promise<Uint8Array | undefined>
  /**
   * Chunks of at most 64 KiB; undefined when there is no such blob. `range` is from `start` to before `end`, as far as
   * the blob goes.
   */
  stream(key: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined>
  size(key: string): Promise<number | undefined>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Keys that begin with the prefix, in lexical order. */
  list(prefix: string): AsyncIterable<string>
}

export interface BlobWriter {
  write(chunk: Uint8Array): Promise<void>
  finish(): Promise<void>
  abort(): Promise<void>
}

/** Writes a blob in chunks: it is there once `fill` has ended, and where that throws nothing is left behind. */
export const writeBlob = async <T>(
  blobs: Pick<Blobs, 'create'>,
  key: string,
  fill: (write: BlobWriter['write']) => Promise<T>,
): Promise<T> => {
  const writer = await blobs.create(key)
  try {
    const filled = await fill((chunk) => writer.write(chunk))
    await writer.finish()
    return filled
  } catch (error) {
    await writer.abort()
    throw error
  }
}
