import { describe, expect, test } from 'vitest'
import { uploadLimits } from '../../../src/core/features/assets/limits.ts'
import { dayMs, hourMs } from '../../../src/core/kernel/time.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const csv = bytes('naam;postcode\r\nZoë;1016 GV\r\n')

const upload = (
  shop: TestShop,
  kind: string,
  content: Uint8Array | Uint8Array[],
  more: { key?: string; name?: string; idempotencyKey?: string; contentType?: string } = {},
) => {
  const { name = 'a file', key = shop.keys.live, ...call } = more
  return shop.call('uploads.create', { key, query: { kind, name }, bytes: content, ...call })
}
const blobs = async (shop: TestShop) => {
  const keys: string[] = []
  for await (const key of shop.services.blobs.list('')) keys.push(key)
  return keys
}

describe('a CSV', () => {
  test('is stored unchanged, with its digest', async () => {
    const shop = await createTestShop()
    const { status, body } = await upload(shop, 'CSV', [csv.subarray(0, 5), csv.subarray(5)], {
      name: 'leden mei.csv',
      key: shop.keys.test,
    })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^upl_/),
        kind: 'CSV',
        sheets: null,
        pages: null,
        status: 'READY',
        isTest: true,
        name: 'leden mei.csv',
        contentType: 'text/csv',
        sizeBytes: csv.length,
        sha256: Buffer.from(shop.services.crypto.sha256(csv)).toString('hex'),
        assetId: null,
        findings: [],
        createdAt: '2026-01-05T09:00:00.000Z',
      },
    })
    const params = { id: body.id }
    expect((await shop.call('uploads.get', { params, key: shop.keys.test })).body).toEqual(body)
    const [blob] = await blobs(shop)
    expect(Buffer.from((await shop.services.blobs.get(blob!))!).equals(Buffer.from(csv))).toBe(true)
  })

  test('belongs to its mode and its organisation', async () => {
    const shop = await createTestShop()
    const other = await shop.another()
    const { id } = (await upload(shop, 'CSV', csv, { key: shop.keys.test })).body
    for (const key of [shop.keys.live, other.keys.test]) {
      expect(await shop.call('uploads.get', { params: { id }, key })).toMatchObject({ status: 404 })
    }
  })

  test('is removed after thirty days of real time; the receipt stays', async () => {
    const shop = await createTestShop()
    const { id, sha256 } = (await upload(shop, 'CSV', csv)).body
    await shop.advance(uploadLimits.csvDays * dayMs - 1)
    expect(await blobs(shop)).toHaveLength(1)
    await shop.advance(1)
    expect(await blobs(shop)).toEqual([])
    const { body } = await shop.call('uploads.get', { params: { id } })
    expect(body).toMatchObject({ status: 'REMOVED', sha256 })
  })

  test.each([
    ['UTF-8 with a byte order mark', bytes('\xef\xbb\xbfname\nZo\xc3\xab')],
    ['Windows-1252', bytes('name\nZo\xeb')],
    ['UTF-16 with a byte order mark', bytes('\xff\xfen\0a\0m\0e\0\n\0Z\0')],
    ['UTF-16 without a byte order mark', Buffer.from('name;city\nZoë;Delft', 'utf16le')],
  ])('may be encoded as %s', async (_what, content) => {
    const shop = await createTestShop()
    expect(await upload(shop, 'CSV', content)).toMatchObject({ status: 201, body: { findings: [] } })
  })
})

test.each([
  ['begins with the name Otto in capitals', 'OTTO;Hans;Hauptstr. 5\n'],
  ['begins with the word true', 'trueName;street\n'],
  ['begins with the name of a font file', 'wOFF;street\n'],
  ['has a DOS end-of-file character', 'name;city\nAnna;Gent\n\x1a'],
  ['has FileMaker line breaks in its cells', 'name;city\nAnna\x0bVos;Gent\n'],
  ['has a bell character', 'name;city\nAnna\x07;Gent\n'],
  ['has a zero byte', `${'name;city\n'.repeat(1000)}\0`],
])('a CSV that %s is accepted', async (_what, content) => {
  const shop = await createTestShop()
  expect(await upload(shop, 'CSV', bytes(content))).toMatchObject({ status: 201 })
})

