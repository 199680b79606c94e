import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { createChanges } from '../../src/adapters/blobs-s3/changes.ts'
import { blobsContract, collect, pattern, same } from '../contract/blobs.ts'
import { leastPartBytes as partBytes } from '../support/s3/objects.ts'
import { startTestS3, type TestS3 } from '../support/s3/server.ts'

let s3: TestS3
beforeAll(async () => {
  // Small pages, so that every list takes several.
  s3 = await startTestS3({ pageSize: 3 })
})
afterAll(() => s3.close())
beforeEach(() => s3.reset())

let places = 0
const newPlace = () => `place-${places++}/blobs`

blobsContract('blobs-s3', async () => s3.blobs(newPlace()))

describe('a blob of several parts', () => {
  const bytes = pattern(partBytes * 2 + 12_345)

  it('becomes visible with its last part, and is read unchanged', async () => {
    const blobs = s3.blobs(newPlace())
    const writer = await blobs.create('runs/large.pdf')
    for (let at = 0; at < bytes.length; at += 10_000) await writer.write(bytes.subarray(at, at + 10_000))
    expect(await blobs.size('runs/large.pdf')).toBeUndefined()
    await writer.finish()
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(3)
    expect(s3.bucket.uploads.size).toBe(0)
    expect(await blobs.size('runs/large.pdf')).toBe(bytes.length)
    expect(same(await blobs.get('runs/large.pdf'), bytes)).toBe(true)
    const range = { start: partBytes - 5, end: partBytes + 5 }
    const read = Buffer.concat(await collect(await blobs.stream('runs/large.pdf', range)))
    expect(same(read, bytes.slice(range.start, range.end))).toBe(true)
  })

  it('leaves no part behind when it is aborted', async () => {
    const blobs = s3.blobs(newPlace())
    const writer = await blobs.create('k')
    await writer.write(bytes)
    await writer.abort()
    expect(s3.bucket.uploads.size).toBe(0)
    expect(await blobs.size('k')).toBeUndefined()
  })
})

it('aborts uploads abandoned a day ago, but no younger ones and none elsewhere', async () => {
  const place = newPlace()
  const blobs = s3.blobs(place)
  // Writing the second part waits for the first, and the first waits for the start of the upload.
  const bytes = pattern(partBytes * 2)
  for (const key of ['old', 'young']) await (await blobs.create(key)).write(bytes)
  await (await s3.blobs(newPlace()).create('other')).write(bytes)
  const dayAgo = new Date(Date.now() - 25 * 60 * 60_000)
  for (const upload of s3.bucket.uploads.values()) {
    if (!upload.key.endsWith('young')) upload.begunAt = dayAgo
  }
  await blobs.tidy!()
  const left = [...s3.bucket.uploads.values()].map(({ key }) => key.split('/').at(-1))
  expect(left.toSorted()).toEqual(['other', 'young'])
  s3.bucket.uploads.clear()
})

it('lists no file of other programs, and nothing of another place', async () => {
  const place = newPlace()
  const blobs = s3.blobs(place)
  await blobs.put('a', pattern(1))
  await s3.blobs(`${place}-2`).put('b', pattern(1))
  s3.bucket.objects.set(`${place}/~mark`, s3.bucket.objects.get(`${place}/a`)!)
  s3.bucket.objects.set(`${place}/Über & <mehr>.txt`, s3.bucket.objects.get(`${place}/a`)!)
  expect(await collect(blobs.list(''))).toEqual(['a'])
})

