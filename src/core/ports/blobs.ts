import { StoreUnavailable } from './store.ts'

/** Blobs can't be reached or written, while the store may be healthy. The caller may retry. */
export class BlobsUnavailable extends StoreUnavailable {}

export interface Download {
  contentType: string
  disposition?: string
}

/**
 * Large immutable bytes (static layers, PDF parts, previews, uploads). Keys are relative paths of
 * `[a-z0-9_.-]` segments joined by `/`. A blob appears whole or not at all, and survives a power cut once
 * `put` or `finish` has resolved. Methods that write or remove throw `StoreUnavailable` while the disk takes
 * no writes (full, read-only); all methods do if blobs are on another machine that can't be reached.
 */
export interface Blobs {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The blob stays invisible until `finish`; `abort` removes it. */
  create(key: string): Promise<BlobWriter>
  /** Undefined if there is no such blob. */
  get(key: string): Promise<Uint8Array | undefined>
  /**
   * Chunks of at most 64 KiB; undefined if there is no such blob. `range` includes `start`, excludes `end`,
   * and is cut at the end of the blob.
   */
  stream(key: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined>
  size(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  /** Yields the keys in lexical order. */
  list(prefix: string): AsyncIterable<string>
  /**
   * A URL at which any holder may start to download the blob for five minutes, whether it exists or not.
   * Absent if callers can't reach the blobs directly.
   */
  link?(key: string, as: Download): Promise<string>
  /** Throws `BlobsUnavailable` if the blobs don't answer soon. Absent if they are on this machine. */
  look?(): Promise<void>
  /** Removes unfinished blobs of processes that ended a day ago. */
  tidy?(): Promise<void>
}

export interface BlobWriter {
  write(chunk: Uint8Array): Promise<void>
  finish(): Promise<void>
  abort(): Promise<void>
}

/** The blob appears once `fill` has resolved; nothing is left if `fill` throws. */
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
