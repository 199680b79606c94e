import { beforeEach, describe, expect, test } from 'vitest'
import { operations } from '../../../src/core/app/operations.ts'
import type { Operation } from '../../../src/core/engine/operation.ts'
import { newSetupLink } from '../../../src/core/features/people/administration/user-admin.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { browser, password, person, tokenIn } from '../../support/people.ts'
import { enrol } from '../../support/second-factor.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
const email = 'ada@example.com'
const signedIn = async (address = email) => {
  const own = browser(shop)
  await own.signIn(address)
  return own
}
beforeEach(async () => {
  shop = await createTestShop({ config: { requireSecondFactor: true } })
})

describe('on an instance that requires a second factor', () => {
  test.each<[string, Parameters<typeof person>[2], string[], boolean]>([
    ['an owner', { roles: ['owner'] }, [], true],
    ['an operator', { roles: [] }, ['runs.manage'], true],
    ['an administrator', { roles: ['admin'] }, [], false],
    ['a viewer', { roles: ['viewer'] }, [], false],
  ])('%s must set one up: %s', async (_who, options, operatorScopes, isRequired) => {
    const user = await person(shop, email, options)
    await shop.services.store.write((rows) => rows.users.update(everyone, user.id, { operatorScopes }))
    const own = await signedIn()
    expect((await own.call('session.get')).body.secondFactorMissing).toBe(isRequired)
    expect((await own.call('secondFactor.get')).body.required).toBe(isRequired)
    expect((await own.call('organisations.list')).status).toBe(isRequired ? 403 : 200)
  })

  test('a session can only set one up, and says how', async () => {
    await person(shop, email)
    const own = await signedIn()
    const refused = await own.call('developers.createKey', {
      name: 'Shop',
      mode: 'live',
      scopes: ['items.read'],
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_not_set_up'])
    expect(refused.body.detail).toMatch(/POST \/v1\/profile\/second-factor/)
    await enrol(shop, own)
    const created = await own.call('developers.createKey', {
      name: 'Shop',
      mode: 'live',
      scopes: ['items.read'],
    })
    expect(created.status).toBe(201)
    expect((await own.call('session.get')).body.secondFactorMissing).toBe(false)
  })

  test('these operations work without one, and all others are refused before validation', async () => {
    await person(shop, email)
    const own = await signedIn()
    const free = operations
      .filter((operation: Operation) => operation.withoutSecondFactor)
      .map(({ id }) => id)
    expect(free.sort()).toEqual([
      'secondFactor.begin',
      'secondFactor.confirm',
      'secondFactor.get',
      'session.get',
      'session.remove',
    ])
    for (const { id, effect } of operations as readonly Operation[]) {
      if (effect === 'public' || free.includes(id as (typeof free)[number])) continue
      const { status, body } = await own.call(id, { nonsense: true })
      expect([id, status, body.code]).toEqual([id, 403, 'second_factor_not_set_up'])
    }
  })

  test('a user who becomes an owner must have one from the next request on', async () => {
    await person(shop, 'boss@example.com')
    const boss = await signedIn('boss@example.com')
    await enrol(shop, boss)
    await person(shop, email, { roles: ['viewer'] })
    const own = await signedIn()
    expect((await own.call('organisations.list')).status).toBe(200)
    const members = (await boss.call('members.list')).body.data
    const { id } = members.find(({ user }: { user: { email: string } }) => user.email === email)
    expect((await boss.call('members.patch', { roles: ['owner'] }, { id })).status).toBe(200)
    expect((await own.call('organisations.list')).body.code).toBe('second_factor_not_set_up')
  })

  test('a user who disables it must set up another one', async () => {
    await person(shop, email)
    const own = await signedIn()
    const phone = await enrol(shop, own)
    const off = { currentPassword: password, code: phone.next() }
    expect((await own.call('secondFactor.turnOff', off)).status).toBe(204)
    expect((await own.call('organisations.list')).body.code).toBe('second_factor_not_set_up')
  })

  test('such a session accepts no invitation', async () => {
    shop.mailer.available = false
    const { organisation } = await shop.another()
    await person(shop, 'boss@example.com', { organisationId: organisation.id })
    const boss = await signedIn('boss@example.com')
    await enrol(shop, boss)
    const { id } = await person(shop, email, { roles: ['viewer'] })
    const operatorScopes = ['runs.manage']
    await shop.services.store.write((rows) => rows.users.update(everyone, id, { operatorScopes }))
    const invited = await boss.call('invitations.create', { email, roles: ['viewer'] })
    const own = await signedIn()
    const accept = () => own.call('invitations.accept', { token: tokenIn(invited.body.link) })
    expect((await accept()).body.code).toBe('second_factor_not_set_up')
    await enrol(shop, own)
    expect((await accept()).status).toBe(201)
  })

  test('API keys still work', async () => {
    expect((await shop.call('items.list')).status).toBe(200)
  })

  test('the first user of an instance sets one up before anything else', async () => {
    const first = browser(shop)
    const token = tokenIn((await newSetupLink(shop.services))!)
    const made = await first.call('setup.create', { token, email, name: 'Ada', password })
    expect(made.body.secondFactorMissing).toBe(true)
    await enrol(shop, first)
    expect((await first.call('organisations.list')).status).toBe(200)
  })
})
