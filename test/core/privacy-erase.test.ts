import { describe, expect, test } from 'vitest'
import { countItem } from '../../src/core/analytics/recount.ts'
import { Rollups } from '../../src/core/analytics/rollups.ts'
import { endedStatuses, itemStatuses } from '../../src/core/items/lifecycle.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { optOutOf } from '../../src/core/suppressions/opt-out.ts'
import { dayIn } from '../../src/core/time.ts'
import { createItemShop } from '../support/items.ts'
import { createMailShop, type MailShop } from '../support/mail.ts'

const before = '2026-01-05T08:00:00Z'
const cutoff = '2026-01-05T09:00:00Z'
const day = 86_400_000

const erase = (shop: MailShop, id: string, key = shop.keys.live) =>
  shop.call('items.erase', { params: { id }, key })

/** Three test items whose life has ended: their run is completed. */
const completed = async (mode: 'live' | 'test' = 'test') => {
  const shop = await createMailShop({ clock: before, config: { itemsPerPart: 2 } })
  const ids = [
    (await shop.post({ mode, name: 'Zoë de Vries', reference: 'R 1' })).id,
    (await shop.post({ mode, name: 'Anna Bakker' })).id,
    (await shop.post({ mode, name: 'Karel Smit' })).id,
  ]
  if (mode === 'test') await shop.advanceTestClock('2026-02-05T09:00:00Z')
  await shop.settle()
  const key = shop.keys[mode]
  expect((await shop.runs()).map(({ status }) => status)).toEqual(['COMPLETED'])
  return { shop, ids, key }
}

describe('erasing an item', () => {
  test('takes the recipient and every free text at once, and keeps status, times and money', async () => {
    const { shop, ids, key } = await completed()
    const [id] = ids
    const was = (await shop.call('items.get', { params: { id: id! }, key })).body
    const { status, body } = await erase(shop, id!, key)
    expect(status).toBe(202)
    expect(body).toMatchObject({
      id,
      status: 'COMPLETED',
      recipient: { name: null, street: null, postalCode: null, city: null, country: 'NL' },
      data: {},
      reference: null,
      metadata: {},
      findings: [],
      priceCents: was.priceCents,
      createdAt: was.createdAt,
      runId: was.runId,
      sequence: was.sequence,
      erasure: { requestedAt: expect.any(String), completedAt: null },
    })
    await shop.settle()
    const { erasure } = (await shop.call('items.get', { params: { id: id! }, key })).body
    expect(erasure.completedAt).not.toBeNull()
    expect(await shop.services.store.read((rows) => rows.erasables.get(everyone, id!))).toBeUndefined()
  })

  test('is the same again', async () => {
    const { shop, ids, key } = await completed()
    const first = await erase(shop, ids[0]!, key)
    expect((await erase(shop, ids[0]!, key)).body).toEqual(first.body)
    await shop.settle()
    expect(await erase(shop, ids[0]!, key)).toMatchObject({
      status: 202,
      body: { revision: first.body.revision },
    })
  })

  test('leaves history and analytics as they were', async () => {
    const { shop, ids, key } = await completed()
    const ask = async (operation: string) =>
      (await shop.call(operation, { params: operation.startsWith('items.') ? { id: ids[0]! } : {}, key }))
        .body
    const was = [
      (await ask('items.history')).data.map(({ status, at }: { status: string; at: string }) => [status, at]),
    ]
    const summary = await ask('analytics.summary')
    await erase(shop, ids[0]!, key)
    await shop.settle()
    expect([
      (await ask('items.history')).data.map(({ status, at }: { status: string; at: string }) => [status, at]),
    ]).toEqual(was)
    expect(await ask('analytics.summary')).toEqual(summary)
    // A rebuild after it counts the same as before it.
    const stored = await shop.services.store.read((rows) => rows.analyticsDays.find(everyone, []))
    const rollups = new Rollups()
    for (const item of await shop.items()) countItem(rollups, item, [], (ms) => dayIn('UTC', ms))
    const byId = (rows: Iterable<{ id: string }>) => new Map([...rows].map((row) => [row.id, row]))
    expect(byId(rollups.toRows().values())).toEqual(byId(stored))
  })

  test.each(itemStatuses)('of an item that is %s', async (status) => {
    const shop = await createItemShop({ clock: before })
    const { id } = await shop.create()
    await shop.force(id, status)
    const answer = await shop.act('items.erase', id)
    if (endedStatuses.includes(status)) {
      // It was attached to a run that still waits: the run decides.
      expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('is OPEN') } })
    } else {
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'invalid_state',
          detail: `This item is ${status} and cannot be erased before its life has ended. Cancel it, or wait.`,
        },
      })
    }
  })

  test('waits for its run', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test' })
    const key = shop.keys.test
    await shop.advanceTestClock(cutoff)
    await shop.call('developers.simulate', { params: { id }, body: { event: 'NOT_SENT' }, key })
    expect(await erase(shop, id, key)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^The run run_\w+ of this item is HANDED_TO_PRINTER/) },
    })
    await shop.advanceTestClock('2026-02-05T09:00:00Z')
    expect((await erase(shop, id, key)).status).toBe(202)
  })

  test('of an item that was never printed', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    await shop.call('items.cancel', { params: { id } })
    expect((await erase(shop, id)).status).toBe(202)
    await shop.settle()
    expect((await shop.item(id)).erasedAt).not.toBeNull()
  })

  test('is refused to other organisations and modes', async () => {
    const { shop, ids } = await completed()
    const other = await shop.another()
    for (const key of [shop.keys.live, other.keys.test]) {
      expect((await erase(shop, ids[0]!, key)).status).toBe(404)
    }
  })
})

