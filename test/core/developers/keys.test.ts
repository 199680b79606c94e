import { beforeEach, describe, expect, test } from 'vitest'
import { organisationScopes } from '../../../src/core/engine/access/permissions.ts'
import { maxActiveKeys } from '../../../src/core/features/developers/key-schema.ts'
import { createKey } from '../../../src/core/features/developers/keys.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let developer: PortalSession
beforeEach(async () => {
  shop = await createTestShop()
  developer = await shop.portal({ role: 'developer' })
})
const hour = 3_600_000

const create = (body: object = {}, session = developer) =>
  shop.call('developers.createKey', {
    session,
    body: { name: 'Shop', mode: 'test', scopes: ['items.read'], ...body },
  })
const rotate = (id: string, body?: object, session = developer) =>
  shop.call('developers.rotateKey', { session, params: { id }, body })
const statusOf = async (key: string) => (await shop.call('developers.whoami', { key })).status

describe('API keys in the portal', () => {
  test('are created, shown once, used, and listed without the secret', async () => {
    const made = await create()
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'Shop',
        mode: 'test',
        scopes: ['items.read'],
        status: 'ACTIVE',
        createdById: developer.user.id,
      },
    })
    const { key, ...shown } = made.body
    expect(await statusOf(key)).toBe(200)
    const read = (session: PortalSession) =>
      shop.call('developers.getKey', { session, params: { id: shown.id } })
    expect(await read(developer)).toMatchObject({ status: 200, body: shown })
    const { organisation } = await shop.another()
    const stranger = await shop.portal({ role: 'developer', organisationId: organisation.id })
    expect((await read(stranger)).status).toBe(404)
    const listed = await shop.call('developers.listKeys', { session: developer, query: 'filter[mode]=test' })
    expect(listed.body.data).toContainEqual(shown)
    expect(JSON.stringify(listed.body)).not.toContain(key)
  })

  test.each<[string, object, number]>([
    ['an unknown scope', { scopes: ['items.eat'] }, 422],
    ['no name', { name: ' ' }, 422],
    ['an unknown mode', { mode: 'demo' }, 422],
    ['a scope that the creator lacks', { scopes: ['items.read', 'billing.manage'] }, 403],
    ['every scope by a user who lacks some', { scopes: 'all' }, 403],
    ['an operator’s scope', { scopes: ['runs.manage'] }, 403],
  ])('with %s are refused', async (_what, body, status) => {
    expect((await create(body)).status).toBe(status)
  })

  test('expire at the given millisecond, and get a separate expiry on rotation', async () => {
    const end = shop.clock.now() + hour
    const expiresAt = new Date(end).toISOString()
    const { key, id, ...made } = (await create({ expiresAt })).body
    expect(made).toMatchObject({ status: 'ACTIVE', expiresAt })
    const fresh = (await rotate(id, { expiresAt })).body
    const endless = (await rotate(fresh.id)).body
    expect([fresh.expiresAt, endless.expiresAt]).toEqual([expiresAt, null])
    shop.clock.set(end - 1)
    expect([await statusOf(key), await statusOf(fresh.key)]).toEqual([200, 200])
    shop.clock.set(end)
    expect([await statusOf(key), await statusOf(fresh.key), await statusOf(endless.key)]).toEqual([
      401, 401, 200,
    ])
  })

  test.each(['tomorrow', '2026-02-30T00:00:00Z', '2026-01-05', 'now'])(
    'cannot expire at %o',
    async (text) => {
      const expiresAt = text === 'now' ? new Date(shop.clock.now()).toISOString() : text
      const wrong = { status: 422, body: { errors: [{ parameter: 'expiresAt' }] } }
      expect(await create({ expiresAt })).toMatchObject(wrong)
      const { id } = (await create()).body
      expect(await rotate(id, { expiresAt })).toMatchObject(wrong)
    },
  )

  test('of an owner may have every scope, and of an operator individual operator scopes', async () => {
    const all = await create({ scopes: 'all' }, await shop.portal())
    expect(all.body.scopes).toEqual([...organisationScopes])
    const operator = await shop.portal({ operator: true, role: 'owner' })
    expect((await create({ scopes: ['runs.manage'] }, operator)).status).toBe(201)
  })

  test('work for another day after rotation', async () => {
    const old = (await create()).body
    const fresh = await rotate(old.id)
    expect(fresh).toMatchObject({ status: 201, body: { name: 'Shop', mode: 'test', scopes: ['items.read'] } })
    expect([await statusOf(old.key), await statusOf(fresh.body.key)]).toEqual([200, 200])
    await shop.advance(24 * hour)
    const refused = await shop.call('developers.whoami', { key: old.key })
    expect(refused.body).toMatchObject({
      code: 'api_key_revoked',
      detail: 'This API key has expired. Use its replacement, or request another.',
    })
    expect(await statusOf(fresh.body.key)).toBe(200)
    expect((await rotate(old.id)).body.detail).toBe('This API key is EXPIRED. Create another one.')
  })

  test.each([
    [0, 201],
    [168, 201],
    [169, 422],
    [-1, 422],
    [1.5, 422],
  ])('overlap for %d hours after rotation: %i', async (overlapHours, status) => {
    const old = (await create()).body
    expect((await rotate(old.id, { overlapHours })).status).toBe(status)
    if (overlapHours === 0) expect(await statusOf(old.key)).toBe(401)
  })

  test('cannot be rotated by a user who lacks one of their scopes', async () => {
    const strong = (await create({ scopes: 'all' }, await shop.portal())).body
    expect((await rotate(strong.id)).status).toBe(403)
    expect(await statusOf(strong.key)).toBe(200)
  })

  test('keep their spending cap if a user lacks one of their scopes', async () => {
    const owner = await shop.portal()
    const strong = (await create({ scopes: 'all', mode: 'live', spendingCapCents: 500 }, owner)).body
    const cap = (spendingCapCents: number | null, session: PortalSession) =>
      shop.call('developers.patchKey', { session, params: { id: strong.id }, body: { spendingCapCents } })
    for (const cents of [null, 1_000, 100]) {
      expect(await cap(cents, developer)).toMatchObject({
        status: 403,
        body: { code: 'insufficient_scope' },
      })
    }
    // A developer may send the current cap, because that changes nothing.
    expect((await cap(500, developer)).body.spendingCapCents).toBe(500)
    expect((await cap(1_000, owner)).body.spendingCapCents).toBe(1_000)
    const own = (await create({ mode: 'live' })).body
    const patched = await shop.call('developers.patchKey', {
      session: developer,
      params: { id: own.id },
      body: { spendingCapCents: 100 },
    })
    expect(patched).toMatchObject({ status: 200, body: { spendingCapCents: 100 } })
  })

  const managed = ['rotateKey', 'revokeKey'] as const
  test.each(managed)('of another member cannot be changed by a developer: %s', async (move) => {
    const theirs = (await create()).body
    const call = (session: PortalSession) =>
      shop.call(`developers.${move}`, { session, params: { id: theirs.id } })
    const other = await call(await shop.portal({ role: 'developer' }))
    expect(other).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
    expect(other.body.detail).toContain('organisation.manage')
    expect(await statusOf(theirs.key)).toBe(200)
    expect((await call(await shop.portal({ role: 'admin' }))).status).toBeLessThan(300)
  })

  test.each(managed)(
    'created on the command line require permission to manage the organisation: %s',
    async (move) => {
      const made = await createKey(shop.services, {
        organisationId: shop.organisation.id,
        mode: 'test',
        scopes: ['items.read'],
      })
      const call = (session: PortalSession) =>
        shop.call(`developers.${move}`, { session, params: { id: made.id } })
      expect((await call(developer)).status).toBe(403)
      expect((await call(await shop.portal())).status).toBeLessThan(300)
    },
  )

  test('are revoked immediately and permanently', async () => {
    const { id, key } = (await create()).body
    const revoke = () => shop.call('developers.revokeKey', { session: developer, params: { id } })
    expect((await revoke()).body.status).toBe('REVOKED')
    expect((await shop.call('developers.whoami', { key })).body.code).toBe('api_key_revoked')
    expect((await revoke()).status).toBe(200)
    expect((await rotate(id)).body.code).toBe('invalid_state')
  })

  test('of another organisation are not found, and keys cannot manage keys', async () => {
    const { organisation } = await shop.another()
    const stranger = await shop.portal({ organisationId: organisation.id })
    const { id } = (await create()).body
    for (const operation of ['developers.revokeKey', 'developers.rotateKey']) {
      expect((await shop.call(operation, { session: stranger, params: { id } })).status).toBe(404)
      expect((await shop.call(operation, { params: { id } })).status).toBe(404)
    }
  })

  test(`an organisation has at most ${maxActiveKeys} active keys`, async () => {
    // The shop already has two keys.
    for (let n = 2; n < maxActiveKeys; n++) expect((await create()).status).toBe(201)
    const over = await create()
    expect(over.body.code).toBe('invalid_state')
  })
})
