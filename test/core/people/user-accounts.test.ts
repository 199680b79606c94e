import { beforeEach, describe, expect, test } from 'vitest'
import { operatorScopes } from '../../../src/core/engine/access/permissions.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { browser, password, person, tokenIn } from '../../support/people.ts'
import { enrol } from '../../support/second-factor.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let olaf: ReturnType<typeof browser>

/** Creates an operator without an organisation who signed in with a password in a browser. */
const operator = async (email: string, scopes: string[] = [...operatorScopes]) => {
  const { id } = await person(shop, email, { roles: [] })
  await shop.services.store.write((rows) => rows.users.update(everyone, id, { operatorScopes: scopes }))
  const own = browser(shop)
  await own.signIn(email)
  return { id, own }
}

beforeEach(async () => {
  shop = await createTestShop({ clock: '2026-01-05T08:00:00Z' })
  shop.mailer.available = false
  olaf = (await operator('olaf@example.com')).own
})

const email = 'vera@example.com'
const proof = { currentPassword: password }
const create = (body: object, from = olaf) =>
  from.call('users.create', { email, organisationId: shop.organisation.id, ...proof, ...body })
const act = (operation: string, id: string, body: object = proof, from = olaf) =>
  from.call(`users.${operation}`, /able$/.test(operation) ? undefined : body, { id })
const logged = async (resource: string) => {
  const answer = await shop.call('auditLog.platform', {
    session: await shop.portal({ operator: true }),
    query: `filter[resource]=${resource}&filter[actorType][in]=USER,PUBLIC&sort=createdAt`,
  })
  return answer.body.data
}

describe('creating a user', () => {
  test('adds a member, with a link that sets the password', async () => {
    const made = await create({ name: 'Vera', roles: ['editor'] })
    expect(made).toMatchObject({
      status: 201,
      headers: { Location: `/v1/platform/users/${made.body.id}` },
      body: {
        email,
        name: 'Vera',
        status: 'ACTIVE',
        operatorScopes: [],
        emailVerified: false,
        secondFactorEnabled: false,
        lastSignInAt: null,
        mailed: false,
        permissions: expect.arrayContaining(['items.write']),
        link: expect.stringContaining('/portal/reset-password#'),
      },
    })
    const vera = browser(shop)
    const token = tokenIn(made.body.link)
    expect((await vera.call('passwordReset.confirm', { token, password: 'a password of mine' })).status).toBe(
      201,
    )
    const shown = await act('get', made.body.id)
    expect(shown.body.organisations).toEqual([
      { id: shop.organisation.id, name: 'Kaas & Co', status: 'ACTIVE', roles: ['editor'] },
    ])
    expect((await logged('user'))[0]).toMatchObject({
      actor: { type: 'USER', name: 'olaf@example.com' },
      operation: 'users.create',
      action: 'CREATED',
      resourceId: made.body.id,
      after: { email: '[hidden]' },
    })
  })

  test('adds an operator, by mail if a mail server is configured', async () => {
    shop.mailer.available = true
    const made = await create({ organisationId: undefined, operator: true })
    expect(made.body).toMatchObject({
      operatorScopes: [...operatorScopes],
      permissions: [],
      link: null,
      mailed: true,
    })
    await shop.settle()
    expect(shop.mailer.sent.map(({ to }) => to)).toEqual([email])
  })

  test('happens once: a repeated call returns no link', async () => {
    const twice = () =>
      shop.call('users.create', {
        client: olaf.client,
        body: { email, organisationId: shop.organisation.id, ...proof },
        idempotencyKey: 'one',
      })
    const first = await twice()
    expect((await twice()).body).toMatchObject({
      id: first.body.id,
      link: null,
      notice: 'The link was shown once. Create another with users.resetLink.',
    })
  })

  test('accepts the address of an existing account only if that is confirmed', async () => {
    await person(shop, email, { roles: [] })
    const refused = await create({})
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(refused.body.detail).toContain('confirm with `existing: true`')
    expect(await create({ existing: true })).toMatchObject({ status: 201, body: { link: null } })
    expect((await create({ existing: true })).body.detail).toContain(
      'is already a member of this organisation',
    )
    expect((await create({ email: 'none@example.com', existing: true })).status).toBe(404)
    expect((await create({ email: 'none@example.com', organisationId: 'org_none' })).status).toBe(404)
  })

  test.each([
    [{ organisationId: undefined }, ['organisationId']],
    [{ email: 'vera', organisationId: undefined }, ['email', 'organisationId']],
    [{ currentPassword: 'not my password' }, ['currentPassword']],
    [{ currentPassword: undefined, name: '' }, ['name', 'currentPassword']],
    [{ roles: ['tsar'] }, ['roles[0]']],
    [{ roles: [], password: 'a password of mine' }, ['roles', 'password']],
  ])('refuses %j by name', async (body, parameters) => {
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual(
      [...parameters].sort(),
    )
    expect((await olaf.call('users.list')).body.data).toHaveLength(1)
  })

  test.each([
    ['name', 120],
    ['email', 254],
  ])('limits the %s to %i characters', async (field, most) => {
    const text = (length: number) =>
      field === 'name' ? 'a'.repeat(length) : `a@${'b'.repeat(length - 6)}.com`
    expect((await create({ [field]: text(most) })).status).toBe(201)
    const longer = await create({ email: 'other@example.com', [field]: text(most + 1) })
    expect(longer).toMatchObject({ status: 422, body: { errors: [{ parameter: field }] } })
  })
})

