import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { collect, pattern, same } from '../contract/blobs.ts'
import { leastPartBytes } from '../support/s3/objects.ts'
import { startTestS3, type TestS3 } from '../support/s3/server.ts'

let s3: TestS3
beforeAll(async () => {
  s3 = await startTestS3()
})
afterAll(() => s3.close())
beforeEach(() => s3.bucket.objects.clear())

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const mark = 'shop/~lettershop'
const markText =
  'Files of an instance of Lettershop, which looks for this one: leave it where it is.\nthe-id\n'
const long = pattern(leastPartBytes * 2)
const page = Buffer.from('A page.')

const lay = (key: string, bytes: Uint8Array, meta: Record<string, string> = {}): void => {
  s3.bucket.objects.set(key, { bytes: Buffer.from(bytes), etag: '"one"', meta })
}

test('objects have the format of earlier versions, whose servers read them too', async () => {
  const blobs = s3.blobs('shop')
  await blobs.own('the-id')
  await blobs.put('runs/page.pdf', page)
  await blobs.put('uploads/list', long)
  const found = [...s3.bucket.objects].map(([key, { bytes, meta }]) => [key, sha256(bytes), meta])
  // Servers of two versions may share a bucket: keys and metadata may be added, but not changed.
  expect(found).toEqual([
    [mark, sha256(Buffer.from(markText)), { 'x-amz-meta-sha256': sha256(Buffer.from(markText)) }],
    ['shop/runs/page.pdf', sha256(page), { 'x-amz-meta-sha256': sha256(page) }],
    ['shop/uploads/list', sha256(long), { 'x-amz-meta-upload': expect.stringMatching(/^[0-9a-f-]{36}$/) }],
  ])
})

test.each<[string, Record<string, string>]>([
  ['an earlier version, in one request', { 'x-amz-meta-sha256': sha256(page) }],
  ['an earlier version, in parts', { 'x-amz-meta-upload': 'c0ffee00-0000-4000-8000-000000000000' }],
  [
    'a later version with more metadata',
    { 'x-amz-meta-sha256': sha256(page), 'x-amz-meta-crc': 'x', 'x-amz-meta-by': '9.0.0' },
  ],
  [
    'a later version with digests of parts',
    { 'x-amz-meta-upload': 'c0ffee00', 'x-amz-meta-sha256': sha256(page) },
  ],
  ['another tool without metadata', {}],
])('a file written by %s can be read', async (_, meta) => {
  lay('shop/runs/page.pdf', page, meta)
  const blobs = s3.blobs('shop')
  expect(same(await blobs.get('runs/page.pdf'), page)).toBe(true)
  expect(Buffer.concat(await collect(await blobs.stream('runs/page.pdf')))).toEqual(page)
  expect(await blobs.size('runs/page.pdf')).toBe(page.length)
  expect(await collect(blobs.list(''))).toEqual(['runs/page.pdf'])
})

test.each([
  ['an earlier version', markText],
  ['a later version with more content', `Lettershop.\nDo not touch.\n2.0\nthe-id\n`],
  ['hand', 'the-id'],
])('the owner mark written by %s is recognised', async (_, text) => {
  lay(mark, Buffer.from(text))
  expect(await s3.blobs('shop').owner()).toBe('the-id')
})

test('objects of later versions under names that no file can have are not files', async () => {
  lay(mark, Buffer.from(markText))
  lay('shop/~lettershop-settings', Buffer.from('{}'))
  lay('shop/Runs/PAGE.pdf', page)
  lay('shop/runs/page.pdf', page)
  expect(await collect(s3.blobs('shop').list(''))).toEqual(['runs/page.pdf'])
})