describe('a presigned URL of a blob', () => {
  const open = (place = newPlace()) => s3.blobs(place, { parameters: { downloads: 'endpoint' } })

  it('serves the file with its name and type, whole or in part', async () => {
    const blobs = open()
    await blobs.put('exports/x', pattern(1000))
    const disposition = `inline; filename="items.csv"; filename*=UTF-8''items%C3%A9.csv`
    const address = await blobs.link!('exports/x', { contentType: 'text/csv; charset=utf-8', disposition })
    const whole = await fetch(address)
    expect(same(new Uint8Array(await whole.arrayBuffer()), pattern(1000))).toBe(true)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': disposition,
      'cache-control': 'private, no-store',
    })
    const part = await fetch(address, { headers: { range: 'bytes=10-19' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
  })

  it('does not work five minutes later, for another file, or for writing', async () => {
    const place = newPlace()
    const blobs = open(place)
    await blobs.put('a', pattern(1))
    await blobs.put('b', pattern(1))
    const address = await blobs.link!('a', { contentType: 'text/plain' })
    const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status
    expect(await statusOf(address)).toBe(200)
    expect(await statusOf(address.replace('/a?', '/b?'))).toBe(403)
    expect(await statusOf(address.replace('text%2Fplain', 'text%2Fhtml'))).toBe(403)
    expect(await statusOf(address, { method: 'PUT', body: 'x' })).toBe(403)
    s3.setClock(() => new Date(Date.now() + 301_000))
    expect(await statusOf(address)).toBe(403)
  })

  it('uses the public URL of the server, and does not exist without one', async () => {
    const outside = s3.blobs(newPlace(), { parameters: { downloads: 'https://files.example/s3' } })
    const address = await outside.link!('a', { contentType: 'text/plain' })
    expect(address).toMatch(/^https:\/\/files\.example\/s3\/test-bucket\/place-\d+\/blobs\/a\?/)
    expect(s3.blobs(newPlace()).link).toBeUndefined()
  })
})

describe('while a backup saves blobs', () => {
  test('each is saved before it is removed or replaced, except new ones', async () => {
    const blobs = s3.blobs(newPlace())
    for (const key of ['kept', 'removed', 'replaced']) await blobs.put(key, pattern(3))
    const saved = new Map<string, Uint8Array | undefined>()
    const save = async (key: string) => {
      if (!saved.has(key)) saved.set(key, await blobs.get(key))
    }
    const listed = await blobs.whileSaved(save, async (saving) => {
      await Promise.all([
        blobs.remove('removed'),
        blobs.put('replaced', pattern(9)),
        blobs.put('new', pattern(1)),
      ])
      expect(await blobs.size('removed')).toBeUndefined()
      await blobs.put('new', pattern(2))
      const keys = await collect(blobs.list(''))
      return keys.filter((key) => !saving.isNew(key))
    })
    expect(listed).toEqual(['kept', 'replaced'])
    expect([...saved.keys()].toSorted()).toEqual(['removed', 'replaced'])
    expect([...saved.values()].every((bytes) => same(bytes, pattern(3)))).toBe(true)
    await blobs.remove('kept')
    expect(saved.has('kept')).toBe(false)
  })

  test('a blob that cannot be saved is removed anyway, and the backup fails', async () => {
    const blobs = s3.blobs(newPlace())
    await blobs.put('k', pattern(3))
    const failing = blobs.whileSaved(
      () => Promise.reject(new Error('The disk is full.')),
      () => blobs.remove('k'),
    )
    await expect(failing).rejects.toThrow('The disk is full.')
    expect(await blobs.size('k')).toBeUndefined()
  })

  test('waits for a removal that began just before', async () => {
    const order: string[] = []
    const changes = createChanges(async () => true)
    const removal = changes.make('k', 'remove', async () => {
      await new Promise(setImmediate)
      order.push('removed')
    })
    const backup = changes.whileSaved(
      async () => {},
      async () => void order.push('backed up'),
    )
    await Promise.all([removal, backup])
    expect(order).toEqual(['removed', 'backed up'])
  })

  test('a failed backup ends once its saves have, and begins no more', async () => {
    const exists = Promise.withResolvers<boolean>()
    const save = Promise.withResolvers<void>()
    const changes = createChanges(() => exists.promise)
    const log: string[] = []
    const failing = changes.whileSaved(
      async (key) => {
        log.push(`${key} begun`)
        await save.promise
        log.push(`${key} saved`)
      },
      async () => {
        void changes.make('removed', 'remove', async () => {})
        void changes.make('replaced', 'write', async () => void log.push('replaced'))
        throw new Error('The disk is full.')
      },
    )
    const next = failing.catch(() =>
      changes.whileSaved(
        async () => {},
        async () => void log.push('next'),
      ),
    )
    await new Promise(setImmediate)
    exists.resolve(true)
    await new Promise(setImmediate)
    save.resolve()
    await expect(failing).rejects.toThrow('The disk is full.')
    await next
    expect(log).toEqual(['removed begun', 'replaced', 'removed saved', 'next'])
  })

  test('waits for earlier removals, and for another backup', async () => {
    const blobs = s3.blobs(newPlace())
    await blobs.put('k', pattern(3))
    const removal = blobs.remove('k')
    const order: string[] = []
    const first = blobs.whileSaved(
      async () => {},
      async () => void order.push(String(await blobs.size('k'))),
    )
    const second = blobs.whileSaved(
      async () => {},
      async () => void order.push('second'),
    )
    await Promise.all([removal, first, second])
    expect(order).toEqual(['undefined', 'second'])
  })
})
