import { createMemoryBlobs } from '../../src/adapters/memory/blobs.ts'
import type { Blobs } from '../../src/core/ports/blobs.ts'
import type { TestS3 } from './s3/server.ts'

let server: Promise<TestS3> | undefined
let places = 0

/** The blobs of a test that asks for none of its own: in memory, or where `LETTERSHOP_TEST_BLOBS` is `s3` there. */
export const openTestBlobs = async (): Promise<Blobs> => {
  if (process.env.LETTERSHOP_TEST_BLOBS !== 's3') return createMemoryBlobs()
  server ??= import('./s3/server.ts').then(({ startTestS3 }) => startTestS3())
  return (await server).blobs(`shop-${places++}`)
}