describe('an erased item', () => {
  test('has no document any more, but evidence that still holds its digests', async () => {
    const { shop, ids, key } = await completed()
    const ask = async (operation: string, id: string) => shop.call(operation, { params: { id }, key })
    const was = (await ask('items.evidence', ids[0]!)).body.evidence
    const neighbour = (await ask('items.document', ids[1]!)).body
    await erase(shop, ids[0]!, key)
    await shop.settle()
    expect((await ask('items.document', ids[0]!)).status).toBe(404)
    expect((await ask('items.document', ids[1]!)).body).toEqual(neighbour)
    const { evidence } = (await ask('items.evidence', ids[0]!)).body
    expect(evidence.printed).toEqual({ ...was.printed, manifestRow: null, document: null })
    expect(evidence.package).toEqual(was.package)
    expect(evidence.item.erasedAt).not.toBeNull()
    const other = (await ask('items.evidence', ids[1]!)).body.evidence
    expect(other.printed.manifestRow.addressLines).toContain('Anna Bakker')
    expect(other.printed.document).not.toBeNull()
  })

  test('is in no package any more: neither the printer’s, nor one that is made again', async () => {
    const { shop, ids, key } = await completed()
    const [run] = await shop.runs()
    expect(shop.printers.test.packages.has(run!.id)).toBe(true)
    await erase(shop, ids[0]!, key)
    await shop.settle()
    expect(shop.printers.test.packages.has(run!.id)).toBe(false)
    const operator = await shop.key('test', ['runs.manage'])
    expect(await shop.call('runs.package', { params: { id: run!.id }, key: operator })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    })
  })

  test('is blank in its part, with its neighbours and their digests untouched', async () => {
    const { shop, ids, key } = await completed()
    const [run] = await shop.runs()
    for (const id of [ids[0]!, ids[2]!]) await erase(shop, id, key)
    await shop.settle()
    const text = async () => {
      let all = ''
      for await (const blob of shop.services.blobs.list('runs/')) {
        all += new TextDecoder().decode(await shop.services.blobs.get(blob))
      }
      return all
    }
    expect(await text()).not.toMatch(/de Vries|Karel/)
    expect(await text()).toContain('Anna Bakker')
    const [after] = await shop.runs()
    expect(after!.parts.map(({ sha256 }) => sha256)).toEqual(run!.parts.map(({ sha256 }) => sha256))
    // Two blobs for each part, and the sums: nothing of the attempts in between is left.
    const keys: string[] = []
    for await (const blob of shop.services.blobs.list('runs/')) keys.push(blob)
    expect(keys).toHaveLength(5)
  })

  test('several of one part at once', async () => {
    const { shop, ids, key } = await completed()
    await Promise.all(ids.map((id) => erase(shop, id, key)))
    await Promise.all([shop.settle(), shop.settle()])
    for (const id of ids) expect((await shop.item(id)).erasedAt).not.toBeNull()
    expect(shop.logged).toEqual([])
  })

  test('is answered erased when the request that made it is repeated', async () => {
    const shop = await createMailShop({ clock: before })
    const item = {
      postflowId: shop.postflow('live'),
      recipient: {
        name: 'Zoë',
        country: 'NL',
        street: 'Damrak',
        houseNumber: '1',
        postalCode: '1012 LG',
        city: 'Amsterdam',
      },
      data: { firstName: 'Zoë' },
    }
    const one = () => shop.call('items.create', { body: item, idempotencyKey: 'one' })
    const many = () =>
      shop.call('items.createBulk', {
        body: { items: [item, { ...item, recipient: { ...item.recipient, name: 'Anna' } }] },
        idempotencyKey: 'many',
      })
    const { id } = (await one()).body
    const { results } = (await many()).body
    for (const erased of [id, results[0].item.id]) {
      await shop.call('items.cancel', {
        params: { id: erased },
        idempotencyKey: `cancel ${erased}`.replace(' ', '-'),
      })
      await erase(shop, erased)
    }
    await shop.settle()
    const repeated = await one()
    expect(repeated.headers['Idempotency-Replayed']).toBe('true')
    expect(repeated.body).toMatchObject({ id, recipient: { name: null } })
    const bulk = (await many()).body.results
    expect(
      bulk.map((result: { item: { recipient: { name: unknown } } }) => result.item.recipient.name),
    ).toEqual([null, 'Anna'])
    expect(await shop.items()).toHaveLength(3)
  })

  test('leaves its suppression, and takes the proposal that nobody accepted', async () => {
    const { shop, ids, key } = await completed()
    for (const id of ids.slice(0, 2)) {
      await shop.call('developers.simulate', { params: { id }, body: { event: 'RETURNED' }, key })
    }
    const entries = async () => (await shop.call('suppressions.list', { key })).body.data
    const accepted = (await entries()).find((entry: { itemId: string }) => entry.itemId === ids[1])
    await shop.call('suppressions.patch', { params: { id: accepted.id }, body: { status: 'ACTIVE' }, key })
    for (const id of ids.slice(0, 2)) await erase(shop, id, key)
    expect(await entries()).toEqual([
      expect.objectContaining({
        id: accepted.id,
        status: 'ACTIVE',
        itemId: null,
        recipient: expect.objectContaining({ name: 'Anna Bakker' }),
      }),
    ])
  })

  test('cannot be printed again, and its code opts nobody out', async () => {
    const { shop, ids, key } = await completed()
    await erase(shop, ids[0]!, key)
    await shop.settle()
    expect(await shop.call('items.reprint', { params: { id: ids[0]! }, body: {}, key })).toMatchObject({
      status: 409,
      body: { detail: 'The recipient of this item was erased: nobody is left to send it to.' },
    })
    const { trackingCode } = await shop.item(ids[0]!)
    expect(await optOutOf(shop.services, trackingCode)).toMatchObject({ known: false, choices: [] })
  })

  test('takes its previews and exported lists along', async () => {
    const { shop, ids, key } = await completed()
    const render = (await shop.call('renders.create', { body: { itemId: ids[0]! }, key })).body
    const other = (await shop.call('renders.create', { body: { itemId: ids[1]! }, key })).body
    const list = (await shop.call('exports.create', { body: { kind: 'items', format: 'csv' }, key })).body
    await shop.settle()
    await erase(shop, ids[0]!, key)
    await shop.settle()
    const found = async (operation: string, id: string) =>
      (await shop.call(operation, { params: { id }, key })).status
    expect([await found('renders.get', render.id), await found('renders.get', other.id)]).toEqual([404, 200])
    expect(await found('exports.get', list.id)).toBe(404)
    const blobs: string[] = []
    for (const prefix of ['exports/', 'renders/'])
      for await (const blob of shop.services.blobs.list(prefix)) blobs.push(blob)
    expect(blobs).toEqual([`renders/${other.id.toLowerCase()}.pdf`])
  })
})

