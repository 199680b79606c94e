import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Blobs, BlobsUnavailable } from '../../src/core/ports/blobs.ts'
import { collect, pattern, same } from '../contract/blobs.ts'
import { fault, leastPartBytes } from '../support/s3/objects.ts'
import { type Fault, type S3Request, startTestS3, type TestS3 } from '../support/s3/server.ts'

let s3: TestS3
beforeAll(async () => {
  s3 = await startTestS3()
})
afterAll(() => s3.close())
beforeEach(() => s3.reset())

let places = 0
const newPlace = () => `place-${places++}`

const small = pattern(1000)
const large = pattern(leastPartBytes * 3 + 7)

/** Operations on the blob `there` and others, with their results if nothing fails. */
const deeds: Record<string, { body: (blobs: Blobs) => Promise<unknown>; expected: unknown }> = {
  'reads it': { body: async (blobs) => same(await blobs.get('there'), large), expected: true },
  'reads a short one': { body: async (blobs) => same(await blobs.get('short'), small), expected: true },
  'reads it piece by piece': {
    body: async (blobs) => same(Buffer.concat(await collect(await blobs.stream('there'))), large),
    expected: true,
  },
  'reads a part of it': {
    body: async (blobs) =>
      Buffer.concat(await collect(await blobs.stream('there', { start: 5, end: 200_000 }))).length,
    expected: large.length - 5,
  },
  'measures it': { body: (blobs) => blobs.size('there'), expected: large.length },
  'finds that another is missing': {
    body: async (blobs) => [
      await blobs.get('missing'),
      await blobs.size('missing'),
      await blobs.stream('missing'),
    ],
    expected: [undefined, undefined, undefined],
  },
  'lists it': { body: (blobs) => collect(blobs.list('')), expected: ['short', 'there'] },
  'writes a short one': {
    async body(blobs) {
      await blobs.put('new', small)
      s3.reset()
      return same(await blobs.get('new'), small)
    },
    expected: true,
  },
  'writes a long one': {
    async body(blobs) {
      await blobs.put('new', large)
      s3.reset()
      return same(await blobs.get('new'), large)
    },
    expected: true,
  },
  'removes it': {
    async body(blobs) {
      await blobs.remove('there')
      s3.reset()
      return blobs.get('there')
    },
    expected: undefined,
  },
}

const openWith = async (): Promise<Blobs> => {
  const blobs = s3.blobs(newPlace())
  await blobs.put('there', large)
  await blobs.put('short', small)
  s3.reset()
  return blobs
}

/** Returns a handler that lets each request fail once, and its retry succeed. */
const onceEach = (fault: Fault) => {
  const seen = new Set<string>()
  return ({ method, key, query }: S3Request) => {
    const what = `${method} ${key}?${query}`
    if (seen.has(what)) return undefined
    seen.add(what)
    return fault
  }
}

const isEnd = ({ method, query }: S3Request): boolean => method === 'POST' && query.has('uploadId')

describe.each<[string, Fault]>([
  ['is rate-limited', fault(503, 'SlowDown')],
  ['fails inside', fault(500, 'InternalError')],
  ['is a proxy without its server', { status: 502, body: '<html>Bad gateway</html>' }],
  ['received damaged bytes', fault(400, 'XAmzContentSHA256Mismatch')],
  ['closes the connection', 'cut'],
  ['executes the request and closes the connection before responding', 'lost'],
  ['closes the connection within its response', { cutAfter: 300 }],
])('where the server %s once', (_name, fault) => {
  it.each(Object.entries(deeds))('a program %s', async (_deed, { body, expected }) => {
    const blobs = await openWith()
    s3.onRequest(onceEach(fault))
    expect(await body(blobs)).toEqual(expected)
  })
})

