import { beforeEach, describe, expect, test } from 'vitest'
import {
  framesLimit,
  heartbeatMs,
  repeatedLimit,
  streamLimits,
  waitingBytesLimit,
} from '../../../src/core/features/events/live-stream.ts'
import type { EventRow } from '../../../src/core/model/events.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { nameSeller } from '../../support/billing.ts'
import { createCappedShop } from '../../support/capped.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { listen, type OpenStream, pushEvents } from '../../support/live-stream.ts'
import type { PortalSession } from '../../support/portal.ts'

let shop: ItemShop
let session: PortalSession
/** An event of an item, which `appendEvents` copies. */
let model: EventRow | undefined
beforeEach(async () => {
  shop = await createItemShop({ clock: '2026-01-05T09:00:00Z' })
  await nameSeller(shop)
  session = await shop.portal()
  model = undefined
})

const createItem = () => shop.create()
const events = (stream: OpenStream) => stream.frames().map(({ event }) => event)
const last = (stream: OpenStream) => stream.frames().at(-1)!.id

describe('a live stream', () => {
  test('receives events in the envelope used by the feed and deliveries', async () => {
    const stream = await listen(shop, session)
    const item = await createItem()
    await pushEvents(shop)
    expect(events(stream)).toEqual(['ready', 'item.created', 'item.ready', 'item.scheduled'])
    const { body } = await shop.call('events.list', { query: 'limit=1' })
    expect(stream.frames().at(-1)!.data).toEqual(body.data[0])
    expect(body.data[0].data.item.id).toBe(item.id)
  })

  test('receives only events of its organisation and mode', async () => {
    const other = await shop.another()
    const ofTest = await listen(shop, session, { mode: 'test' })
    const stranger = await listen(shop, await shop.portal({ organisationId: other.organisation.id }), {
      organisationId: other.organisation.id,
    })
    await createItem()
    await pushEvents(shop)
    expect([events(ofTest), events(stranger)]).toEqual([['ready'], ['ready']])
  })

  test('receives missed events once, before new ones', async () => {
    const first = await listen(shop, session)
    await createItem()
    await pushEvents(shop)
    const after = first.frames()[1]!.id
    await first.leave()
    await createItem()
    const stream = await listen(shop, session, { after })
    await createItem()
    await pushEvents(shop)
    const numbers = stream.frames().map(({ id }) => id)
    expect(numbers).toEqual(Array.from({ length: 9 }, (_, index) => after + index))
  })

  test('receives events emitted during a reconnection exactly once', async () => {
    for (let turns = 0; turns < 200; turns++) {
      const first = await listen(shop, session)
      const after = last(first)
      await createItem()
      const coming = listen(shop, session, { after })
      for (let turn = 0; turn < turns; turn++) await undefined
      await pushEvents(shop)
      const again = await coming
      await pushEvents(shop)
      const numbers = again.frames().map(({ id }) => id)
      expect(numbers, `${turns} turns later`).toEqual([after, after + 1, after + 2, after + 3])
      await Promise.all([first.leave(), again.leave()])
    }
  })

  test.each([
    [repeatedLimit, 'ready'],
    [repeatedLimit + 1, 'reload'],
  ])('that missed %i events begins with %s', async (missed, begins) => {
    const stream = await listen(shop, session)
    const after = last(stream)
    for (let index = 0; index < Math.ceil(missed / 3); index++) await createItem()
    await pushEvents(shop)
    const end = last(stream)
    const again = await listen(shop, session, { after: end - missed })
    expect(end - after).toBeGreaterThanOrEqual(missed)
    expect(events(again)[0]).toBe(begins)
    expect(again.frames().length).toBe(begins === 'ready' ? missed + 1 : 1)
  })

  test('begins with reload for an unassigned number', async () => {
    await createItem()
    expect(events(await listen(shop, session, { after: 999_999 }))).toEqual(['reload'])
  })

  test.each([
    ['few pages receive each of a hundred events', 1, repeatedLimit, repeatedLimit],
    ['few pages get a reload if more happened between two polls', 1, repeatedLimit + 1, 1],
    ['many pages receive as many events as one poll may send', 100, framesLimit / 100, framesLimit / 100],
    ['many pages get a reload for more', 100, framesLimit / 100 + 1, 1],
  ])('%s', async (_what, pages, happened, frames) => {
    await appendEvents(1)
    const streams = []
    for (let page = 0; page < pages; page++) {
      if (page % streamLimits.caller === 0) session = await shop.portal()
      streams.push(await listen(shop, session))
    }
    await pushEvents(shop)
    const before = streams[0]!.frames().length
    await appendEvents(happened)
    await pushEvents(shop)
    for (const one of streams) expect(one.frames().length - before).toBe(frames)
    expect(events(streams[0]!).at(-1)).toBe(frames === happened ? model!.type : 'reload')
    await appendEvents(1)
    await pushEvents(shop)
    expect(events(streams[0]!).at(-1)).toBe(model!.type)
    expect(streams[0]!.frames().length - before).toBe(frames + 1)
  })

  test.each(['-1', 'x', '1'.repeat(16)])('is refused with the invalid number %s', async (after) => {
    const answer = await shop.call('events.live', { session, query: { after } })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ parameter: 'after' }] } })
  })

  test('receives a heartbeat if nothing happens', async () => {
    const stream = await listen(shop, session)
    shop.clock.advance(heartbeatMs - 1)
    await pushEvents(shop)
    expect(stream.comments()).toBe(0)
    shop.clock.advance(1)
    await pushEvents(shop)
    expect(stream.comments()).toBe(1)
  })
})

