import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { S3Blobs } from '../../src/adapters/blobs-s3/blobs.ts'
import { lacksRequest } from '../../src/adapters/blobs-s3/faults.ts'
import { BlobsUnavailable } from '../../src/core/ports/blobs.ts'
import { collect, pattern } from '../contract/blobs.ts'
import { fault, leastPartBytes } from '../support/s3/objects.ts'
import { type S3Request, startTestS3, type TestS3 } from '../support/s3/server.ts'

let s3: TestS3
beforeAll(async () => {
  s3 = await startTestS3()
})
afterAll(() => s3.close())
beforeEach(() => s3.reset())

let places = 0
const newPlace = () => `place-${places++}`

const small = pattern(1000)
const large = pattern(leastPartBytes * 2)

const openWith = async (): Promise<S3Blobs> => {
  const blobs = s3.blobs(newPlace())
  await blobs.put('there', small)
  return blobs
}

it.each([
  [
    'Please reduce your request rate.',
    '503 SlowDown Please reduce your request rate. The request was GetObject.',
  ],
  [
    'Please reduce your request rate',
    '503 SlowDown Please reduce your request rate. The request was GetObject.',
  ],
  ['Is it you again? ', '503 SlowDown Is it you again? The request was GetObject.'],
  ['', '503 SlowDown. The request was GetObject.'],
])('ends messages with one full stop if the store answers “%s”', async (message, expected) => {
  const body = `<Error><Code>SlowDown</Code><Message>${message}</Message></Error>`
  s3.onRequest(() => ({ status: 503, body }))
  const place = newPlace()
  const failed = await s3
    .blobs(place, { patience: { tries: 1 } })
    .get('k')
    .catch((error: Error) => error)
  expect(failed).toMatchObject({
    message: `s3://test-bucket/${place}/ could not read k: the store answered ${expected}`,
  })
})

describe('a store that does not support', () => {
  const has = (name: string) => (call: S3Request) => call.query.has(name)
  const requests: [string, (call: S3Request) => boolean, (blobs: S3Blobs) => Promise<unknown>][] = [
    ['ListObjectsV2', has('list-type'), (blobs) => collect(blobs.list(''))],
    ['ListObjectsV2', has('list-type'), (blobs) => blobs.look()],
    ['GetObject', ({ method }) => method === 'GET', (blobs) => blobs.get('there')],
    ['HeadObject', ({ method }) => method === 'HEAD', (blobs) => blobs.size('there')],
    ['PutObject', ({ method }) => method === 'PUT', (blobs) => blobs.put('new', small)],
    ['CreateMultipartUpload', has('uploads'), (blobs) => blobs.put('new', large)],
    ['UploadPart', has('partNumber'), (blobs) => blobs.put('new', large)],
    [
      'CompleteMultipartUpload',
      ({ method, query }) => method === 'POST' && query.has('uploadId'),
      (blobs) => blobs.put('new', large),
    ],
    ['DeleteObject', ({ method }) => method === 'DELETE', (blobs) => blobs.remove('there')],
    ['GetBucketVersioning', has('versioning'), (blobs) => blobs.versioning()],
  ]
  const answers = { NotImplemented: 501, MethodNotAllowed: 405 }
  const cases = requests.flatMap(([name, isMeant, deed]) =>
    Object.entries(answers).map(([code, status]) => ({ name, code, status, isMeant, deed })),
  )
  it.each(cases)('$name, and answers $status, is reported, and not retried', async (request) => {
    const { name, code, status, isMeant, deed } = request
    const blobs = await openWith()
    let times = 0
    s3.onRequest((call) => {
      if (!isMeant(call)) return undefined
      times++
      return fault(status, code)
    })
    const failed = await deed(blobs).catch((error: Error) => error)
    expect(failed).toBeInstanceOf(BlobsUnavailable)
    const { message } = failed as Error
    // A response to HEAD has no body, and so no error code.
    expect(message).toContain(`the store answered ${status}`)
    expect(message).toMatch(new RegExp(` The request was ${name}, which this store does not support\\.$`))
    expect(lacksRequest(failed as BlobsUnavailable)).toBe(true)
    expect(times).toBe(1)
  })

  it('but was unavailable or refused the credentials is not reported to lack anything', async () => {
    for (const injected of ['cut', fault(503, 'SlowDown'), fault(403, 'AccessDenied')] as const) {
      const blobs = s3.blobs(newPlace(), { patience: { tries: 1 } })
      s3.onRequest(() => injected)
      const failed = await blobs.get('k').catch((error: Error) => error)
      expect(lacksRequest(failed as BlobsUnavailable)).toBe(false)
    }
  })
})