describe('retention', () => {
  const settings = (shop: MailShop, body: Record<string, unknown>) =>
    shop.call('organisation.patch', { body })

  test('erases by real time after the end of an item, at night, in both modes', async () => {
    const { shop, ids, key } = await completed()
    const waiting = await shop.post({ name: 'Still Waiting', sendOn: '2026-12-01' })
    const cancelled = (await shop.post({ name: 'Was Cancelled' })).id
    await shop.call('items.cancel', { params: { id: cancelled } })
    await settings(shop, { addressRetentionDays: 10 })
    await shop.advance(9 * day)
    expect((await shop.item(ids[0]!)).recipientName).toBe('Zoë de Vries')
    await shop.advance(2 * day)
    for (const id of [...ids, cancelled]) {
      const item = await shop.item(id)
      expect([item.recipientName, item.erasedAt !== null]).toEqual(['', true])
    }
    expect((await shop.item(waiting.id)).recipientName).toBe('Still Waiting')
    expect((await shop.call('items.evidence', { params: { id: ids[0]! }, key })).status).toBe(200)
  })

  test('keeps for good what the organisation does not limit', async () => {
    const { shop, ids } = await completed()
    await shop.advance(400 * day)
    expect((await shop.item(ids[0]!)).recipientName).toBe('Zoë de Vries')
  })

  test('goes through more than one chunk, and passes over what a run still needs', async () => {
    const shop = await createMailShop({ clock: before })
    const key = shop.keys.test
    const open = (await shop.post({ mode: 'test' })).id
    await shop.advanceTestClock(cutoff)
    await shop.call('developers.simulate', { params: { id: open }, body: { event: 'NOT_SENT' }, key })
    const ids: string[] = []
    for (let count = 0; count < 120; count++) {
      const { id } = await shop.post({ mode: 'test' })
      await shop.call('items.cancel', { params: { id }, key })
      ids.push(id)
    }
    await settings(shop, { addressRetentionDays: 1 })
    await shop.services.store.write((rows) =>
      // The simulated printer goes on with the test clock only, which stands still here.
      rows.jobs.updateWhere(everyone, [{ field: 'kind', op: 'eq', value: 'runs.offerToCarrier' }], {
        status: 'FAILED',
      }),
    )
    await shop.advance(3 * day)
    const rows = await shop.items()
    expect(rows.filter(({ recipientName }) => recipientName !== '').map(({ id }) => id)).toEqual([open])
  })

  test('deletes printed pages on their own, and keeps addresses and evidence', async () => {
    const { shop, ids, key } = await completed()
    await settings(shop, { pdfRetentionDays: 5 })
    await shop.advance(4 * day)
    expect((await shop.call('items.document', { params: { id: ids[0]! }, key })).status).toBe(200)
    await shop.advance(2 * day)
    expect((await shop.call('items.document', { params: { id: ids[0]! }, key })).status).toBe(404)
    const { evidence } = (await shop.call('items.evidence', { params: { id: ids[0]! }, key })).body
    expect([evidence.printed.document, evidence.printed.manifestRow.addressLines[0]]).toEqual([
      null,
      'Zoë de Vries',
    ])
    expect((await shop.item(ids[0]!)).recipientName).toBe('Zoë de Vries')
    const [run] = await shop.runs()
    expect([run!.pagesDeletedAt !== null, shop.printers.test.packages.size]).toEqual([true, 0])
  })

  test.each([0, 3651, 1.5, '30', true])('takes no %j days', async (days) => {
    const shop = await createMailShop({ clock: before })
    for (const setting of ['addressRetentionDays', 'pdfRetentionDays']) {
      expect(await settings(shop, { [setting]: days })).toMatchObject({
        status: 422,
        body: { errors: [{ parameter: setting }] },
      })
    }
  })

  test.each([1, 3650, null])('takes %j days', async (days) => {
    const shop = await createMailShop({ clock: before })
    expect(await settings(shop, { addressRetentionDays: days, pdfRetentionDays: days })).toMatchObject({
      status: 200,
      body: { addressRetentionDays: days, pdfRetentionDays: days },
    })
  })
})

test('a cancelled run keeps no pages of items that go with another run', async () => {
  const shop = await createMailShop({ clock: before })
  await shop.post({ name: 'Zoë de Vries' })
  shop.printers.live.script({ kind: 'unavailable', reason: 'out of paper' })
  await shop.advance(cutoff)
  const [run] = await shop.runs()
  expect(run!.status).toBe('RENDERED')
  const operator = await shop.key('live', ['runs.manage'])
  const cancelled = await shop.call('runs.cancel', {
    params: { id: run!.id },
    body: { reason: 'no paper' },
    key: operator,
  })
  expect(cancelled).toMatchObject({ status: 200 })
  await shop.settle()
  const blobs: string[] = []
  for await (const blob of shop.services.blobs.list(`runs/${run!.id.toLowerCase()}/`)) blobs.push(blob)
  expect(blobs).toEqual([])
})
