import { concatenate } from '../../core/kernel/bytes.ts'
import type { Blobs, BlobWriter } from '../../core/ports/blobs.ts'
import { assertBlobKey, assertBlobPrefix } from '../blob-key.ts'

const CHUNK_LENGTH = 64 * 1024

/** Stores blobs in memory. */
export const createMemoryBlobs = (): Blobs => {
  const blobs = new Map<string, Uint8Array>()
  return {
    async put(key, bytes) {
      assertBlobKey(key)
      blobs.set(key, bytes.slice())
    },
    async create(key) {
      assertBlobKey(key)
      return createWriter((bytes) => blobs.set(key, bytes))
    },
    async get(key) {
      assertBlobKey(key)
      return blobs.get(key)?.slice()
    },
    async stream(key, range) {
      assertBlobKey(key)
      const bytes = blobs.get(key)
      return bytes && chunksOf(range ? bytes.subarray(range.start, range.end) : bytes)
    },
    async size(key) {
      assertBlobKey(key)
      return blobs.get(key)?.length
    },
    async remove(key) {
      assertBlobKey(key)
      blobs.delete(key)
    },
    list(prefix) {
      assertBlobPrefix(prefix)
      return keysOf([...blobs.keys()].filter((key) => key.startsWith(prefix)).sort())
    },
  }
}

const createWriter = (keep: (bytes: Uint8Array) => void): BlobWriter => {
  const chunks: Uint8Array[] = []
  let open = true
  const assertOpen = () => {
    if (!open) throw new Error('This blob is finished or aborted.')
  }
  return {
    async write(chunk) {
      assertOpen()
      chunks.push(chunk.slice())
    },
    async finish() {
      assertOpen()
      open = false
      keep(concatenate(chunks))
    },
    async abort() {
      open = false
      chunks.length = 0
    },
  }
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += CHUNK_LENGTH) {
    yield bytes.slice(offset, offset + CHUNK_LENGTH)
  }
}

async function* keysOf(keys: readonly string[]): AsyncGenerator<string> {
  yield* keys
}
