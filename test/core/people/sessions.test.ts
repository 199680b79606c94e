import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/core/engine/operation.ts'
import { suspendOrganisation } from '../../../src/core/features/organisations/manage.ts'
import { defaultConfig } from '../../../src/core/kernel/config.ts'
import { everyone, type WritableRows } from '../../../src/core/ports/store.ts'
import { browser, person } from '../../support/people.ts'
import type { PortalSession } from '../../support/portal.ts'
import { body, problem, reading, write } from '../../support/sample-operations.ts'
import { createTestShop, type TestCall, type TestShop } from '../../support/shop.ts'

const portal: Operation = { ...write, audience: 'portal' }
const own: Operation = { ...reading, audience: 'user', permission: 'authenticated' }
const change = ({ services }: TestShop, body: (rows: WritableRows) => Promise<unknown>) =>
  services.store.write(body)

describe('a portal session', () => {
  test.each<[string, Operation, number]>([
    ['operations that keys may call', write, 201],
    ['operations for users only', portal, 201],
    ['operations without an organisation', own, 200],
  ])('allows %s', async (_what, operation, status) => {
    const shop = await createTestShop()
    expect((await shop.call(operation, { body, session: await shop.portal() })).status).toBe(status)
  })

  test.each<[string, Operation]>([
    ['operations for users of an organisation', portal],
    ['operations for users alone', own],
  ])('%s do not exist for a key', async (_what, operation) => {
    const shop = await createTestShop()
    const answer = await shop.call(operation, { body })
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual(problem(answer, 'not_found', 'There is no such resource.'))
  })

  test('counts toward the limit of its user', async () => {
    const shop = await createTestShop()
    const [a, b] = [await shop.portal(), await shop.portal()]
    await shop.call(reading, { session: a })
    expect((await shop.call(reading, { session: a })).headers['RateLimit-Remaining']).toBe('598')
    expect((await shop.call(reading, { session: b })).headers['RateLimit-Remaining']).toBe('599')
  })

  test('returns its user', async () => {
    const shop = await createTestShop()
    const session = await shop.portal({ role: 'finance', email: 'ada@example.com' })
    expect((await shop.call('developers.whoami', { session, mode: 'test' })).body).toMatchObject({
      key: null,
      user: { id: session.user.id, email: 'ada@example.com' },
      mode: 'test',
      scopes: expect.arrayContaining(['billing.manage']),
    })
  })
})

describe('a session ends', () => {
  const cases: [string, (shop: TestShop, id: string, userId: string) => Promise<unknown>][] = [
    ['when it is removed', (shop, id) => change(shop, (rows) => rows.sessions.remove(everyone, { id }))],
    [
      'when its user is disabled',
      (shop, _id, userId) =>
        change(shop, (rows) => rows.users.update(everyone, userId, { status: 'DISABLED' })),
    ],
    [
      'when its user is removed',
      (shop, _id, userId) => change(shop, (rows) => rows.users.remove(everyone, { id: userId })),
    ],
  ]
  test.each(cases)('%s', async (_when, end) => {
    const shop = await createTestShop()
    const session = await shop.portal()
    expect((await shop.call(reading, { session })).status).toBe(200)
    await end(shop, session.id, session.user.id)
    const answer = await shop.call(reading, { session })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(
      problem(answer, 'session_invalid', 'You are not signed in, or your session has ended. Sign in again.'),
    )
  })

  test('30 days after it began, however often it is used', async () => {
    const shop = await createTestShop()
    const session = await shop.portal()
    for (let day = 0; day < 29; day++) {
      await shop.advance(86_400_000)
      expect((await shop.call(reading, { session })).status).toBe(200)
    }
    await shop.advance(86_400_000)
    expect((await shop.call(reading, { session })).status).toBe(401)
  })

  const { sessionIdleMinutes } = defaultConfig
  const minute = 60_000
  const ask = async (shop: TestShop, session: PortalSession) => (await shop.call(reading, { session })).status

  test.each([sessionIdleMinutes, 1, 480])('%d minutes after its last use', async (minutes) => {
    const shop = await createTestShop({ config: { sessionIdleMinutes: minutes } })
    const session = await shop.portal()
    for (let use = 0; use < 3; use++) {
      await shop.advance(minutes * 0.9 * minute)
      expect(await ask(shop, session)).toBe(200)
    }
    await shop.advance(minutes * minute)
    expect(await ask(shop, session)).toBe(401)
  })

  test.each<[string, string | Operation, Record<string, string>?]>([
    ...['events.list', 'session.get'].map((id): [string, string] => [id, id]),
    ['any operation, marked as automatic,', reading, { 'x-passive': 'true' }],
  ])('even if a page requests %s automatically', async (_what, operation, headers = {}) => {
    const shop = await createTestShop({ config: { sessionIdleMinutes } })
    const session = await shop.portal()
    for (let requests = 1; requests <= sessionIdleMinutes; requests++) {
      await shop.advance(minute)
      const { status } = await shop.call(operation, { session, headers })
      expect(status).toBe(requests < sessionIdleMinutes ? 200 : 401)
    }
  })

  test('and is no longer listed', async () => {
    const shop = await createTestShop({ config: { sessionIdleMinutes } })
    await person(shop, 'ada@example.com')
    const [old, now] = [browser(shop), browser(shop)]
    await old.signIn('ada@example.com')
    await shop.advance(sessionIdleMinutes * minute)
    await now.signIn('ada@example.com')
    expect((await now.call('sessions.list')).body.data).toMatchObject([{ current: true }])
  })

  test('and an unknown token is treated the same', async () => {
    const shop = await createTestShop()
    const answer = await shop.call(reading, { client: { sessionToken: 'lss_unknown' } })
    expect(answer.body.code).toBe('session_invalid')
  })
})

