import { afterAll, beforeAll, expect, it } from 'vitest'
import { createS3Blobs } from '../../src/adapters/blobs-s3/blobs.ts'
import { parseS3Address } from '../../src/adapters/blobs-s3/place.ts'
import { defaultPartBytes } from '../../src/adapters/blobs-s3/write.ts'
import type { Blobs } from '../../src/core/ports/blobs.ts'
import { blobsContract, same } from '../contract/blobs.ts'
import { startS3rver } from '../support/s3/s3rver.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/**
 * Third-party servers: s3rver, and a real bucket if TEST_S3 names it (`s3://bucket?endpoint=…`, with the keys
 * where Amazon's tools have them).
 */
let s3rver: Awaited<ReturnType<typeof startS3rver>>
beforeAll(async () => {
  s3rver = await startS3rver(temporaryFolder())
})
afterAll(() => s3rver.close())

let places = 0
const onS3rver = (): Blobs =>
  createS3Blobs({
    place: parseS3Address(s3rver.address(`place-${places++}/blobs`)),
    credentials: () => s3rver.credentials,
  })

const real = process.env.TEST_S3
const onReal = (): Blobs => {
  const place = { ...parseS3Address(real!), prefix: `test-${Date.now()}-${places++}/` }
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = process.env
  return createS3Blobs({ place, credentials: () => ({ accessKeyId, secretAccessKey }) })
}

blobsContract('blobs-s3 on s3rver', async () => onS3rver(), { listsInOrder: false })
if (real) blobsContract('blobs-s3 on a real server', async () => onReal())

const servers: [string, () => Blobs][] = [['s3rver', onS3rver]]
if (real) servers.push(['a real server', onReal])

it.each(servers)('a multipart blob is read unchanged from %s', async (_name, open) => {
  const blobs = open()
  const large = Buffer.alloc(defaultPartBytes + 12_345, 'lettershop')
  await blobs.put('runs/large.pdf', large)
  expect(await blobs.size('runs/large.pdf')).toBe(large.length)
  expect(same(await blobs.get('runs/large.pdf'), large)).toBe(true)
})

it('is tidied even if it cannot list unfinished uploads', () =>
  expect(onS3rver().tidy!()).resolves.toBeUndefined())
