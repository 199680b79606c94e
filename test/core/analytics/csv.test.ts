import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { suspendOrganisation } from '../../../src/core/features/organisations/manage.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'

let shop: ItemShop
beforeEach(async () => {
  shop = await createItemShop({ clock: '2026-01-07T12:00:00Z' })
})

const exported = async (query = '', key = shop.keys.live) => {
  const answer = await shop.call('analytics.exportCsv', { query, key })
  expect(answer.status).toBe(200)
  return parse(answer.body, { columns: true }) as Record<string, string>[]
}
const references = async (query = '', key = shop.keys.live) =>
  (await exported(query, key)).map(({ reference }) => reference)

/** Copies one item many times, each a millisecond newer. */
const copies = async (count: number) => {
  const item = await shop.row((await shop.create({ reference: 'first' })).id)
  const rows = Array.from({ length: count }, (_, index) => ({
    ...item,
    id: `itm_copy_${String(index).padStart(6, '0')}`,
    trackingCode: `COPY${index}`,
    reference: String(index),
    createdAt: item.createdAt + 1 + index,
  }))
  await shop.services.store.write((writer) => writer.items.insertMany(rows))
}

describe('the CSV of items', () => {
  test('shows statuses, timestamps and unit prices of each item', async () => {
    const item = await shop.create({ reference: 'order 1, "red"' })
    shop.clock.set('2026-01-07T13:00:00Z')
    await shop.act('items.cancel', item.id)
    const [row] = await exported()
    expect(row).toEqual({
      id: item.id,
      status: 'CANCELLED',
      heldReason: '',
      postflowId: shop.postflowId,
      postbatchId: '',
      runId: expect.any(String),
      reference: 'order 1, "red"',
      recipientName: 'Zoë de Vries',
      recipientCountry: 'NL',
      unitPriceCents: String((await shop.row(item.id)).priceCents),
      currency: 'EUR',
      scans: '0',
      createdAt: '2026-01-07T12:00:00.000Z',
      scheduledAt: '2026-01-07T12:00:00.000Z',
      inProductionAt: '',
      handedToCarrierAt: '',
      completedAt: '',
      returnedAt: '',
      notSentAt: '',
      failedAt: '',
      cancelledAt: '2026-01-07T13:00:00.000Z',
      suppressedAt: '',
      updatedAt: '2026-01-07T13:00:00.000Z',
      billingGroup: '',
    })
  })

  test('is RFC 4180 text with a name for the file', async () => {
    await shop.create()
    const answer = await shop.call('analytics.exportCsv', { query: 'days=2' })
    expect(answer.headers['Content-Type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers).toMatchObject({ 'RateLimit-Limit': '20', 'RateLimit-Remaining': '19' })
    expect(answer.body).toMatch(/^id,status,[\w,]+\r\n[^\r\n]+\r\n$/)
    const raw = await shop.core.call({
      operation: (await shop.core.registry.get('analytics.exportCsv'))!,
      params: {},
      query: [['days', '2']],
      body: async () => undefined,
      headers: { authorization: `Bearer ${shop.keys.live}` },
      requestId: 'req_1',
    })
    expect(raw.stream?.fileName).toBe('items-2026-01-06-2026-01-07.csv')
  })

  test('contains only its heading if there are no items', async () => {
    expect(await exported()).toEqual([])
    expect((await shop.call('analytics.exportCsv')).body).toMatch(/^id,[\w,]+\r\n$/)
  })

  test.each(['=1+1', '+31201234567', '-2', '@SUM(A1)', '\tx', '＝1+1'])(
    'neutralises the formula %j',
    async (reference) => {
      await shop.create()
      const row = await shop.row((await shop.create()).id)
      await shop.services.store.write((rows) =>
        rows.items.update({ organisationId: row.organisationId }, row.id, {
          reference,
          recipientName: reference,
        }),
      )
      const found = (await exported()).find(({ id }) => id === row.id)
      expect(found).toMatchObject({ reference: `'${reference}`, recipientName: `'${reference}` })
    },
  )

  test('leaves text unchanged if the character is not at its start', async () => {
    await shop.create({ reference: 'a=b' })
    expect(await references()).toEqual(['a=b'])
  })

  test('shows at most 10000 items, newest first, read in pages', async () => {
    await copies(10_001)
    const found = await references()
    expect(found).toHaveLength(10_000)
    expect(found.slice(0, 2)).toEqual(['10000', '9999'])
    expect(new Set(found).size).toBe(10_000)
    expect(found.at(-1)).toBe('1')
  })

  test('is streamed in chunks', async () => {
    await copies(1200)
    const response = await shop.core.call({
      operation: (await shop.core.registry.get('analytics.exportCsv'))!,
      params: {},
      query: [],
      body: async () => undefined,
      headers: { authorization: `Bearer ${shop.keys.live}` },
      requestId: 'req_1',
    })
    const chunks: number[] = []
    for await (const chunk of response.stream!.content as AsyncIterable<Uint8Array>) chunks.push(chunk.length)
    expect(chunks.length).toBeGreaterThan(3)
  })

  test('accepts the filters of the summary', async () => {
    const other = await shop.postflow()
    await shop.create({ reference: 'a' })
    shop.clock.set('2026-01-08T12:00:00Z')
    await shop.create({ reference: 'b', postflowId: other })
    expect(await references()).toEqual(['b', 'a'])
    expect(await references('days=1')).toEqual(['b'])
    expect(await references('from=2026-01-07&to=2026-01-07')).toEqual(['a'])
    expect(await references(`postflowId=${other}`)).toEqual(['b'])
    expect(await references('postbatchId=pbt_none')).toEqual([])
    expect(await references('', shop.keys.test)).toEqual([])
  })

  test.each(['Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Amsterdam'])(
    'uses the same day boundaries as the summary in %s',
    async (timeZone) => {
      const far = await createItemShop({ clock: '2026-01-07T00:00:00Z', organisation: { timeZone } })
      for (let hour = 0; hour < 48; hour += 5) {
        far.clock.set(Date.parse('2026-01-07T00:00:00Z') + hour * 3_600_000)
        await far.create()
      }
      for (const day of ['2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09']) {
        const query = `from=${day}&to=${day}`
        const csv = await far.call('analytics.exportCsv', { query })
        const { body } = await far.call('analytics.summary', { query })
        expect(parse(csv.body, { columns: true }), day).toHaveLength(body.totals.created)
      }
    },
  )

  test('is available to a suspended organisation, but requires the scope', async () => {
    await suspendOrganisation(shop.services, shop.organisation.id)
    expect(await exported()).toEqual([])
    const key = await shop.key('live', ['billing.read'])
    expect((await shop.call('analytics.exportCsv', { key })).status).toBe(403)
  })
})