describe('a write with a session', () => {
  test.each<[string, TestCall['client'], number]>([
    ['from a page of the portal', { origin: 'own' }, 201],
    ['that another site sent', { origin: 'cross-site' }, 403],
    ['with the cookie alone', { origin: 'unproven' }, 403],
  ])('%s', async (_what, client, status) => {
    const shop = await createTestShop()
    const session = await shop.portal()
    const answer = await shop.call(write, { body, session, client: client! })
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.body.code).toBe('cross_site_refused')
    // Reading changes nothing, and another site cannot see the answer.
    expect((await shop.call(reading, { session, client: client! })).status).toBe(200)
  })

  test("ignores the browser's headers if it has a key", async () => {
    const shop = await createTestShop()
    const answer = await shop.call(write, { body, key: shop.keys.live, client: { origin: 'cross-site' } })
    expect(answer.status).toBe(201)
  })
})

describe('the permissions of roles', () => {
  test('refuse an operation without the permission', async () => {
    const shop = await createTestShop()
    const answer = await shop.call(write, { body, session: await shop.portal({ role: 'viewer' }) })
    expect(answer.body).toEqual(
      problem(
        answer,
        'insufficient_scope',
        'This operation needs the permission webhooks.manage, which your roles do not give you.',
      ),
    )
  })

  test.each<[string, (rows: WritableRows, userId: string) => Promise<unknown>]>([
    ['another role', (rows) => rows.members.updateWhere(everyone, {}, { roles: ['viewer'] })],
    ['no membership', (rows) => rows.members.remove(everyone, {})],
    ['a role with other permissions', (rows) => rows.roles.updateWhere(everyone, {}, { permissions: [] })],
  ])('take effect with the next request: %s', async (_what, update) => {
    const shop = await createTestShop()
    const session = await shop.portal({ permissions: ['webhooks.manage'] })
    expect((await shop.call(write, { body, session })).status).toBe(201)
    await change(shop, (rows) => update(rows, session.user.id))
    expect((await shop.call(write, { body, session })).status).toBe(403)
  })

  test('allow members of a suspended organisation to read but not to write', async () => {
    const shop = await createTestShop()
    const session = await shop.portal()
    await suspendOrganisation(shop.services, shop.organisation.id)
    expect((await shop.call(reading, { session })).status).toBe(200)
    expect((await shop.call(portal, { body, session })).body.code).toBe('organisation_suspended')
    const operator = await shop.portal({ operator: true })
    const operating: Operation = { ...write, permission: 'runs.manage' }
    expect((await shop.call(operating, { body, session: operator })).status).toBe(201)
  })
})

