import { beforeEach, describe, expect, test } from 'vitest'
import { maxRoles } from '../../../src/core/features/people/schema.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let owner: PortalSession
beforeEach(async () => {
  shop = await createTestShop()
  owner = await shop.portal({ email: 'owner@example.com' })
})

const memberId = async (session: PortalSession): Promise<string> => {
  const query = { 'filter[userId]': session.user.id }
  return (await shop.call('members.list', { session: owner, query })).body.data[0].id
}
const patch = async (by: PortalSession, whom: PortalSession, roles: string[]) =>
  shop.call('members.patch', { session: by, params: { id: await memberId(whom) }, body: { roles } })
const remove = async (by: PortalSession, whom: PortalSession) =>
  shop.call('members.remove', { session: by, params: { id: await memberId(whom) } })

describe('members', () => {
  test('are listed with their users and roles', async () => {
    await shop.portal({ role: ['developer', 'finance'], email: 'dev@example.com' })
    const { body } = await shop.call('members.list', { session: owner, query: 'include=total' })
    expect(body.totalCount).toBe(2)
    expect(body.data).toMatchObject([
      { user: { email: 'owner@example.com', status: 'ACTIVE' }, roles: ['owner'] },
      { user: { email: 'dev@example.com' }, roles: ['developer', 'finance'] },
    ])
    const id = body.data[1].id
    expect((await shop.call('members.get', { session: owner, params: { id } })).body).toEqual(body.data[1])
  })

  test('of another organisation are not found', async () => {
    const { organisation } = await shop.another()
    const stranger = await shop.portal({ organisationId: organisation.id })
    const id = await memberId(owner)
    for (const [operation, body] of [
      ['members.get'],
      ['members.remove'],
      ['members.patch', { roles: ['viewer'] }],
    ] as const) {
      expect((await shop.call(operation, { session: stranger, params: { id }, body })).status).toBe(404)
    }
  })

  test.each<[string, string, string[], number]>([
    ['an owner creates an owner', 'owner', ['owner'], 200],
    ['an administrator creates an editor', 'admin', ['editor'], 200],
    ['an administrator creates no owner', 'admin', ['owner'], 403],
    ['an administrator grants no billing permissions', 'admin', ['finance'], 403],
    ['an editor changes no member', 'editor', ['viewer'], 403],
    ['an unknown role', 'owner', ['viewer', 'boss'], 422],
    ['no role', 'owner', [], 422],
  ])('%s', async (_what, role, roles, status) => {
    const by = await shop.portal({ role })
    const whom = await shop.portal({ role: 'viewer' })
    const answer = await patch(by, whom, roles)
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.body.roles).toEqual(roles)
  })

  test('an administrator neither demotes nor removes an owner', async () => {
    const admin = await shop.portal({ role: 'admin' })
    await shop.portal()
    expect((await patch(admin, owner, ['viewer'])).status).toBe(403)
    expect((await remove(admin, owner)).status).toBe(403)
  })

  test('the last owner cannot leave, even if two leave concurrently', async () => {
    for (const answer of [await patch(owner, owner, ['viewer']), await remove(owner, owner)]) {
      expect(answer.body).toMatchObject({
        code: 'invalid_state',
        detail: 'This is the organisation’s last owner. Make another member an owner first.',
      })
    }
    const second = await shop.portal()
    const answers = await Promise.all([remove(owner, second), remove(second, owner)])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  test('a removed member has no access from that response on', async () => {
    const editor = await shop.portal({ role: 'editor' })
    expect((await shop.call('templates.list', { session: editor })).status).toBe(200)
    expect((await remove(owner, editor)).status).toBe(204)
    expect((await shop.call('templates.list', { session: editor })).status).toBe(403)
    expect((await shop.call('session.get', { session: editor })).body.organisations).toEqual([])
  })
})

describe('roles', () => {
  const create = (session: PortalSession, permissions: string[], name = 'Packer') =>
    shop.call('roles.create', { session, body: { name, permissions } })

  test('built-in ones are listed first; custom ones are created, changed and deleted', async () => {
    const made = await create(owner, ['items.read', 'items.write', 'items.read'])
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Packer', builtIn: false, permissions: ['items.read', 'items.write'] },
    })
    const listed = await shop.call('roles.list', { session: owner })
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([
      'owner',
      'admin',
      'developer',
      'editor',
      'approver',
      'finance',
      'viewer',
      made.body.id,
    ])
    const packer = await shop.portal({ role: made.body.id })
    expect((await shop.call('items.list', { session: packer })).status).toBe(200)
    const changed = {
      session: owner,
      params: { id: made.body.id },
      body: { permissions: ['templates.read'] },
    }
    expect((await shop.call('roles.patch', changed)).status).toBe(200)
    expect((await shop.call('items.list', { session: packer })).status).toBe(403)
    expect((await shop.call('templates.list', { session: packer })).status).toBe(200)
    const params = { id: made.body.id }
    expect((await shop.call('roles.remove', { session: owner, params })).body.code).toBe('still_referenced')
    await remove(owner, packer)
    expect((await shop.call('roles.remove', { session: owner, params })).status).toBe(204)
  })

  test.each<[string, string[], number]>([
    ['an unknown permission', ['items.eat'], 422],
    ['an operator’s permission', ['platform.admin'], 422],
    ['none', [], 422],
    ['a permission that the caller lacks', ['billing.manage'], 403],
  ])('with %s are refused', async (_what, permissions, status) => {
    expect((await create(await shop.portal({ role: 'admin' }), permissions)).status).toBe(status)
  })

  test('a user cannot raise their own role above their permissions', async () => {
    const role = (await create(owner, ['members.manage', 'organisation.read'])).body.id
    const manager = await shop.portal({ role })
    const answer = await shop.call('roles.patch', {
      session: manager,
      params: { id: role },
      body: { permissions: ['members.manage', 'billing.manage'] },
    })
    expect(answer.status).toBe(403)
  })

  test.each(['patch', 'remove'])('built-in ones are not found by %s', async (verb) => {
    const body = verb === 'patch' ? { name: 'Boss' } : undefined
    const answer = await shop.call(`roles.${verb}`, { session: owner, params: { id: 'owner' }, body })
    expect(answer.status).toBe(404)
  })

  test(`an organisation has at most ${maxRoles} custom ones`, async () => {
    for (let n = 0; n < maxRoles; n++) expect((await create(owner, ['items.read'], `R${n}`)).status).toBe(201)
    expect((await create(owner, ['items.read'])).body.code).toBe('invalid_state')
  })
})