describe('an upload', () => {
  test('of files shared by both modes needs a live key', async () => {
    const shop = await createTestShop()
    for (const kind of ['IMAGE', 'PDF', 'FONT']) {
      expect(await upload(shop, kind, csv, { key: shop.keys.test })).toMatchObject({
        status: 403,
        body: { code: 'insufficient_scope' },
      })
    }
    expect(await blobs(shop)).toEqual([])
  })

  test.each(['IMAGE', 'PDF', 'CSV', 'XLSX', 'FONT'] as const)(
    'of a %s beyond its limit is refused during transfer',
    async (kind) => {
      const shop = await createTestShop()
      let sent = 0
      const endless = {
        contentType: undefined,
        length: undefined,
        async *chunks() {
          for (;;) {
            sent += 1024 * 1024
            yield new Uint8Array(1024 * 1024)
          }
        },
      }
      const response = await shop.core.call({
        operation: (await shop.core.registry.get('uploads.create'))!,
        params: {},
        query: [
          ['kind', kind],
          ['name', 'endless'],
        ],
        body: async () => undefined,
        bytes: () => endless,
        headers: { authorization: `Bearer ${shop.keys.live}` },
        requestId: 'req_1',
      })
      expect(response).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
      expect(sent).toBe(uploadLimits.bytes[kind] + 1024 * 1024)
      expect(await blobs(shop)).toEqual([])
    },
  )

  test('of exactly the limit is accepted', async () => {
    const shop = await createTestShop()
    const line = Buffer.alloc(1024 * 1024, 'a')
    const whole = Array.from({ length: uploadLimits.bytes.CSV / line.length }, () => line)
    expect(await upload(shop, 'CSV', whole)).toMatchObject({ status: 201 })
    expect(await upload(shop, 'CSV', [...whole, bytes('b')])).toMatchObject({ status: 413 })
  })

  test('leaves nothing behind if it is interrupted', async () => {
    const shop = await createTestShop()
    const response = await shop.core.call({
      operation: (await shop.core.registry.get('uploads.create'))!,
      params: {},
      query: [
        ['kind', 'CSV'],
        ['name', 'broken'],
      ],
      body: async () => undefined,
      bytes: () => ({
        contentType: undefined,
        length: undefined,
        async *chunks() {
          yield csv
          throw new Error('gone')
        },
      }),
      headers: { authorization: `Bearer ${shop.keys.live}` },
      requestId: 'req_1',
    })
    expect(response.status).toBe(500)
    expect(await blobs(shop)).toEqual([])
  })

  test('without bytes is refused', async () => {
    const shop = await createTestShop()
    expect(await upload(shop, 'CSV', [])).toMatchObject({ status: 400, body: { code: 'malformed_body' } })
    expect(await blobs(shop)).toEqual([])
  })

  test('as a form is refused with instructions', async () => {
    const shop = await createTestShop()
    const { status, body } = await upload(shop, 'CSV', csv, {
      contentType: 'multipart/form-data; boundary=x',
    })
    expect({ status, code: body.code }).toEqual({ status: 415, code: 'unsupported_media_type' })
    expect(body.detail).toContain('--data-binary')
  })

  test.each([
    ['no kind and no name', {}, ['kind', 'name']],
    ['an unknown kind', { kind: 'VIDEO', name: 'x' }, ['kind']],
    ['a name of control characters', { kind: 'CSV', name: 'a\nb' }, ['name']],
    ['a name that is too long', { kind: 'CSV', name: 'x'.repeat(201) }, ['name']],
    ['something unknown', { kind: 'CSV', name: 'x'.repeat(200), mode: 'live' }, ['mode']],
  ])('with %s names every parameter', async (_what, query, parameters) => {
    const shop = await createTestShop()
    const { status, body } = await shop.call('uploads.create', { query, bytes: csv })
    expect(status).toBe(422)
    expect(body.errors.map((error: { parameter: string }) => error.parameter)).toEqual(parameters)
  })

  test('counts in the rate class of uploads', async () => {
    const shop = await createTestShop()
    expect((await upload(shop, 'CSV', csv)).headers['RateLimit-Limit']).toBe('60')
  })

  test('with an Idempotency-Key is accepted once', async () => {
    const shop = await createTestShop()
    const first = await upload(shop, 'CSV', csv, { idempotencyKey: 'k1' })
    const again = await upload(shop, 'CSV', csv, { idempotencyKey: 'k1' })
    expect(again.body).toEqual(first.body)
    expect(again.headers['Idempotency-Replayed']).toBe('true')
    expect(await blobs(shop)).toHaveLength(1)
    expect(await upload(shop, 'CSV', csv.subarray(1), { idempotencyKey: 'k1' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
  })
})

describe('blobs without a row after a crash', () => {
  /** Simulates a process that was killed before the row was written. */
  const interrupted = async (shop: TestShop, prefix: 'upl' | 'ast' = 'upl') => {
    const id = shop.services.ids.next(prefix).toLowerCase()
    const key = prefix === 'upl' ? `uploads/${id}` : `thumbs/${id}.png`
    await shop.services.blobs.put(key, csv)
    return key
  }

  test('are removed after a day; before that, their row may still follow', async () => {
    const shop = await createTestShop()
    await shop.advance(dayMs / 2)
    await interrupted(shop)
    await interrupted(shop, 'ast')
    await shop.advance(dayMs - 1)
    expect(await blobs(shop)).toHaveLength(2)
    await shop.advance(dayMs)
    expect(await blobs(shop)).toEqual([])
  })

  test('are distinguished from blobs with rows, however many, and from files of other programs', async () => {
    const shop = await createTestShop()
    await upload(shop, 'CSV', csv)
    await upload(shop, 'CSV', csv)
    const kept = await blobs(shop)
    const foreign = ['uploads/notes.txt', 'uploads/upl_', 'thumbs/upl_01kb000000000000000000000a.png']
    for (const key of foreign) await shop.services.blobs.put(key, csv)
    for (let count = 0; count < 450; count++) await interrupted(shop)
    await shop.advance(2 * dayMs)
    expect((await blobs(shop)).sort()).toEqual([...kept, ...foreign].sort())
  })

  test('cannot be confused with a body still arriving: one of more than twelve hours is refused', async () => {
    const shop = await createTestShop()
    const slowly = (hours: number) => {
      const chunks = [csv]
      chunks[Symbol.iterator] = function* () {
        yield csv
        shop.clock.advance(hours * hourMs)
      } as never
      return upload(shop, 'CSV', chunks)
    }
    expect((await slowly(uploadLimits.receiveHours)).status).toBe(201)
    expect(await slowly(uploadLimits.receiveHours + 0.001)).toMatchObject({ status: 400 })
    expect(await blobs(shop)).toHaveLength(1)
  })
})