describe('users', () => {
  test('are listed, the oldest first, and found by address and status', async () => {
    shop.clock.advance(1000)
    const { id } = await person(shop, email)
    const list = async (query = '') =>
      (await shop.call('users.list', { client: olaf.client, query })).body.data.map(
        (user: { email: string }) => user.email,
      )
    expect(await list()).toEqual(['olaf@example.com', email])
    expect(await list(`filter[email]=${email}`)).toEqual([email])
    await act('disable', id)
    expect(await list('filter[status]=DISABLED')).toEqual([email])
    expect((await act('get', 'usr_none')).status).toBe(404)
  })

  test('are found by part of the name or address, regardless of case, even after the name has changed', async () => {
    const found = async (text: string) =>
      (
        await shop.call('users.list', { client: olaf.client, query: { 'filter[search][contains]': text } })
      ).body.data.map((user: { email: string }) => user.email)
    await create({ name: 'Éva van Dam' })
    expect(await found('éVA V')).toEqual([email])
    expect(await found('VERA@')).toEqual([email])
    expect(await found('example.com')).toEqual(['olaf@example.com', email])
    expect(await found('nobody')).toEqual([])
    await olaf.call('profile.patch', { name: 'Olaf Öst' })
    expect(await found('öst')).toEqual(['olaf@example.com'])
  })

  test('are disabled, which signs them out, and enabled', async () => {
    const { id } = await person(shop, email)
    const vera = browser(shop)
    await vera.signIn(email)
    expect((await act('disable', id)).body.status).toBe('DISABLED')
    expect((await vera.call('session.get')).status).toBe(401)
    expect((await vera.signIn(email)).status).toBe(401)
    expect((await act('resetLink', id)).body.detail).toBe('vera@example.com is disabled.')
    expect((await act('enable', id)).body.status).toBe('ACTIVE')
    expect((await vera.signIn(email)).status).toBe(201)
  })

  test('get a password link whose creation and use are logged', async () => {
    const { id } = await person(shop, email)
    const made = await act('resetLink', id)
    expect(made.body).toMatchObject({ expiresAt: '2026-01-05T10:00:00.000Z' })
    const used = await browser(shop).call('passwordReset.confirm', {
      token: tokenIn(made.body.link),
      password: 'a password of mine',
    })
    expect(used.status).toBe(201)
    expect(await logged('resetLink')).toMatchObject([
      { operation: 'users.resetLink', action: 'CREATED', after: { userId: id } },
      { operation: 'passwordReset.confirm', action: 'REMOVED', before: { userId: id } },
    ])
  })

  test('lose a second factor that they can no longer use', async () => {
    const { id } = await person(shop, email)
    expect((await act('resetSecondFactor', id)).body.detail).toBe(`${email} has no second factor.`)
    const vera = browser(shop)
    await vera.signIn(email)
    await enrol(shop, vera)
    expect((await act('resetSecondFactor', id)).body.secondFactorEnabled).toBe(false)
    expect((await vera.call('session.get')).status).toBe(401)
    expect((await browser(shop).signIn(email)).status).toBe(201)
  })

  test('become operators after a reset, and stop being operators', async () => {
    const { id } = await person(shop, email)
    const vera = browser(shop)
    await vera.signIn(email)
    const scopes = (body: object) => act('setOperatorScopes', id, { ...proof, ...body })
    expect((await scopes({ scopes: ['runs.manage'] })).body.detail).toContain('confirm with `existing: true`')
    const given = await scopes({ scopes: ['runs.manage', 'runs.manage'], existing: true })
    expect(given.body).toMatchObject({ operatorScopes: ['runs.manage'], mailed: false })
    expect(given.body.link).toContain('/portal/reset-password#')
    expect((await vera.call('session.get')).status).toBe(401)
    const taken = await scopes({ scopes: [] })
    expect(taken.body.operatorScopes).toEqual([])
    for (const body of [
      { scopes: ['items.read'] },
      { scopes: Array(operatorScopes.length + 1).fill('runs.manage') },
      {},
    ]) {
      expect(await scopes(body)).toMatchObject({ status: 422 })
    }
  })
})