describe('a stream and its session', () => {
  test.each([
    ['items.read', ['ready', 'item.created', 'item.ready', 'item.scheduled']],
    ['events.read', ['ready', 'item.created', 'item.ready', 'item.scheduled']],
    ['billing.read', ['ready']],
  ] as const)('with %s, it receives %j', async (permission, expected) => {
    const stream = await listen(shop, await shop.portal({ permissions: [permission] }))
    await createItem()
    await pushEvents(shop)
    expect(events(stream)).toEqual(expected)
  })

  test('with billing.read alone, it learns that a spending cap is reached', async () => {
    const capped = await createCappedShop()
    const stream = await listen(capped, await capped.portal({ permissions: ['billing.read'] }))
    await capped.cap(0)
    await capped.order()
    await pushEvents(capped)
    expect(events(stream)).toEqual(['ready', 'spending_cap.reached'])
  })

  const endings: [string, (shop: ItemShop, session: PortalSession) => Promise<unknown>][] = [
    ['its session was ended', (shop, { id }) => removeSession(shop, id)],
    ['its user was removed from the organisation', (shop, { user }) => removeMember(shop, user.id)],
    ['the server ends', async (shop) => shop.core.live.end()],
  ]
  test.each(endings)('ends once %s', async (_what, end) => {
    const stream = await listen(shop, session)
    await end(shop, session)
    shop.clock.advance(1_000)
    await createItem()
    await pushEvents(shop)
    expect(stream.hasEnded()).toBe(true)
    expect(events(stream)).toEqual(['ready'])
  })

  test('does not extend the session', async () => {
    await listen(shop, session)
    shop.clock.advance(3_600_000)
    await pushEvents(shop)
    const row = await shop.services.store.read((rows) => rows.sessions.get(everyone, session.id))
    expect(row!.lastSeenAt).toBe(Date.parse('2026-01-05T09:00:00Z'))
  })
})

const removeSession = (shop: ItemShop, id: string) =>
  shop.services.store.write((rows) => rows.sessions.remove(everyone, { id }))
const removeMember = (shop: ItemShop, userId: string) =>
  shop.services.store.write((rows) => rows.members.remove(everyone, { userId }))

/** Commits this many events at once, copied from one of an item. */
const appendEvents = async (count: number): Promise<EventRow[]> => {
  const { store, ids } = shop.services
  model ??= (await modelEvent())!
  const { organisationId } = model
  return store.write(async (rows) => {
    const counter = { id: `events|${organisationId}`, organisationId, value: 0 }
    const { value } = await rows.counters.add(counter, { value: count })
    const added = Array.from({ length: count }, (_, index) => ({
      ...model!,
      id: ids.next('evt'),
      sequence: value - count + index + 1,
    }))
    await rows.events.insertMany(added)
    return added
  })
}
const modelEvent = async (): Promise<EventRow | undefined> => {
  const { id } = await createItem()
  const [event] = await shop.services.store.read((rows) => rows.events.find(everyone, { itemId: id }))
  return event
}

