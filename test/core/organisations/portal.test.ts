import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { reading } from '../../support/sample-operations.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

describe('organisations', () => {
  test('are listed for their members, and all of them for operators', async () => {
    await shop.another()
    const member = await shop.portal()
    const operator = await shop.portal({ operator: true })
    const names = async (session: typeof member) =>
      (await shop.call('organisations.list', { session, query: 'sort=name&include=total' })).body
    expect(await names(member)).toMatchObject({ totalCount: 1, data: [{ name: 'Kaas & Co' }] })
    expect(await names(operator)).toMatchObject({
      totalCount: 2,
      data: [{ name: 'Another' }, { name: 'Kaas & Co' }],
    })
    const [another] = (await names(operator)).data
    const query = `filter[id][in]=${another.id},org_none`
    const byId = async (session: typeof member) =>
      (await shop.call('organisations.list', { session, query })).body.data
    expect(await byId(operator)).toMatchObject([{ name: 'Another' }])
    expect(await byId(member)).toEqual([])
  })

  test('are created by operators, who own them until they leave', async () => {
    const body = { name: 'Brood BV', country: 'BE' }
    const refused = await shop.call('organisations.create', { session: await shop.portal(), body })
    expect(refused.body.code).toBe('insufficient_scope')
    const session = await shop.portal({ operator: true })
    const { id } = (await shop.call('organisations.create', { session, body })).body
    expect((await shop.call('organisation.get', { session, organisationId: id })).body.country).toBe('BE')
    const leave = () => shop.call('organisations.leave', { session, params: { id } })
    expect((await leave()).body.code).toBe('invalid_state')
    await shop.portal({ organisationId: id })
    expect((await leave()).status).toBe(204)
    expect((await leave()).status).toBe(404)
  })

  test('can be selected for a session', async () => {
    const session = await shop.portal({ operator: true })
    const { organisation } = await shop.another()
    const { id } = organisation
    const switched = await shop.call('organisations.switch', { session, params: { id } })
    expect(switched.body.organisationId).toBe(id)
    expect((await shop.call('organisation.get', { session })).body.id).toBe(id)
    const member = await shop.portal()
    for (const strange of [id, 'org_none']) {
      const answer = await shop.call('organisations.switch', { session: member, params: { id: strange } })
      expect(answer.status).toBe(404)
    }
  })

  test('cannot be selected by a removed member', async () => {
    const session = await shop.portal()
    await shop.services.store.write((rows) => rows.members.remove(everyone, {}))
    expect((await shop.call(reading, { session })).body.detail).toBe('You do not belong to an organisation.')
  })
})