describe.each<[string, Fault, RegExp]>([
  ['is overloaded', fault(503, 'SlowDown'), /the store answered 503/],
  ['is unavailable', 'cut', /did not answer/],
  ['refuses the credentials', fault(403, 'AccessDenied'), /403 AccessDenied/],
  ['has lost the bucket', fault(404, 'NoSuchBucket'), /404|NoSuchBucket/],
  ['is another web server', { status: 404, body: '<html>Not here</html>' }, /404/],
  ['has moved', { status: 301, headers: { location: 'http://127.0.0.1:1/' } }, /301/],
])('where the server %s', (_name, fault, reason) => {
  it.each(Object.entries(deeds))('hides from callers that a program %s', async (_deed, { body }) => {
    const blobs = await openWith()
    s3.onRequest(() => fault)
    const failed = await body(blobs).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failed).toBeInstanceOf(BlobsUnavailable)
    expect((failed as Error).message).toMatch(reason)
    expect((failed as Error).message).not.toContain(s3.keys.secretAccessKey)
    s3.reset()
    // No blob is partly written, and existing blobs are unchanged.
    expect(await collect(blobs.list(''))).toEqual(['short', 'there'])
    expect(same(await blobs.get('there'), large)).toBe(true)
  })
})

it('times out on a server that accepts connections and never responds', async () => {
  const blobs = s3.blobs(newPlace(), { patience: { silenceMs: 20, tries: 2 } })
  s3.onRequest(() => 'silent')
  await expect(blobs.get('k')).rejects.toThrow(
    /could not read k: the store (stopped responding|did not answer)/,
  )
})

it('reports a refused connection as no answer of the store', async () => {
  const gone = await startTestS3()
  const blobs = gone.blobs()
  await gone.close()
  await expect(blobs.put('k', small)).rejects.toThrow(
    /s3:\/\/test-bucket\/ could not write k: the store did not answer/,
  )
})

describe('a read whose connection breaks', () => {
  it('resumes where it broke', async () => {
    const blobs = await openWith()
    let readings = 0
    // Bun may drop data that arrived just before the cut, so only the first two attempts are cut.
    s3.onRequest(({ method }) => (method === 'GET' && ++readings < 3 ? { cutAfter: 20_000 } : undefined))
    const read = Buffer.concat(await collect(await blobs.stream('there')))
    expect(same(read, large)).toBe(true)
    expect(readings).toBe(3)
  })

  it('fails instead of ending early if no more data arrives', async () => {
    const blobs = await openWith()
    let first = true
    s3.onRequest(({ method }) => {
      if (method !== 'GET') return undefined
      const fault: Fault = first ? { cutAfter: 70_000 } : 'cut'
      first = false
      return fault
    })
    const came: Uint8Array[] = []
    const reading = (async () => {
      for await (const chunk of (await blobs.stream('there'))!) came.push(chunk)
    })()
    await expect(reading).rejects.toThrow(BlobsUnavailable)
    expect(same(Buffer.concat(came), large.slice(0, Buffer.concat(came).length))).toBe(true)
  })

  it('never resumes with the bytes of a blob that replaced it', async () => {
    const blobs = await openWith()
    const reading = (await blobs.stream('there'))!
    await blobs.put('there', pattern(large.length).fill(1))
    await expect(collect(reading)).rejects.toThrow(/412 PreconditionFailed/)
  })

  it('frees its connection when the reader stops', async () => {
    const blobs = await openWith()
    for (let n = 0; n < 20; n++) for await (const _ of (await blobs.stream('there'))!) break
    expect(await blobs.size('there')).toBe(large.length)
  })
})

describe('bytes damaged in transit', () => {
  it('are requested again', async () => {
    const blobs = await openWith()
    s3.onRequest(onceEach('damaged'))
    expect(same(await blobs.get('short'), small)).toBe(true)
  })

  it('are never accepted', async () => {
    const blobs = await openWith()
    s3.onRequest(({ method }) => (method === 'GET' ? 'damaged' : undefined))
    await expect(blobs.get('short')).rejects.toThrow('differ from those that were written')
    await expect(blobs.stream('short').then((chunks) => collect(chunks))).rejects.toThrow(
      'differ from those that were written',
    )
  })
})

