import { describe, expect, test } from 'vitest'
import { organisationScopes } from '../../../src/core/engine/access/permissions.ts'
import { createKey, listKeys, revokeKey } from '../../../src/core/features/developers/keys.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, endOf } from '../../support/shop.ts'

describe('creating a key', () => {
  test.each([
    ['live', /^svc_live_[A-Za-z0-9]{32}$/],
    ['test', /^svc_test_[A-Za-z0-9]{32}$/],
  ] as const)('in %s mode returns the key once and stores its hash', async (mode, pattern) => {
    const { services, organisation, call } = await createTestShop()
    const made = await createKey(services, { organisationId: organisation.id, mode, scopes: ['items.read'] })
    expect(made).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(pattern),
      mode,
      scopes: ['items.read'],
      expiresAt: null,
    })
    const stored = await services.store.read((rows) => rows.apiKeys.get(everyone, made.id))
    expect(JSON.stringify(stored)).not.toContain(made.key.slice(14))
    expect(stored?.prefix).toBe(made.key.slice(0, 13))
    expect((await call('items.list', { key: made.key })).status).toBe(200)
  })

  test('with scope all grants every organisation scope and no operator scope', async () => {
    const { services, organisation } = await createTestShop()
    const of = (scopes: 'all' | string[]) =>
      createKey(services, { organisationId: organisation.id, mode: 'live', scopes, ...endOf(scopes) })
    expect((await of('all')).scopes).toEqual([...organisationScopes])
    expect((await of(['all'])).scopes).toEqual([...organisationScopes])
    expect((await of(['all', 'runs.manage'])).scopes).toEqual([...organisationScopes, 'runs.manage'])
    expect((await of(['items.read', 'items.read'])).scopes).toEqual(['items.read'])
  })

  test.each<[string, object, string[]]>([
    ['unknown scopes', { scopes: ['items.read', 'items.eat', 'all.'] }, ['scopes[1]', 'scopes[2]']],
    ['no scope', { scopes: [] }, ['scopes']],
    ['an unknown mode', { mode: 'demo' }, ['mode']],
    ['an overlong name', { name: 'a'.repeat(81) }, ['name']],
  ])('with %s is refused', async (_what, wrong, parameters) => {
    const { services, organisation } = await createTestShop()
    const input = { organisationId: organisation.id, mode: 'live', scopes: 'all', ...wrong } as never
    const refused = await createKey(services, input).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'validation_failed' })
    expect((refused as { errors: { parameter: string }[] }).errors.map((error) => error.parameter)).toEqual(
      parameters,
    )
  })

  test('for an unknown organisation answers 404', async () => {
    const { services } = await createTestShop()
    await expect(
      createKey(services, { organisationId: 'org_none', mode: 'live', scopes: 'all' }),
    ).rejects.toMatchObject({ code: 'not_found', message: 'There is no organisation org_none.' })
    await expect(listKeys(services, 'org_none')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('revoking a key', () => {
  test('is permanent, and revoking again changes nothing', async () => {
    const { services, clock, organisation } = await createTestShop()
    const [key] = await listKeys(services, organisation.id)
    const revoked = await revokeKey(services, key!.id)
    expect(revoked.revokedAt).toBe(clock.now())
    clock.advance(1000)
    expect((await revokeKey(services, key!.id)).revokedAt).toBe(revoked.revokedAt)
    const listed = await listKeys(services, organisation.id)
    expect(listed.map(({ revokedAt }) => revokedAt)).toEqual([revoked.revokedAt, null])
    await expect(revokeKey(services, 'key_none')).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no API key key_none.',
    })
  })
})

describe('whoami', () => {
  test('describes the calling key, whatever its scopes', async () => {
    const shop = await createTestShop({ clock: '2026-01-05T09:00:00Z' })
    const key = await shop.key('test', ['webhooks.manage'])
    await shop.advanceTestClock('2026-02-01T00:00:00Z')
    expect((await shop.call('developers.whoami', { key })).body).toEqual({
      key: {
        id: expect.stringMatching(/^key_/),
        name: 'test key',
        prefix: key.slice(0, 13),
        createdAt: '2026-01-05T09:00:00.000Z',
      },
      user: null,
      mode: 'test',
      scopes: ['webhooks.manage'],
      organisation: { id: shop.organisation.id, name: 'Kaas & Co', status: 'ACTIVE', timeZone: 'UTC' },
      now: '2026-02-01T00:00:00.000Z',
    })
    const live = await shop.call('developers.whoami')
    expect(live.body).toMatchObject({ mode: 'live', now: '2026-01-05T09:00:00.000Z' })
    expect(live.body.scopes).toEqual([...organisationScopes])
  })
})
