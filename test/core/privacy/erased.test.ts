import { describe, expect, test } from 'vitest'
import { optOutOf } from '../../../src/core/features/tracking/opt-out.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop } from '../../support/mail.ts'
import { before, completed, cutoff, erase } from '../../support/privacy.ts'
import { zoe } from '../../support/recipients.ts'

describe('an erased item', () => {
  test('no longer has a document, but evidence that keeps its digests', async () => {
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

  test('is no longer in any package, at the printer or created again', async () => {
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

  test('is blank in its part, with its neighbours and their digests unchanged', async () => {
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
    // Two blobs for each part, the checksums and the facts: no blob of an earlier attempt remains.
    const keys: string[] = []
    for await (const blob of shop.services.blobs.list('runs/')) keys.push(blob)
    expect(keys).toHaveLength(6)
  })

  test('may be one of several in a part', async () => {
    const { shop, ids, key } = await completed()
    await Promise.all(ids.map((id) => erase(shop, id, key)))
    await Promise.all([shop.settle(), shop.settle()])
    for (const id of ids) expect((await shop.item(id)).erasedAt).not.toBeNull()
    expect(shop.logged).toEqual([])
  })

  test('is returned as erased when its creation request is repeated', async () => {
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

  test('leaves stored responses about others at its address unchanged', async () => {
    const shop = await createMailShop({ clock: before })
    const recipient = { ...zoe, name: 'Bram Bos' }
    const entry = { recipient, matchName: true, reason: 'opt_out' }
    const made = await shop.call('suppressions.create', { key: shop.keys.test, body: entry })
    const { id: entryId } = made.body
    await shop.services.store.write((rows) =>
      rows.suppressions.update(everyone, entryId, { isUndecided: true }),
    )
    const session = await shop.portal({ permissions: ['suppressions.manage'] })
    const decision = { params: { id: entryId }, body: { isTest: false }, idempotencyKey: 'entry' }
    const decide = () => shop.call('suppressions.assignMode', { session, ...decision })
    const first = await decide()
    expect(first).toMatchObject({ status: 200, body: { recipient: { name: null } } })
    const item = { postflowId: shop.postflow('live'), recipient: zoe, data: { firstName: 'Zoë' } }
    const { id } = (await shop.call('items.create', { body: item })).body
    await shop.call('items.cancel', { params: { id } })
    await erase(shop, id)
    await shop.settle()
    const { headers, body } = await decide()
    expect(headers['Idempotency-Replayed']).toBe('true')
    expect(body).toEqual(first.body)
  })

  test('keeps its suppression, and removes a proposal that was not accepted', async () => {
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

  test('cannot be reprinted, and its code no longer opts out', async () => {
    const { shop, ids, key } = await completed()
    await erase(shop, ids[0]!, key)
    await shop.settle()
    expect(await shop.call('items.reprint', { params: { id: ids[0]! }, body: {}, key })).toMatchObject({
      status: 409,
      body: { detail: 'The recipient of this item was erased, so it cannot be sent again.' },
    })
    const { trackingCode } = await shop.item(ids[0]!)
    expect(await optOutOf(shop.services, trackingCode)).toMatchObject({ known: false, choices: [] })
  })

  test('removes its previews and exported lists too', async () => {
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

test('a cancelled run keeps no pages of items that moved to another run', async () => {
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
