import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

let shop: ItemShop
beforeEach(async () => {
  shop = await createItemShop({ clock: '2026-01-05T09:00:00Z' })
})

interface Envelope {
  id: string
  type: string
  createdAt: string
  isTest: boolean
  data: Record<string, unknown>
}
const feed = async (query = '', key = shop.keys.live): Promise<Envelope[]> => {
  const answer = await shop.call('events.list', { query, key })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.data
}
const types = async (query = '', key = shop.keys.live) => (await feed(query, key)).map(({ type }) => type)

describe('the event feed', () => {
  test('shows envelopes, newest first', async () => {
    const item = await shop.create()
    const [newest, ...older] = await feed('filter[type]=item.*')
    expect(newest).toEqual({
      id: expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
      type: 'item.scheduled',
      version: 1,
      createdAt: '2026-01-05T09:00:00.000Z',
      organisationId: shop.organisation.id,
      isTest: false,
      data: { item: { id: item.id, status: 'SCHEDULED' } },
    })
    expect(Object.keys(newest!)).toEqual([
      'id',
      'type',
      'version',
      'createdAt',
      'organisationId',
      'isTest',
      'data',
    ])
    expect(older.map(({ type }) => type)).toEqual(['item.ready', 'item.created'])
  })

  test('is in order of occurrence, and its ids sort the same way', async () => {
    for (let count = 0; count < 5; count++) await shop.create()
    const ids = (await feed('limit=200')).map(({ id }) => id)
    expect(ids).toEqual([...ids].sort().reverse())
  })

  test('pages through every event once, even if new ones are added', async () => {
    for (let count = 0; count < 5; count++) await shop.create()
    const before = (await feed('limit=200')).map(({ id }) => id)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: string = `limit=4${cursor ? `&cursor=${cursor}` : ''}`
      const { body } = await shop.call('events.list', { query })
      seen.push(...body.data.map(({ id }: Envelope) => id))
      cursor = body.nextCursor
      if (seen.length === 4) await shop.create()
    } while (cursor)
    expect(seen).toEqual(before)
  })

  test('shows a key only the events of its mode', async () => {
    const postflowId = await shop.postflow({}, shop.keys.test)
    await shop.create({ postflowId }, shop.keys.test)
    const live = await feed()
    const testing = await feed('', shop.keys.test)
    expect(testing.length).toBeGreaterThan(0)
    expect(testing.every(({ isTest }) => isTest)).toBe(true)
    expect(live.every(({ isTest }) => !isTest)).toBe(true)
    expect(await feed('filter[isTest]=true')).toEqual([])
    expect(await feed('filter[isTest]=true', shop.keys.test)).toEqual(testing)
    const other = await shop.another()
    expect(await feed('', other.keys.live)).toEqual([])
    const id = testing[0]!.id
    for (const [key, status] of [
      [shop.keys.test, 200],
      [shop.keys.live, 404],
      [other.keys.test, 404],
    ] as const) {
      expect((await shop.call('events.get', { key, params: { id } })).status).toBe(status)
    }
  })

  test.each([
    ['filter[type]=item.created', ['item.created']],
    ['filter[type][in]=item.created,item.ready', ['item.ready', 'item.created']],
    ['filter[type]=item.*', ['item.scheduled', 'item.ready', 'item.created']],
    ['filter[type][in]=template.*,item.created', ['item.created', 'template.published']],
    ['filter[type]=qr.scanned', []],
    [
      'filter[type]=item.*&filter[createdAt][gte]=2026-01-05',
      ['item.scheduled', 'item.ready', 'item.created'],
    ],
    ['filter[createdAt][gt]=2026-01-05', []],
    [
      'filter[type]=item.*&filter[createdAt][lte]=2026-01-05',
      ['item.scheduled', 'item.ready', 'item.created'],
    ],
    ['filter[createdAt][lt]=2026-01-05', []],
  ])('filters by %s', async (query, expected) => {
    await shop.create()
    expect(await types(query)).toEqual(expected)
  })

  test.each([
    ['filter[type]=item', 'filter[type]'],
    ['filter[type]=*', 'filter[type]'],
    ['filter[type]=cheese.*', 'filter[type]'],
    ['filter[type][contains]=item', 'filter[type][contains]'],
    ['filter[itemId][null]=true', 'filter[itemId][null]'],
    ['filter[scanId]=scn_1', 'filter[scanId]'],
    ['sort=createdAt', 'sort'],
    ['cursor=x', 'cursor'],
  ])('refuses %s', async (query, parameter) => {
    const answer = await shop.call('events.list', { query })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ parameter }])
  })

  test('returns a single event as it was delivered', async () => {
    await shop.create()
    const [event] = await feed()
    const one = await shop.call('events.get', { params: { id: event!.id } })
    expect(one).toMatchObject({ status: 200 })
    expect(one.body).toEqual(event)
    const missing = await shop.call('events.get', { params: { id: 'evt_none' } })
    expect(missing).toMatchObject({ status: 404, body: { detail: 'There is no such event.' } })
  })

  test('needs the scope events.read', async () => {
    const key = await shop.key('live', ['items.read'])
    expect((await shop.call('events.list', { key })).status).toBe(403)
    expect((await shop.call('events.get', { key, params: { id: 'evt_1' } })).status).toBe(403)
  })
})

