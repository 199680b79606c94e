import { describe, expect, test } from 'vitest'
import { connectorLimits } from '../../../src/core/model/integrations.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { type ConnectedShop, connected, mapping, order } from '../../support/connectors.ts'

/** Creates a shop with a connector made by a member, and a function that removes the member. */
const madeByMember = async () => {
  const shop = await connected()
  const maker = await shop.portal({ permissions: ['items.read', 'items.write', 'postflows.write'] })
  const body = { name: 'Orders', postflowId: shop.postflowId, mapping }
  const made = await shop.call('integrations.create', { session: maker, mode: 'live', body })
  expect(made).toMatchObject({ status: 201, body: { maker: { kind: 'USER', id: maker.user.id } } })
  const { id, url } = made.body
  const send = (payload: unknown, address: string = url) =>
    shop.call('integrations.inbound', {
      key: null,
      params: { token: address.split('/').at(-1)! },
      bytes: new TextEncoder().encode(JSON.stringify(payload)),
      contentType: 'application/json',
    })
  const leave = () =>
    shop.services.store.write((rows) =>
      rows.members.remove({ organisationId: shop.organisation.id }, { userId: maker.user.id }),
    )
  const connector = async () => (await shop.act('integrations.get', id)).body
  return { shop, id, send, leave, connector, maker }
}

const itemIds = async (shop: ConnectedShop) =>
  (await shop.call('items.list', {})).body.data.map((item: { id: string }) => item.id)

describe('a connector', () => {
  test.each([
    ['integrations.create', {}],
    ['integrations.patch', { body: { name: 'Other' } }],
    ['integrations.patch', { body: { active: false, name: 'Other' } }],
    ['integrations.rotateSecret', {}],
  ])('cannot be set up with postflows.write alone: %s', async (operation, call) => {
    const shop = await connected()
    const key = await shop.key('live', ['postflows.write', 'items.read'])
    const body = { name: 'Orders', postflowId: shop.postflowId, mapping }
    const request = operation === 'integrations.create' ? { body } : { params: { id: shop.id }, ...call }
    expect(await shop.call(operation, { key, ...request })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', detail: expect.stringContaining('items.write') },
    })
  })

  test('can be switched off with postflows.write alone', async () => {
    const shop = await connected()
    const key = await shop.key('live', ['postflows.write'])
    expect((await shop.act('integrations.patch', shop.id, { key, body: { active: false } })).status).toBe(200)
  })

  test('attributes items to the API key that created it', async () => {
    const shop = await connected()
    const { body } = await shop.send(order())
    const row = await shop.services.store.read((rows) => rows.connectors.get(everyone, shop.id))
    expect(row).toMatchObject({ makerKind: 'key', makerId: row!.apiKeyId })
    expect((await shop.row(body.itemId)).apiKeyId).toBe(row!.apiKeyId)
  })
})