describe('the organisation and the mode of a session', () => {
  const several = async () => {
    const shop = await createTestShop()
    const session = await shop.portal()
    const { organisation } = await shop.another()
    await change(shop, async (rows) => {
      await rows.sessions.update(everyone, session.id, { organisationId: null })
      await rows.members.insert({
        id: 'mbr_2',
        organisationId: organisation.id,
        userId: session.user.id,
        roles: ['viewer'],
        isOwner: false,
        notices: null,
        createdAt: 0,
        updatedAt: 0,
      })
    })
    return { shop, session, other: organisation }
  }
  const shown = async (shop: TestShop, call: TestCall) => (await shop.call('organisation.get', call)).body.id

  test('default to the only organisation', async () => {
    const shop = await createTestShop()
    expect(await shown(shop, { session: await shop.portal() })).toBe(shop.organisation.id)
  })

  test('require a choice among several, each with its own roles', async () => {
    const { shop, session, other } = await several()
    expect(await shown(shop, { session, organisationId: other.id })).toBe(other.id)
    expect((await shop.call(write, { body, session, organisationId: other.id })).status).toBe(403)
    expect((await shop.call(write, { body, session, organisationId: shop.organisation.id })).status).toBe(201)
    const answer = await shop.call(reading, { session })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ parameter: 'X-Organisation-Id', location: 'header', code: 'required' }),
    ])
    expect((await shop.call(own, { session })).status).toBe(200)
  })

  test('answer alike for an unknown organisation and none at all', async () => {
    const shop = await createTestShop()
    const session = await shop.portal()
    const { organisation } = await shop.another()
    const answers = await Promise.all(
      [organisation.id, 'org_none'].map((organisationId) => shop.call(reading, { session, organisationId })),
    )
    expect(answers.map(({ body: { code, detail } }) => [code, detail])).toEqual(
      Array(2).fill([
        'insufficient_scope',
        'You do not belong to the organisation that X-Organisation-Id names.',
      ]),
    )
  })

  test('let an operator read every organisation, and change nothing without membership', async () => {
    const shop = await createTestShop()
    const session = await shop.portal({ operator: true })
    const { organisation } = await shop.another()
    expect(await shown(shop, { session, organisationId: organisation.id })).toBe(organisation.id)
    expect((await shop.call(write, { body, session, organisationId: organisation.id })).status).toBe(403)
    const operating: Operation = { ...write, permission: 'platform.admin' }
    expect((await shop.call(operating, { body, session, organisationId: organisation.id })).status).toBe(201)
    const member = await shop.portal({ role: 'owner' })
    expect((await shop.call(operating, { body, session: member })).status).toBe(403)
  })

  test.each<[string, string | undefined, number]>([
    ['live without a header', undefined, 200],
    ['the one in X-Mode', 'test', 200],
    ['an unknown one is refused', 'both', 422],
  ])('resolve the mode: %s', async (_what, mode, status) => {
    const shop = await createTestShop()
    const session = await shop.portal()
    const answer = await shop.call('developers.whoami', { session, ...(mode ? { mode } : {}) })
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.body.mode).toBe(mode ?? 'live')
    else expect(answer.body.errors[0]).toMatchObject({ parameter: 'X-Mode', location: 'header' })
  })

  test('let test mode write shared data, and restrict the test clock to test mode', async () => {
    const shop = await createTestShop()
    const session = await shop.portal()
    expect((await shop.call({ ...write, shared: true }, { body, session, mode: 'test' })).status).toBe(201)
    const testOnly: Operation = { ...write, audience: 'test' }
    expect((await shop.call(testOnly, { body, session })).body.detail).toBe(
      'This operation works in test mode only. Send X-Mode: test.',
    )
    expect((await shop.call(testOnly, { body, session, mode: 'test' })).status).toBe(201)
  })

  test('refuse an X-Mode that differs from the mode of a key', async () => {
    const shop = await createTestShop()
    expect((await shop.call(reading, { mode: 'live' })).status).toBe(200)
    expect((await shop.call(reading, { mode: 'test' })).body.detail).toBe(
      'This is a live key; X-Mode names another mode.',
    )
  })
})
