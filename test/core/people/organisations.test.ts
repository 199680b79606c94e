import { beforeEach, describe, expect, test } from 'vitest'
import { memoryCode } from '../../../src/adapters/memory/sign-in.ts'
import { newKey } from '../../../src/core/features/developers/keys.ts'
import { recoveryCodeCount } from '../../../src/core/features/people/accounts/second-factor.ts'
import { createAccount, newSetupLink } from '../../../src/core/features/people/administration/user-admin.ts'
import { newMember } from '../../../src/core/features/people/membership/members.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { browser, password, person, tokenIn } from '../../support/people.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const email = 'ada@example.com'

let shop: TestShop
/** Three organisations, named by the order of their ids, in which transactions lock them. */
let first: string
let second: string
let third: string
beforeEach(async () => {
  shop = await createTestShop()
  shop.mailer.available = false
  first = shop.organisation.id
  second = (await shop.another()).organisation.id
  third = (await shop.another()).organisation.id
  expect([first, second, third].toSorted()).toEqual([first, second, third])
})

const ids = (): Record<string, string> => ({ first, second, third })

/** A user who is an administrator of these organisations. */
const memberOf = async (...names: string[]) => {
  const user = await person(shop, email, { roles: [] })
  await shop.services.store.write(async (rows) => {
    for (const name of names) {
      await rows.members.insert(
        newMember(shop.services, { organisationId: ids()[name]! }, user.id, ['admin']),
      )
    }
  })
  return user
}

const invitedTo = async (name: string): Promise<string> => {
  const session = await shop.portal({ organisationId: ids()[name]! })
  const body = { email, roles: ['viewer'] }
  return tokenIn((await shop.call('invitations.create', { session, body })).body.link)
}

const names = ['first', 'second', 'third']

describe('a member of other organisations', () => {
  describe.each(names)('accepts an invitation to the %s', (joined) => {
    const others = names.filter((name) => name !== joined)

    test.each<[string, object, boolean]>([
      ['signed in', {}, true],
      ['with the password', { password }, false],
    ])('%s', async (_how, given, signsIn) => {
      await memberOf(...others)
      const token = await invitedTo(joined)
      const ada = browser(shop)
      if (signsIn) await ada.signIn(email)
      const { status, body } = await ada.call('invitations.accept', { token, ...given })
      expect([status, body.organisationId]).toEqual([201, ids()[joined]])
      expect(body.organisations.map(({ id }: { id: string }) => id).toSorted()).toEqual([
        first,
        second,
        third,
      ])
    })
  })

  test.each(names)('as an operator can open the %s, with or without membership', async (looked) => {
    const { id } = await memberOf('second')
    await shop.services.store.write((rows) =>
      rows.users.update(everyone, id, { operatorScopes: ['runs.manage'] }),
    )
    const ada = browser(shop)
    await ada.signIn(email)
    const switched = await ada.call('organisations.switch', undefined, { id: ids()[looked]! })
    expect([switched.status, switched.body.organisationId]).toEqual([200, ids()[looked]])
  })

  test.each(names)('is reset when the command line adds them to the %s', async (joined) => {
    const { id } = await memberOf(...names.filter((name) => name !== joined))
    const made = names.map((name) => {
      const key = { organisationId: ids()[name]!, mode: 'live' as const, scopes: ['runs.manage'] }
      return newKey(shop.services, { ...key, createdById: id }).row
    })
    await shop.services.store.write((rows) => rows.apiKeys.insertMany(made))
    const given = { email, organisationId: ids()[joined]!, operator: true, existing: true }
    const { permissions, link } = await createAccount(shop.services, given)
    expect(permissions).toContain('members.manage')
    expect(link).toContain('/portal/reset-password#')
    const keys = await shop.services.store.read((rows) => rows.apiKeys.find(everyone, { createdById: id }))
    expect(keys.map(({ revokedAt }) => revokedAt)).toEqual(names.map(() => shop.clock.now()))
  })

  test('sets up a second factor, which belongs to no organisation, once for each idempotency key', async () => {
    await memberOf('first', 'third')
    const ada = browser(shop)
    await ada.signIn(email)
    const begun = await ada.call('secondFactor.begin', { currentPassword: password })
    const code = memoryCode(begun.body.authenticator.secret, shop.clock.now())
    const confirm = () =>
      shop.call('secondFactor.confirm', { client: ada.client, body: { code }, idempotencyKey: 'once' })
    expect((await confirm()).body.recoveryCodes).toHaveLength(recoveryCodeCount)
    expect(await confirm()).toMatchObject({
      status: 200,
      headers: { 'Idempotency-Replayed': 'true' },
      body: { recoveryCodes: null },
    })
  })
})

test('the first user of an instance with organisations creates another one', async () => {
  const token = tokenIn((await newSetupLink(shop.services))!)
  const made = await browser(shop).call('setup.create', {
    token,
    email,
    name: 'Ada',
    password,
    organisation: { name: 'Brood BV' },
  })
  expect([made.status, made.body.organisations]).toMatchObject([201, [{ name: 'Brood BV' }]])
})
