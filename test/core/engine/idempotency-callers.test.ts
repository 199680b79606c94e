import { beforeEach, describe, expect, test } from 'vitest'
import { memoryCode } from '../../../src/adapters/memory/sign-in.ts'
import { operations } from '../../../src/core/app/operations.ts'
import { open } from '../../../src/core/engine/idempotency/idempotency.ts'
import type { Operation } from '../../../src/core/engine/operation.ts'
import { revokeKey } from '../../../src/core/features/developers/keys.ts'
import { suspendOrganisation } from '../../../src/core/features/organisations/manage.ts'
import { setUserStatus } from '../../../src/core/features/people/administration/user-admin.ts'
import { noMailer } from '../../../src/core/ports/mailer.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { mapping } from '../../support/connectors.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { browser, person as newPerson, password } from '../../support/people.ts'
import type { PortalSession } from '../../support/portal.ts'
import { enrol } from '../../support/second-factor.ts'
import { createTestShop, type TestCall, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let owner: PortalSession
beforeEach(async () => {
  shop = await createTestShop()
  owner = await shop.portal({ email: 'owner@example.com' })
})

const idempotencyKey = 'deploy-2026-01-05'
const createKey = (session: PortalSession, scopes: string[] = ['items.read']) =>
  shop.call('developers.createKey', {
    session,
    idempotencyKey,
    body: { name: 'Shop', mode: 'live', scopes },
  })
const category = (call: TestCall) =>
  shop.call('advertisingCategories.create', { idempotencyKey, body: { label: 'Bicycles' }, ...call })
const replayed = { 'Idempotency-Replayed': 'true' }

describe('an Idempotency-Key belongs to its caller', () => {
  test('a developer who reuses the owner’s gets their own response', async () => {
    const developer = await shop.portal({ role: 'developer' })
    const first = await createKey(owner)
    const second = await createKey(developer)
    expect(second.headers['Idempotency-Replayed']).toBeUndefined()
    expect(second.body).toMatchObject({ createdById: developer.user.id })
    expect(second.body.id).not.toBe(first.body.id)
    expect(second.body.key).not.toBe(first.body.key)
  })

  test('an API key that reuses another’s has a separate record, also for another request', async () => {
    const [one, other] = [await shop.key('live', 'all'), await shop.key('live', 'all')]
    const first = await category({ key: one })
    expect((await category({ key: other, body: { label: 'Boats' } })).body.label).toBe('Boats')
    expect(await category({ key: one })).toMatchObject({ body: first.body, headers: replayed })
  })

  test('a rotated API key keeps its records, however often it is rotated', async () => {
    let line = (await createKey(owner, ['suppressions.manage'])).body
    const first = await category({ key: line.key })
    for (let n = 0; n < 2; n++) {
      line = (await shop.call('developers.rotateKey', { session: owner, params: { id: line.id } })).body
      expect(await category({ key: line.key })).toMatchObject({ body: first.body, headers: replayed })
    }
  })

  test('a user in two organisations has a record in each', async () => {
    const { organisation } = await shop.another()
    await shop.services.store.write(async (rows) => {
      const [member] = await rows.members.find(
        { organisationId: shop.organisation.id },
        { userId: owner.user.id },
      )
      await rows.members.insert({
        ...member!,
        id: shop.services.ids.next('mbr'),
        organisationId: organisation.id,
      })
    })
    await category({ session: owner, organisationId: shop.organisation.id })
    const there = await category({ session: owner, organisationId: organisation.id })
    expect(there).toMatchObject({ status: 201 })
    expect(there.headers['Idempotency-Replayed']).toBeUndefined()
  })
})

describe('a caller who lost access gets no replay', () => {
  type Case = [string, (call: { keyId: string }) => Promise<unknown>, number, string]
  const cases: Case[] = [
    ['a revoked key', ({ keyId }) => revokeKey(shop.services, keyId), 401, 'api_key_revoked'],
    [
      'a key that lost its scope',
      ({ keyId }) =>
        shop.services.store.write((rows) => rows.apiKeys.update(everyone, keyId, { scopes: ['items.read'] })),
      403,
      'insufficient_scope',
    ],
    [
      'a key of a suspended organisation',
      () => suspendOrganisation(shop.services, shop.organisation.id),
      403,
      'organisation_suspended',
    ],
  ]
  test.each(cases)('%s', async (_who, withdraw, status, code) => {
    const { id, key } = (await createKey(owner, ['suppressions.manage'])).body
    expect((await category({ key })).status).toBe(201)
    await withdraw({ keyId: id })
    const again = await category({ key })
    expect(again).toMatchObject({ status, body: { code } })
  })

  test('a user who was disabled', async () => {
    await createKey(owner)
    await setUserStatus(shop.services, 'owner@example.com', 'DISABLED')
    expect((await createKey(owner)).status).toBe(401)
  })

  test('a member who lost the role', async () => {
    await createKey(owner)
    await shop.services.store.write((rows) =>
      rows.members.updateWhere(everyone, { userId: owner.user.id }, { roles: ['viewer'] }),
    )
    expect((await createKey(owner)).status).toBe(403)
  })
})

/** Prepares a call of each operation that returns a secret. */
const calls: Record<string, () => Promise<TestCall>> = {
  'developers.createKey': async () => ({
    session: owner,
    body: { name: 'Shop', mode: 'live', scopes: ['items.read'] },
  }),
  'developers.rotateKey': async () => ({
    session: owner,
    params: {
      id: (
        await shop.call('developers.createKey', {
          session: owner,
          body: { name: 'Shop', mode: 'live', scopes: ['items.read'] },
        })
      ).body.id,
    },
  }),
  'webhooks.create': async () => ({ body: hook }),
  'webhooks.rotateSecret': async () => ({
    params: { id: (await shop.call('webhooks.create', { body: hook })).body.id },
  }),
  'integrations.create': async () => ({ body: await connector() }),
  'integrations.rotateSecret': async () => ({
    params: { id: (await shop.call('integrations.create', { body: await connector() })).body.id },
  }),
  'invitations.create': async () => ({
    session: owner,
    body: { email: 'new@example.com', roles: ['viewer'] },
  }),
  'secondFactor.begin': async () => ({ ...(await ada()), body: { currentPassword: password } }),
  'secondFactor.confirm': async () => {
    const begun = await shop.call('secondFactor.begin', await calls['secondFactor.begin']!())
    const code = memoryCode(begun.body.authenticator.secret, shop.clock.now())
    return { client: adasBrowser.client, body: { code } }
  },
  'secondFactor.renewRecoveryCodes': async () => {
    const { client } = await ada()
    const phone = await enrol(shop, adasBrowser)
    return { client, body: { currentPassword: password, code: phone.next() } }
  },
  'users.create': async () => ({ ...(await operator()), body: vera() }),
  'users.resetLink': async () => {
    const { client } = await operator()
    const { id } = (await shop.call('users.create', { client, body: vera() })).body
    return { client, params: { id }, body: { currentPassword: password } }
  },
}
const vera = () => ({
  email: 'vera@example.com',
  organisationId: shop.organisation.id,
  roles: ['viewer'],
  currentPassword: password,
})
/** Creates an operator of the instance who signed in with a password in a browser. */
const operator = async (): Promise<Pick<TestCall, 'client'>> => {
  const there = await ada()
  await shop.services.store.write((rows) =>
    rows.users.updateWhere(everyone, { email: 'ada@example.com' }, { operatorScopes: ['platform.admin'] }),
  )
  return there
}
let adasBrowser: ReturnType<typeof browser>
/** Creates a user who signed in with a password in a browser. */
const ada = async (): Promise<Pick<TestCall, 'client'>> => {
  await newPerson(shop, 'ada@example.com')
  adasBrowser = browser(shop)
  await adasBrowser.signIn('ada@example.com')
  return { client: adasBrowser.client }
}
const hook = { url: 'https://example.com/hook', events: ['*'] }
const connector = async () => ({
  name: 'Shop',
  postflowId: (shop as ItemShop).postflowId,
  mapping,
})

describe('a secret that is shown once', () => {
  const declared = operations.filter(({ shownOnce }: Operation) => shownOnce)
  beforeEach(async () => {
    // Without a mail server, links are shown.
    shop = await createItemShop({ ports: { mailer: noMailer } })
    owner = await shop.portal()
  })

  test('is tested for every operation that returns one', () => {
    expect(declared.map(({ id }) => id).sort()).toEqual(Object.keys(calls).sort())
  })

  test.each(Object.keys(calls))('%s: a replay contains null and how to get a new one', async (id) => {
    const call = { ...(await calls[id]!()), idempotencyKey }
    const { field, renewal: again } = (declared.find((operation) => operation.id === id) as Operation)
      .shownOnce!
    const first = await shop.call(id, call)
    const shown = [first.body[field]].flat().flatMap((secret) => Object.values(Object(secret)).join(''))
    for (const secret of shown) expect(secret).toMatch(/.{19}/)
    expect(first.body.notice).toBeUndefined()
    const repeat = await shop.call(id, call)
    expect(repeat).toMatchObject({ status: first.status, headers: replayed })
    expect(repeat.body).toEqual({ ...first.body, [field]: null, notice: again })
    const kept = await shop.services.store.read((rows) => rows.idempotency.find(everyone, {}))
    expect(kept).toHaveLength(1)
    for (const row of kept) {
      const plain = JSON.stringify(await open(shop.services, row, shop.services.turns))
      for (const part of shown.flatMap((secret) => secret.split(/[/#]/)).filter((word) => word.length > 18)) {
        expect(plain).not.toContain(part)
      }
    }
  })

  /** Fields whose names look like secrets, and what they contain instead. */
  const harmless: Record<string, string> = {
    url: 'where an endpoint is, or a signed address that a GET shows again and that ends by itself',
    key: 'the short name of a term, a field or a choice',
    trackingTargetUrl: 'where a scan leads',
    optOutUrl: 'printed on the piece, and shown again with the item',
  }
  const sounding = /secret|token|password|link$|^key$|ur[il]$|recovery|otp/i

  test('is declared for every stored response with a field that looks like a secret', () => {
    const suspects = operations
      .filter(({ method, effect }) => method === 'POST' && (effect === 'write' || effect === 'process'))
      .flatMap((operation: Operation) =>
        stringsOf(operation.output)
          .filter((path) => sounding.test(path.split('.').at(-1)!))
          .filter((path) => path.split('.')[0] !== operation.shownOnce?.field)
          .map((path) => ({ operation: operation.id, path })),
      )
    expect(suspects.filter(({ path }) => harmless[path.split('.').at(-1)!] === undefined)).toEqual([])
  })
})

/** Returns the dotted names of a schema's text fields. */
// biome-ignore lint/suspicious/noExplicitAny: any schema
const stringsOf = (schema: any, path = ''): string[] => {
  if (!schema || typeof schema !== 'object') return []
  if (schema.pipe) return stringsOf({ ...schema.pipe[0] }, path)
  if (schema.wrapped) return stringsOf(schema.wrapped, path)
  if (schema.item) return stringsOf(schema.item, path)
  if (schema.options && schema.type !== 'picklist') {
    return schema.options.flatMap((option: unknown) => stringsOf(option, path))
  }
  if (schema.entries) {
    return Object.entries(schema.entries).flatMap(([name, entry]) =>
      stringsOf(entry, path ? `${path}.${name}` : name),
    )
  }
  return schema.type === 'string' ? [path] : []
}
