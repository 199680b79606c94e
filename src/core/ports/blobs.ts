import { StoreUnavailable } from './store.ts'

/**
 * Blobs cannot be reached, or take no writes, while the store may be well. The caller did nothing wrong and
 * may try again.
 */
export class BlobsUnavailable extends StoreUnavailable {}

/** How an address hands out a blob. */
export interface Download {
  contentType: string
  /** The value of `Content-Disposition`. */
  disposition?: string
}

/**
 * Large immutable bytes (static layers, PDF parts, previews, uploads). A key is a relative path of
 * `[a-z0-9_.-]` segments joined by `/`. A blob appears whole or not at all, and survives a power cut once
 * `put` or `finish` has resolved. While the disk takes no writes (full, read-only), methods that write or
 * remove throw `StoreUnavailable`; where blobs are on another machine that cannot be reached, all do. Then
 * nothing is undefined: that means that there is no such blob.
 */
export interface Blobs {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Opens a blob for writing, which stays invisible until `finish`; `abort` removes it. */
  create(key: string): Promise<BlobWriter>
  /** The bytes; undefined where there is no such blob. */
  get(key: string): Promise<Uint8Array | undefined>
  /**
   * The bytes in chunks of at most 64 KiB; undefined where there is no such blob. `range` includes `start`,
   * excludes `end`, and is cut at the end of the blob.
   */
  stream(key: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined>
  size(key: string): Promise<number | undefined>
  /** Removes a blob, if there is one. */
  remove(key: string): Promise<void>
  /** Keys with this prefix, in lexical order. */
  list(prefix: string): AsyncIterable<string>
  /**
   * An address at which whoever knows it may begin to fetch the blob for five minutes, whether it exists or
   * not. Absent where callers cannot reach the blobs themselves.
   */
  link?(key: string, as: Download): Promise<string>
  /** Throws `BlobsUnavailable` where the blobs do not answer soon. Absent where they are on this machine. */
  look?(): Promise<void>
  /** Frees the room that unfinished blobs of processes take which ended a day ago. */
  tidy?(): Promise<void>
}

export interface BlobWriter {
  write(chunk: Uint8Array): Promise<void>
  finish(): Promise<void>
  abort(): Promise<void>
}

/** Writes a blob in chunks. The blob appears once `fill` has resolved; where it throws, nothing is left. */
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