it('leaves an upload whose creation response was lost to the daily sweep', async () => {
  s3.bucket.uploads.clear()
  const blobs = s3.blobs(newPlace())
  s3.onRequest(onceEach('lost'))
  await blobs.put('k', large)
  const [upload, ...others] = s3.bucket.uploads.values()
  expect([upload?.key, others]).toEqual([expect.stringMatching(/\/k$/), []])
  upload!.begunAt = new Date(0)
  await blobs.tidy!()
  expect(s3.bucket.uploads.size).toBe(0)
})

describe('the completion of a multipart upload', () => {
  it('is retried if the server reports a failure in a 200', async () => {
    const blobs = s3.blobs(newPlace())
    const once = onceEach(fault(200, 'InternalError'))
    s3.onRequest((call) => (isEnd(call) ? once(call) : undefined))
    await blobs.put('k', large)
    expect(
      s3.requests.filter((request) => request.startsWith('POST') && request.endsWith('?part')),
    ).toHaveLength(2)
    expect(same(await blobs.get('k'), large)).toBe(true)
  })

  it('fails if another blob has the key and the upload is unknown', async () => {
    const blobs = s3.blobs(newPlace())
    await blobs.put('k', large)
    s3.onRequest((call) => (isEnd(call) ? fault(404, 'NoSuchUpload') : undefined))
    await expect(blobs.put('k', large)).rejects.toThrow(/NoSuchUpload/)
  })
})

describe('credentials', () => {
  it('that expired are replaced, and the request is retried', async () => {
    const requests: boolean[] = []
    const blobs = s3.blobs(newPlace(), {
      credentials: (afresh) => {
        requests.push(afresh)
        return afresh ? { ...s3.keys } : { ...s3.keys, accessKeyId: 'OLDKEY' }
      },
    })
    await blobs.put('k', small)
    await blobs.put('l', small)
    expect(requests).toEqual([false, true])
  })

  it('that are wrong are reported without the secret', async () => {
    const blobs = s3.blobs(newPlace(), {
      credentials: () => ({ ...s3.keys, secretAccessKey: 'a wrong secret' }),
    })
    const failed = await blobs.get('k').catch((error: Error) => error)
    expect(failed).toBeInstanceOf(BlobsUnavailable)
    expect(String(failed)).toContain('403 SignatureDoesNotMatch')
    expect(String(failed)).not.toContain('secret')
  })

  it('that are temporary include their token', async () => {
    s3.keys.sessionToken = 'token/+='
    try {
      const place = newPlace()
      const blobs = s3.blobs(place, { parameters: { downloads: 'endpoint' } })
      await blobs.put('k', small)
      const answer = await fetch(await blobs.link!('k', { contentType: 'text/plain' }))
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    } finally {
      delete s3.keys.sessionToken
    }
  })

  it('that cannot be read are a separate error', async () => {
    const blobs = s3.blobs(newPlace(), {
      credentials: () => Promise.reject(new Error('no such file')),
      patience: { tries: 2 },
    })
    await expect(blobs.get('k')).rejects.toThrow(/no such file/)
  })

  it('that could not be read once are read again', async () => {
    const requests: boolean[] = []
    const blobs = s3.blobs(newPlace(), {
      credentials: async (afresh) => {
        requests.push(afresh)
        if (requests.length === 1 || requests.length === 3) throw new Error('no such file')
        return afresh ? { ...s3.keys } : { ...s3.keys, accessKeyId: 'OLDKEY' }
      },
    })
    await blobs.put('k', small)
    expect(requests).toEqual([false, false, true, true])
  })
})

describe('a look', () => {
  it('finds a server that answers', () => expect(s3.blobs(newPlace()).look()).resolves.toBeUndefined())

  it('tries once, and soon reports that there is no server', async () => {
    s3.onRequest(() => 'cut')
    await expect(s3.blobs(newPlace()).look()).rejects.toThrow(BlobsUnavailable)
    // Bun itself retries a request on a reused connection, so there may be two.
    expect(s3.requests.length).toBeLessThan(3)
  })
})
