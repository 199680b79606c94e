import { beforeEach, describe, expect, test } from 'vitest'
import { auditedRows, Changes } from '../../../src/core/engine/audit/changes.ts'
import { auditedTables } from '../../../src/core/engine/audit/policy.ts'
import { createKey } from '../../../src/core/features/developers/keys.ts'
import { suspendOrganisation } from '../../../src/core/features/organisations/manage.ts'
import { installCatalogue } from '../../../src/core/features/products/install-catalogue.ts'
import { seedOrganisation } from '../../../src/core/features/seed/seed.ts'
import { type TableName, tables } from '../../../src/core/model/index.ts'
import { everyone, type WritableRows } from '../../../src/core/ports/store.ts'
import type { PortalSession } from '../../support/portal.ts'
import { liveTarget } from '../../support/ready-for-live.ts'
import { createTestShop, type TestCall, type TestResponse, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let owner: PortalSession
beforeEach(async () => {
  shop = await createTestShop({ clock: '2026-01-05T09:00:00Z' })
  owner = await shop.portal({ email: 'owner@example.com' })
})

// biome-ignore lint/suspicious/noExplicitAny: entries of any resource
const log = async (query = ''): Promise<any[]> => {
  const answer = await shop.call('auditLog.list', { session: owner, query: `sort=createdAt&${query}` })
  expect(answer.status).toBe(200)
  // Drop the command line's entries for creating the shop itself.
  return answer.body.data.filter(
    ({ actor }: { actor: { type: string } }) => query || actor.type !== 'OPERATOR',
  )
}

describe('the audit log', () => {
  test('contains the actor, the change and the previous value', async () => {
    const answer = await shop.call('organisation.patch', { session: owner, body: { name: 'Kaas BV' } })
    expect(await log()).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        createdAt: '2026-01-05T09:00:00.000Z',
        actor: { type: 'USER', id: owner.user.id, name: 'owner@example.com' },
        operation: 'organisation.patch',
        action: 'CHANGED',
        resource: 'organisation',
        resourceId: shop.organisation.id,
        mode: null,
        before: { name: 'Kaas & Co' },
        after: { name: 'Kaas BV' },
        requestId: answer.headers['X-Request-Id'],
      },
    ])
  })

  type Case = [
    string,
    (call: (id: string, call?: TestCall) => Promise<TestResponse>) => Promise<unknown>,
    object[],
  ]
  const cases: Case[] = [
    [
      'a category',
      async (call) => {
        const { key } = (await call('advertisingCategories.create', { body: { label: 'Bread' } })).body
        await call('advertisingCategories.patch', { params: { key }, body: { archived: true } })
        await call('advertisingCategories.remove', { params: { key } })
      },
      [
        { action: 'CREATED', resource: 'advertisingCategory', before: null, after: { label: 'Bread' } },
        { action: 'CHANGED', before: { archived: false }, after: { archived: true } },
        { action: 'REMOVED', before: { label: 'Bread', archived: true }, after: null },
      ],
    ],
    [
      'a webhook endpoint, its secret hidden',
      async (call) => {
        const body = { url: 'https://hooks.example.com', events: ['*'] }
        const { id } = (await call('webhooks.create', { body })).body
        await call('webhooks.rotateSecret', { params: { id } })
      },
      [
        { resource: 'webhookEndpoint', after: { url: 'https://hooks.example.com', secret: '[hidden]' } },
        { action: 'CHANGED', before: { secret: '[hidden]' }, after: { secret: '[hidden]' } },
      ],
    ],
    [
      'a connector with hidden URL and secret; its deliveries are no change',
      async (call) => {
        await installCatalogue(shop.services)
        const { postflows } = await seedOrganisation(shop.services, shop.organisation.id, liveTarget)
        const { id: postflowId } = postflows.find(({ mode }) => mode === 'live')!
        const signature = { header: 'X-Signature', secret: 'whsec_12345678' }
        const mapping = { 'recipient.name': { path: 'name' } }
        const body = { name: 'Shop', postflowId, mapping, signature }
        const { id, url } = (await call('integrations.create', { body })).body
        const bytes = new TextEncoder().encode('{"name":"Ida"}')
        await shop.call('integrations.inbound', {
          key: null,
          params: { token: url.split('/').at(-1) },
          bytes,
        })
        await call('integrations.patch', { params: { id }, body: { active: false } })
      },
      [
        {
          resource: 'connector',
          after: { name: 'Shop', tokenHash: '[hidden]', signatureSecret: '[hidden]' },
        },
        { action: 'CHANGED', before: { active: true }, after: { active: false } },
      ],
    ],
    [
      'an action on many items, without its reason',
      async (call) => {
        const { id } = (
          await call('itemActions.create', {
            body: { action: 'REJECT', ids: ['itm_none'], reason: 'Zoë has moved' },
          })
        ).body
        await call('itemActions.cancel', { params: { id } })
      },
      [
        {
          action: 'CREATED',
          resource: 'itemAction',
          after: { action: 'REJECT', reason: '[hidden]', totalCount: 1 },
        },
        { action: 'CHANGED', before: { status: 'PENDING' }, after: { status: 'CANCELLED' } },
      ],
    ],
    [
      'a mapping preset and a folder',
      async (call) => {
        const mapping = { fields: { reference: { column: 'Ref' } } }
        await call('mappingPresets.create', { body: { name: 'Club', mapping } })
        const { id } = (await call('templates.createFolder', { body: { name: 'Spring' } })).body
        await call('templates.removeFolder', { params: { id } })
      },
      [
        { action: 'CREATED', resource: 'mappingPreset', after: { name: 'Club' } },
        { action: 'CREATED', resource: 'templateFolder', after: { name: 'Spring' } },
        { action: 'REMOVED', resource: 'templateFolder', before: { name: 'Spring' } },
      ],
    ],
    [
      'a suppression without its recipient',
      (call) =>
        call('suppressions.create', {
          body: {
            recipient: {
              name: 'Zoë de Vries',
              street: 'Damrak',
              houseNumber: '1',
              postalCode: '1012 LG',
              city: 'Amsterdam',
              country: 'NL',
            },
            reason: 'opt_out',
          },
        }),
      [{ resource: 'suppression', after: { recipient: '[hidden]', recipientName: '[hidden]' } }],
    ],
  ]
  test.each(cases)('covers %s', async (_what, work, entries) => {
    await work((id, call) => shop.call(id, { session: owner, ...call }))
    expect(await log()).toMatchObject(entries)
    expect(JSON.stringify(await log())).not.toMatch(/Vries|whsec_/)
  })

  test('covers keys and members without secrets, changed by a key and by the command line', async () => {
    const made = await shop.call('developers.createKey', {
      session: owner,
      body: { name: 'Shop', mode: 'live', scopes: ['items.read'] },
    })
    await shop.call('advertisingCategories.create', { key: shop.keys.test, body: { label: 'Bread' } })
    await createKey(shop.services, { organisationId: shop.organisation.id, mode: 'live', scopes: 'all' })
    await suspendOrganisation(shop.services, shop.organisation.id)
    const [key, category] = await log()
    expect(key).toMatchObject({ resource: 'apiKey', mode: 'live', after: { name: 'Shop', hash: '[hidden]' } })
    expect(category).toMatchObject({ actor: { type: 'API_KEY', name: 'test key' }, mode: 'test' })
    const operator = await log('filter[actorType]=OPERATOR')
    expect(operator.at(-1)).toMatchObject({
      operation: null,
      resource: 'organisation',
      before: { status: 'ACTIVE' },
      after: { status: 'SUSPENDED' },
    })
    expect(JSON.stringify([...operator, key])).not.toContain(made.body.key.slice(14))
  })

  test('omits failed calls, calls without changes, and reads', async () => {
    await shop.call('organisation.patch', { session: owner, body: { name: '' } })
    await shop.call('organisation.patch', { session: owner, body: { name: 'Kaas & Co' } })
    await shop.call('roles.remove', { session: owner, params: { id: 'rol_none' } })
    await shop.call('organisation.get', { session: owner })
    expect(await log()).toEqual([])
  })

  test('merges several changes of one row in one call', async () => {
    const address = {
      name: 'Kaas',
      street: 'Damrak',
      houseNumber: '1',
      postalCode: '1012 LG',
      city: 'Amsterdam',
      country: 'NL',
    }
    for (const name of ['One', 'Two']) {
      await shop.call('returnAddresses.create', { session: owner, body: { name, address, isDefault: true } })
    }
    const entries = await log('filter[resource]=returnAddress')
    expect(entries.map(({ action, after }) => [action, after.isDefault])).toEqual([
      ['CREATED', true],
      ['CHANGED', false],
      ['CREATED', true],
      ['CHANGED', false],
    ])
  })

  test('is filtered and paginated within one organisation', async () => {
    for (let n = 0; n < 3; n++) {
      await shop.call('roles.create', {
        session: owner,
        body: { name: `R${n}`, permissions: ['items.read'] },
      })
      shop.clock.advance(1000)
    }
    const page = await shop.call('auditLog.list', { session: owner, query: 'filter[resource]=role&limit=2' })
    expect(page.body.data.map(({ after }: { after: { name: string } }) => after.name)).toEqual(['R2', 'R1'])
    const { organisation } = await shop.another()
    const stranger = await shop.portal({ organisationId: organisation.id })
    const theirs = await shop.call('auditLog.list', { session: stranger, query: 'filter[resource]=role' })
    expect(theirs.body.data).toEqual([])
    expect(
      (await shop.call('auditLog.list', { session: await shop.portal({ role: 'editor' }) })).status,
    ).toBe(403)
    expect((await shop.call('auditLog.list')).status).toBe(404)
  })
})

test.each(Object.entries(auditedTables))(
  '%s: every field that the log hides or ignores exists',
  (name, policy) => {
    const columns = Object.keys(tables[name as TableName].columns)
    expect(columns).toEqual(expect.arrayContaining([...(policy.hide ?? []), ...(policy.ignore ?? [])]))
  },
)

test('audited rows pass every argument on to the store', async () => {
  const calls: unknown[][] = []
  const inner = new Proxy(
    {},
    {
      get:
        (_target, name) =>
        (...input: unknown[]) => {
          calls.push([name, ...input])
          return Promise.resolve([])
        },
    },
  )
  const rows = auditedRows({ roles: inner } as unknown as WritableRows, new Changes())
  await rows.roles.get(everyone, 'rol_1', { lock: 'wait' })
  await rows.roles.find(everyone, {}, { limit: 1 })
  await rows.roles.update(everyone, 'rol_1', { name: 'A' }, { name: 'B' })
  expect(calls).toEqual([
    ['get', everyone, 'rol_1', { lock: 'wait' }],
    ['find', everyone, {}, { limit: 1 }],
    ['get', everyone, 'rol_1'],
    ['update', everyone, 'rol_1', { name: 'A' }, { name: 'B' }],
  ])
})