describe('an operator', () => {
  test('suspends and resumes with immediate effect', async () => {
    const session = await shop.portal({ operator: true })
    const params = { id: shop.organisation.id }
    const write = () => shop.call('advertisingCategories.create', { body: { label: 'Bread' } })
    expect((await shop.call('organisations.suspend', { session, params })).body.status).toBe('SUSPENDED')
    expect((await write()).body.code).toBe('organisation_suspended')
    expect((await shop.call('organisations.suspend', { session, params })).body.code).toBe('invalid_state')
    expect((await shop.call('organisations.resume', { session, params })).body.status).toBe('ACTIVE')
    expect((await write()).status).toBe(201)
  })

  test('gives a reason that members see and the audit log keeps', async () => {
    const session = await shop.portal({ operator: true })
    const member = await shop.portal()
    const params = { id: shop.organisation.id }
    const suspend = (body?: unknown) => shop.call('organisations.suspend', { session, params, body })
    const reason = 'Two invoices are overdue.'
    expect((await suspend({ reason })).body).toMatchObject({ status: 'SUSPENDED', suspensionReason: reason })
    expect((await shop.call('organisation.get', { session: member })).body.suspensionReason).toBe(reason)
    expect((await shop.call('session.get', { session: member })).body.organisation).toEqual({
      id: shop.organisation.id,
      name: 'Kaas & Co',
      status: 'SUSPENDED',
      suspensionReason: reason,
      billingMode: 'PREPAID',
      timeZone: 'UTC',
      country: 'NL',
      isMember: true,
    })
    const resumed = await shop.call('organisations.resume', { session, params })
    expect(resumed.body.suspensionReason).toBeNull()
    const log = await shop.call('auditLog.list', {
      session: member,
      query: 'filter[resource]=organisation&sort=createdAt&filter[actorType]=USER',
    })
    expect(log.body.data).toMatchObject([
      { operation: 'organisations.suspend', after: { status: 'SUSPENDED', suspensionReason: reason } },
      { operation: 'organisations.resume', before: { suspensionReason: reason } },
    ])
    expect((await suspend({})).body).toMatchObject({ status: 'SUSPENDED', suspensionReason: null })
  })

  test.each([
    ['a', 200],
    ['a'.repeat(500), 200],
    ['', 422],
    ['a'.repeat(501), 422],
  ])('gives a suspension reason of 1 to 500 characters: %#', async (reason, status) => {
    const session = await shop.portal({ operator: true })
    const params = { id: shop.organisation.id }
    expect((await shop.call('organisations.suspend', { session, params, body: { reason } })).status).toBe(
      status,
    )
  })

  test('who views another organisation is shown as no member', async () => {
    const session = await shop.portal({ operator: true })
    const { organisation } = await shop.another()
    const switched = await shop.call('organisations.switch', { session, params: { id: organisation.id } })
    expect(switched.body).toMatchObject({
      organisations: [],
      organisation: { name: 'Another', status: 'ACTIVE', suspensionReason: null, isMember: false },
    })
  })

  test('sets limits that apply to the next request', async () => {
    const session = await shop.portal({ operator: true })
    const patch = (rateLimits: object) =>
      shop.call('organisations.patchLimits', {
        session,
        params: { id: shop.organisation.id },
        body: { rateLimits },
      })
    const limited = async () => (await shop.call(reading)).headers['RateLimit-Limit']
    expect((await patch({ general: 7 })).body).toMatchObject({
      rateLimits: { general: 7 },
      overrides: { general: 7 },
    })
    expect(await limited()).toBe('7')
    expect((await patch({ general: null })).body).toMatchObject({
      rateLimits: { general: 600 },
      overrides: {},
    })
    expect(await limited()).toBe('600')
    expect(
      (await patch({ general: 0, walks: 1 })).body.errors
        .map((e: { parameter: string }) => e.parameter)
        .sort(),
    ).toEqual(['rateLimits.general', 'rateLimits.walks'])
    const shown = await shop.call('organisations.limits', { session, params: { id: shop.organisation.id } })
    expect(shown.body.rateLimits.itemCreate).toBe(3000)
  })

  test.each(['suspend', 'resume', 'limits', 'patchLimits'])(
    'is required for %s, and only finds existing organisations',
    async (verb) => {
      const body = verb === 'patchLimits' ? { rateLimits: {} } : undefined
      const call = async (session: Awaited<ReturnType<TestShop['portal']>>, id: string) =>
        (await shop.call(`organisations.${verb}`, { session, params: { id }, body })).status
      expect(await call(await shop.portal(), shop.organisation.id)).toBe(403)
      expect(await call(await shop.portal({ operator: ['runs.manage'] }), shop.organisation.id)).toBe(403)
      expect(await call(await shop.portal({ operator: true }), 'org_none')).toBe(404)
    },
  )

  test('a user of a suspended organisation can still sign out', async () => {
    const operator = await shop.portal({ operator: true })
    const member = await shop.portal()
    await shop.call('organisations.suspend', { session: operator, params: { id: shop.organisation.id } })
    expect((await shop.call('session.remove', { session: member })).status).toBe(204)
  })
})

test('idempotent responses are stored per user, not per organisation', async () => {
  const [a, b] = [
    await shop.portal({ operator: true, role: 'owner' }),
    await shop.portal({ operator: true, role: 'owner' }),
  ]
  const make = (session: typeof a) =>
    shop.call('organisations.create', { session, body: { name: 'Twice' }, idempotencyKey: 'one' })
  const first = (await make(a)).body.id
  expect((await make(a)).body.id).toBe(first)
  expect((await make(b)).body.id).not.toBe(first)
})