describe('streams', () => {
  test(`are limited to ${streamLimits.caller} per user; closing one frees its place`, async () => {
    const open = []
    for (let index = 0; index < streamLimits.caller; index++) open.push(await listen(shop, session))
    const refused = await shop.call('events.live', { session })
    expect(refused).toMatchObject({ status: 429, headers: { 'Retry-After': '30' } })
    expect((await listen(shop, await shop.portal())).status).toBe(200)
    await open[0]!.leave()
    expect((await listen(shop, session)).status).toBe(200)
  })

  test(`are limited to ${streamLimits.organisation} per organisation`, async () => {
    for (let user = 0; user < streamLimits.organisation / streamLimits.caller; user++) {
      const one = await shop.portal()
      for (let index = 0; index < streamLimits.caller; index++) await listen(shop, one)
    }
    expect((await shop.call('events.live', { session })).status).toBe(429)
  })

  test('are closed if the reader stops reading, before they fill the memory', async () => {
    const stream = await shop.services.live.open({
      scope: { organisationId: shop.organisation.id, mode: 'live' },
      callerId: 'usr_slow',
      permissionsNow: async () => ['events.read'],
    })
    const [event] = await appendEvents(1)
    const groups = Math.ceil(waitingBytesLimit / event!.body.length / repeatedLimit)
    for (let group = 0; group < groups; group++) {
      await appendEvents(repeatedLimit)
      await pushEvents(shop)
    }
    expect(await stream[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined })
  })
})

describe('a hint about a change without an event', () => {
  const requestExport = () => shop.call('exports.create', { body: { kind: 'items' } })

  test('is received on each change, without a number', async () => {
    const stream = await listen(shop, session)
    const { body } = await requestExport()
    await pushEvents(shop)
    expect(stream.frames().slice(1)).toEqual([{ id: Number.NaN, event: 'export.changed', data: {} }])
    await shop.settle()
    await pushEvents(shop)
    expect(events(stream).filter((event) => event === 'export.changed').length).toBeGreaterThan(1)
    expect((await shop.call('exports.get', { params: { id: body.id } })).body.status).toBe('READY')
  })

  test('is sent once for several changes between two polls, and never reaches the feed', async () => {
    const stream = await listen(shop, session)
    for (let index = 0; index < 3; index++) await requestExport()
    await pushEvents(shop)
    expect(events(stream)).toEqual(['ready', 'export.changed'])
    const { data } = (await shop.call('events.list', {})).body
    expect(data.filter(({ type }: { type: string }) => type.startsWith('export'))).toEqual([])
  })

  test('is received only in its organisation and mode', async () => {
    const other = await shop.another()
    const ofTest = await listen(shop, session, { mode: 'test' })
    const stranger = await listen(shop, await shop.portal({ organisationId: other.organisation.id }), {
      organisationId: other.organisation.id,
    })
    await requestExport()
    await pushEvents(shop)
    expect([events(ofTest), events(stranger)]).toEqual([['ready'], ['ready']])
  })

  test('about the test clock is received in test mode, once however far it moves', async () => {
    const [ofTest, ofLive] = [await listen(shop, session, { mode: 'test' }), await listen(shop, session)]
    const moved = { mode: 'test' as const, session, body: { by: 'PT1M' } }
    expect((await shop.call('developers.advanceTestClock', moved)).status).toBe(200)
    await pushEvents(shop)
    expect([events(ofTest), events(ofLive)]).toEqual([['ready', 'testClock.changed'], ['ready']])
  })

  test('about a ticket or a top-up is received in both modes, by members who may read it', async () => {
    const ofTest = await listen(shop, session, { mode: 'test' })
    const viewer = await listen(shop, await shop.portal({ role: 'viewer' }))
    const ticket = { session, body: { subject: 'Paper', text: 'Which paper is it?' } }
    expect((await shop.call('support.create', ticket)).status).toBe(201)
    expect((await shop.call('billing.topUp', { session, body: { amountCents: 1_000 } })).status).toBe(201)
    await pushEvents(shop)
    expect(events(ofTest)).toEqual(['ready', 'ticket.changed', 'topUp.changed'])
    expect(events(viewer)).toEqual(['ready', 'ticket.changed'])
  })
})
