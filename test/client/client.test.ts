import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { type Api, ApiError, createClient, everyPage } from '../../src/client/index.ts'
import type { Item } from '../../src/core/features/items/schema.ts'
import { startServer } from '../../src/server/server.ts'
import { createLettershop, type Sample, type TestLettershop } from '../../src/testing.ts'
import { zoe } from '../support/recipients.ts'

let shop: TestLettershop
let sample: Sample
let close: () => Promise<void>
const clients: Partial<Record<'http' | 'inProcess', Api>> = {}
beforeAll(async () => {
  shop = await createLettershop()
  sample = await shop.seed()
  const server = await startServer(shop.core, { port: 0 })
  clients.http = createClient({ baseUrl: server.url, key: sample.testKey })
  clients.inProcess = shop.client(sample.testKey)
  close = async () => {
    await server.drain()
    await shop.close()
  }
})
afterAll(() => close())

describe.each(['http', 'inProcess'] as const)('over %s', (way) => {
  const api = () => clients[way]!

  test('creates, reads and changes with path parameters, body and options', async () => {
    const { postflowId } = sample
    const input = { postflowId, recipient: zoe, data: { firstName: 'Zoë' } }
    const created = await api().items.create(input, { idempotencyKey: `${way}-1` })
    expect(await api().items.create(input, { idempotencyKey: `${way}-1` })).toEqual(created)
    expect((await api().items.get(created.id)).recipient.name).toBe('Zoë de Vries')
    const cancelled = await api().items.cancel(created.id)
    expect(cancelled.status).toBe('CANCELLED')
  })

  test('lists with sort and filters, page by page', async () => {
    const { postflowId } = sample
    const references = ['a', 'b', 'c'].map((letter) => `${way}-${letter}`)
    for (const reference of references) {
      await api().items.create({ postflowId, recipient: zoe, data: { firstName: 'Zoë' }, reference })
    }
    const found: string[] = []
    const query = { limit: 2, sort: 'createdAt', filter: { reference: { in: references } } } as const
    for await (const item of everyPage(api().items.list, query)) found.push(item.reference!)
    expect(found).toEqual(references)
  })

  test('a response without a body is undefined', async () => {
    const { key } = await api().advertisingCategories.create({ label: `Short-lived ${way}` })
    expect(await api().advertisingCategories.remove(key)).toBeUndefined()
  })

  test('a problem is thrown with its code and every offending parameter', async () => {
    const error = await api()
      .items.create({ postflowId: 'pfl_x', colour: 'red' } as never)
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
    expect((error as ApiError).errors?.map(({ parameter }) => parameter)).toContain('colour')
    expect((error as ApiError).requestId).toMatch(/^req_/)
  })

  test('a stream is returned as bytes', async () => {
    const csv = await api().analytics.exportCsv({ days: '7' })
    expect(csv.contentType).toContain('text/csv')
    expect((await csv.text()).split('\r\n').length).toBeGreaterThan(1)
  })
})

test('the types describe inputs and results', () => {
  expectTypeOf<Api['items']['create']>().returns.resolves.toEqualTypeOf<Item>()
  expectTypeOf<Api['items']['get']>().parameter(0).toEqualTypeOf<string>()
  expectTypeOf<Api['items']['list']>().parameter(0).toExtend<{ limit?: number } | undefined>()
})