test('a profile’s name changes', async () => {
  const answer = await shop.call('profile.patch', { session: owner, body: { name: ' Grace ' } })
  expect(answer.body).toMatchObject({ name: 'Grace', email: 'owner@example.com' })
  expect((await shop.call('session.get', { session: owner })).body.user.name).toBe('Grace')
})

test.each([
  [{}, null],
  [{ language: 'fr' }, 'fr'],
  [{ language: 'fr', name: 'Grace' }, 'fr'],
  [{ language: null }, null],
])('a profile changed by %j has the language %s, and its other values', async (body, language) => {
  const change = (body: object) => shop.call('profile.patch', { session: owner, body })
  if ('language' in body && body.language === null) await change({ language: 'de' })
  const answer = await change(body)
  expect(answer).toMatchObject({ status: 200, body: { email: 'owner@example.com', ...body, language } })
  expect((await shop.call('session.get', { session: owner })).body.user.language).toBe(language)
  await change({ name: 'Hopper' })
  expect((await shop.call('session.get', { session: owner })).body.user).toMatchObject({
    name: 'Hopper',
    language,
  })
})

test.each(['es', 'de-AT', '', 7])('a profile’s language cannot be %j', async (language) => {
  const answer = await shop.call('profile.patch', { session: owner, body: { language } })
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ parameter: 'language' }] } })
})