const steps = [
  ['setOperatorScopes', { ...proof, scopes: [], existing: true }],
  ['resetLink', proof],
  ['resetSecondFactor', proof],
  ['disable', {}],
  ['enable', {}],
] as const

describe.each(steps)('users.%s', (operation, body) => {
  test('cannot be used on oneself, nor on an operator with more permissions', async () => {
    const less = await operator('less@example.com', ['platform.admin'])
    const more = await operator('more@example.com')
    expect(await act(operation, less.id, body, less.own)).toMatchObject({
      status: 409,
      body: { detail: 'This is your own account. Ask another operator to change it.' },
    })
    expect(await act(operation, more.id, body, less.own)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('runs.manage') },
    })
    expect((await act(operation, 'usr_none', body)).status).toBe(404)
  })
})

test('an operator grants only scopes that they have', async () => {
  const { own } = await operator('less@example.com', ['platform.admin'])
  const { id } = await person(shop, email)
  const scopes = { ...proof, scopes: ['runs.manage'], existing: true }
  expect((await act('setOperatorScopes', id, scopes, own)).status).toBe(403)
  expect((await create({ email: 'new@example.com', operator: true }, own)).status).toBe(403)
})

test('operations that grant access require the code too if the operator has a second factor', async () => {
  const { id } = await person(shop, email)
  const phone = await enrol(shop, olaf)
  expect((await act('resetLink', id)).body.errors).toMatchObject([{ parameter: 'code', code: 'required' }])
  const wrong = await act('resetLink', id, { currentPassword: 'not my password', code: phone.next() })
  expect(wrong.body.errors).toMatchObject([{ parameter: 'currentPassword', code: 'wrong' }])
  expect((await act('resetLink', id, { ...proof, code: phone.next() })).status).toBe(200)
})

test.each(['users.list', 'users.get', 'users.create', ...steps.map(([verb]) => `users.${verb}`)])(
  '%s is for operators with platform.admin',
  async (operation) => {
    const { id } = await person(shop, 'other@example.com')
    const params = /list|create/.test(operation) ? {} : { params: { id } }
    const body = /list|get$|able$/.test(operation) ? {} : { body: { ...proof, email, scopes: [] } }
    const runs = await shop.portal({ operator: ['runs.manage'] })
    for (const session of [await shop.portal(), runs]) {
      expect((await shop.call(operation, { session, ...params, ...body })).status).toBe(403)
    }
    const key = await shop.key('live', ['platform.admin'])
    expect((await shop.call(operation, { key, ...params, ...body })).status).toBe(404)
  },
)