describe('the events of a resource', () => {
  test('can be those of an item, of a run with its items, and of a Postbatch with its items', async () => {
    const first = await shop.create()
    const second = await shop.create({ reference: 'second' })
    const waiting = await shop.create({ data: {} })
    const of = (...ids: string[]) => `filter[itemId][in]=${ids.join()}&filter[type]=item.created`
    expect(await types(`filter[itemId]=${first.id}`)).toEqual([
      'item.scheduled',
      'item.ready',
      'item.created',
    ])
    expect((await feed(of(first.id, waiting.id))).map(({ data }) => data)).toMatchObject([
      { item: { id: waiting.id } },
      { item: { id: first.id } },
    ])
    expect(await types(`filter[runId]=${first.runId}`)).toEqual(['item.scheduled', 'item.scheduled'])
    // Items that leave a run are among the events of that run.
    await shop.act('items.cancel', second.id)
    await shop.advance('2026-01-06T12:00:00Z')
    const runEventTypes = await types(`filter[runId]=${first.runId}&limit=200`)
    expect(runEventTypes).toEqual(
      expect.arrayContaining(['item.cancelled', 'run.cutoff_reached', 'item.in_production']),
    )
    expect(await types(`filter[runId]=${first.runId}&filter[type]=run.*`)).toEqual(
      runEventTypes.filter((type) => type.startsWith('run.')),
    )
    expect(await types('filter[runId]=run_1')).toEqual([])
    expect(await types(`filter[runId]=${first.runId}`, shop.keys.test)).toEqual([])

    const { body: batch } = await shop.call('postbatches.create', {
      body: { name: 'Spring', templateId: shop.templateId },
    })
    const items = [{ recipient: zoe, data: { firstName: 'Zoë' } }]
    await shop.call('postbatches.addItems', { params: { id: batch.id }, body: { items } })
    expect(await types(`filter[postbatchId]=${batch.id}`)).toEqual(['item.held', 'item.created'])
  })
})

describe('retention', () => {
  const stored = () => shop.services.store.read((rows) => rows.events.count(everyone, {}))

  test('removes events after 30 days of real time, however many there are', async () => {
    const [row] = await shop.services.store.read((rows) => rows.events.find(everyone, {}, { limit: 1 }))
    const many = Array.from({ length: 1201 }, (_, index) => ({
      ...row!,
      id: `evt_${index}`,
      sequence: 100_000 + index,
    }))
    await shop.services.store.write((rows) => rows.events.insertMany(many))
    await shop.advance('2026-02-04T08:59:59Z')
    expect(await stored()).toBeGreaterThan(1201)
    await shop.advance('2026-02-04T10:00:00Z')
    expect(await stored()).toBe(0)
  })

  test('ignores the test clock', async () => {
    const postflowId = await shop.postflow({}, shop.keys.test)
    await shop.create({ postflowId }, shop.keys.test)
    await shop.advanceTestClock('2026-06-01T00:00:00Z')
    await shop.advance(3_600_000)
    expect((await types('filter[type]=item.created', shop.keys.test)).length).toBe(1)
  })

  test('continues for the lifetime of the instance', async () => {
    for (const day of ['2026-02-10', '2026-03-20', '2026-05-01']) {
      await shop.advance(`${day}T00:00:00Z`)
      expect(await stored(), day).toBe(0)
      await shop.call('templates.publish', { params: { id: shop.templateId } })
      expect(await stored(), day).toBeGreaterThan(0)
    }
  })
})