describe('a connector whose creator may no longer create items', () => {
  test('stores payloads, reports that, and creates the items when an owner adopts it', async () => {
    const { shop, id, send, leave, connector } = await madeByMember()
    const owner = await shop.portal({ email: 'owner@example.com' })
    expect((await send(order())).body.outcome).toBe('CREATED')
    await leave()
    const stored = await send(order({ id: 1008 }))
    expect(stored).toMatchObject({ status: 200, body: { outcome: 'STORED', itemStatus: 'CREATED' } })
    expect((await send(order({ id: 1008 }))).body).toMatchObject({
      outcome: 'DUPLICATE',
      itemId: stored.body.itemId,
    })
    expect(await itemIds(shop)).toHaveLength(1)
    expect((await connector()).stoppedAt).not.toBeNull()
    expect((await shop.call('attention.get', {})).body.connectorsStopped).toBe(1)
    await shop.settle()
    expect(shop.mailer.sent.filter(({ to }) => to === 'owner@example.com')).toHaveLength(1)
    const adopted = await shop.act('integrations.adopt', id, { session: owner, mode: 'live' })
    expect(adopted).toMatchObject({
      status: 200,
      body: { stoppedAt: null, maker: { kind: 'USER', id: owner.user.id } },
    })
    await shop.settle()
    expect(await itemIds(shop)).toContain(stored.body.itemId)
    expect(await shop.services.store.read((rows) => rows.connectorPayloads.find(everyone, {}))).toEqual([])
    expect((await send(order({ id: 1009 }))).body.outcome).toBe('CREATED')
    expect(shop.logged).toEqual([])
  })

  test('creates no stored items if the adopting owner leaves; another owner can adopt it', async () => {
    const { shop, id, send, leave } = await madeByMember()
    await leave()
    const stored = await send(order())
    const permissions = ['organisation.manage', 'postflows.write', 'items.write'] as const
    const session = await shop.portal({ email: 'ina@example.com', permissions: [...permissions] })
    expect((await shop.act('integrations.adopt', id, { session, mode: 'live' })).status).toBe(200)
    await shop.services.store.write((rows) =>
      rows.members.remove({ organisationId: shop.organisation.id }, { userId: session.user.id }),
    )
    await shop.settle()
    expect(await itemIds(shop)).toEqual([])
    expect((await shop.call('attention.get', {})).body.connectorsStopped).toBe(1)
    expect((await shop.act('integrations.adopt', id)).status).toBe(200)
    await shop.settle()
    expect(await itemIds(shop)).toEqual([stored.body.itemId])
  })

  test('refuses payloads after seven days, and deletes stored ones', async () => {
    const { shop, send, leave } = await madeByMember()
    await leave()
    await send(order())
    await shop.advance(connectorLimits.storedMs - 1)
    expect((await send(order({ id: 2 }))).body.outcome).toBe('STORED')
    await shop.advance(1)
    expect(await send(order({ id: 3 }))).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    await shop.advance(connectorLimits.storedMs + 3_600_000)
    expect(await shop.services.store.read((rows) => rows.connectorPayloads.find(everyone, {}))).toEqual([])
  })

  test('stores up to the maximum number of payloads', async () => {
    const { shop, id, send, leave } = await madeByMember()
    await leave()
    await send(order({ id: 1 }))
    const [row] = await shop.services.store.read((rows) => rows.connectorPayloads.find(everyone, {}))
    const others = Array.from({ length: connectorLimits.storedPayloads - 2 }, (_, n) => ({
      ...row!,
      id: `itm_${n}`,
    }))
    await shop.services.store.write((rows) => rows.connectorPayloads.insertMany(others))
    expect((await send(order({ id: 2 }))).body.outcome).toBe('STORED')
    expect(await send(order({ id: 3 }))).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect((await shop.act('integrations.remove', id)).status).toBe(204)
    expect(await shop.services.store.read((rows) => rows.connectorPayloads.find(everyone, {}))).toEqual([])
  })

  test('can only be adopted by a caller who may manage the organisation', async () => {
    const { shop, id, leave, send } = await madeByMember()
    await leave()
    await send(order())
    const key = await shop.key('live', ['postflows.write', 'items.write', 'items.read'])
    expect((await shop.act('integrations.adopt', id, { key })).status).toBe(403)
    const without = await shop.key('live', ['organisation.manage'])
    expect((await shop.act('integrations.adopt', id, { key: without })).status).toBe(403)
  })

  test('records payloads that cannot become items when it is adopted', async () => {
    const { shop, id, leave, send } = await madeByMember()
    await leave()
    await send(order({ id: 5 }))
    const changed = { ...mapping, 'recipient.country': { path: 'order.nowhere' } }
    await shop.act('integrations.patch', id, { body: { mapping: changed } })
    await shop.act('integrations.adopt', id)
    await shop.settle()
    const { data } = (await shop.act('integrations.deliveries', id)).body
    expect(data[0]).toMatchObject({ outcome: 'REFUSED', code: 'validation_failed' })
    expect(data[1]).toMatchObject({ outcome: 'STORED' })
  })
})

describe('rotating a connector’s URL', () => {
  const scopes = ['items.read', 'items.write', 'postflows.write']
  const rotated = async ({ shop, id }: Awaited<ReturnType<typeof madeByMember>>) => {
    const body = { name: 'Other', mode: 'live', scopes }
    const made = (await shop.call('developers.createKey', { session: await shop.portal(), body })).body
    const answer = await shop.act('integrations.rotateSecret', id, { key: made.key })
    return { keyId: made.id, answer }
  }

  test('makes the caller its creator, including for attribution to API keys', async () => {
    const connector = await madeByMember()
    const { shop, id, send } = connector
    const { keyId, answer } = await rotated(connector)
    expect(answer).toMatchObject({ status: 200, body: { maker: { kind: 'API_KEY', id: keyId } } })
    const { body } = await send(order(), answer.body.url)
    expect((await shop.row(body.itemId)).apiKeyId).toBe(keyId)
    await shop.call('developers.revokeKey', { session: await shop.portal(), params: { id: keyId } })
    expect((await send(order({ id: 2 }), answer.body.url)).body.outcome).toBe('STORED')
    expect((await shop.act('integrations.get', id)).body.stoppedAt).not.toBeNull()
  })

  test('removes a connector without a recorded creator from the list for review', async () => {
    const connector = await madeByMember()
    const { shop, id } = connector
    await shop.services.store.write((rows) => rows.connectors.update(everyone, id, { needsReview: true }))
    expect((await rotated(connector)).answer.body).toMatchObject({ needsReview: false, stoppedAt: null })
  })

  test('is refused while the connector is stopped, so that only an owner restarts it', async () => {
    const connector = await madeByMember()
    const { shop, id, leave, send } = connector
    await leave()
    await send(order())
    const { answer } = await rotated(connector)
    expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('adopt') } })
    expect((await send(order({ id: 2 }))).body.outcome).toBe('STORED')
    await shop.act('integrations.adopt', id)
    expect((await shop.act('integrations.rotateSecret', id)).status).toBe(200)
  })
})

test('a connector without a recorded creator keeps working, and is listed for review', async () => {
  const { shop, id, send, leave, connector } = await madeByMember()
  await shop.services.store.write((rows) => rows.connectors.update(everyone, id, { needsReview: true }))
  await leave()
  expect((await send(order())).body.outcome).toBe('CREATED')
  expect((await connector()).needsReview).toBe(true)
  expect((await shop.call('attention.get', {})).body.connectorsToReview).toBe(1)
  await shop.act('integrations.adopt', id)
  expect((await connector()).needsReview).toBe(false)
})
