import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createOrganisation } from '../../../src/core/features/organisations/manage.ts'
import {
  createAccount,
  type NewAccount,
  resetLinkOf,
  setOperator,
  setUserStatus,
} from '../../../src/core/features/people/administration/user-admin.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { browser, password, person, tokenIn } from '../../support/people.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})
const email = 'new.operator@example.com'
const fresh = 'a password of my own'
const refused = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('It was carried out.'),
    (error: { code: string; message: string }) => error,
  )

/**
 * Creates an account in another user's name, as an owner can without a mail server: invites the address and
 * accepts the invitation.
 */
const prepared = async () => {
  shop.mailer.available = false
  const session = await shop.portal({ email: 'mallory@example.com' })
  const invited = await shop.call('invitations.create', { session, body: { email, roles: ['owner'] } })
  const mallory = browser(shop, '198.51.100.7')
  const token = tokenIn(invited.body.link)
  expect((await mallory.call('invitations.accept', { token, name: 'Eve', password })).status).toBe(201)
  return mallory
}

describe.each<[string, (more: { existing?: boolean }) => ReturnType<typeof setOperator>]>([
  ['user create --operator', (more) => createAccount(shop.services, { email, operator: true, ...more })],
  [
    'user operator',
    (more) => setOperator(shop.services, email, { scopes: ['platform.admin', 'runs.manage'], ...more }),
  ],
])('an account prepared by another user, and %s', (_command, promote) => {
  test('is not promoted unless that is confirmed', async () => {
    const mallory = await prepared()
    expect(await refused(promote({}))).toMatchObject({
      code: 'invalid_state',
      message: expect.stringMatching(/already has an account.*--existing/),
    })
    expect((await mallory.call('session.get')).body.user.operatorScopes).toEqual([])
  })

  test.each([true, false])('is reset (a mail server is configured: %s)', async (available) => {
    const mallory = await prepared()
    shop.mailer.available = available
    const older = await resetLinkOf(shop.services, email)
    const { user, link, mailed } = await promote({ existing: true })
    expect(user.operatorScopes).toEqual(expect.arrayContaining(['platform.admin', 'runs.manage']))
    expect([link === null, mailed]).toEqual([available, available])
    expect((await mallory.call('session.get')).status).toBe(401)
    expect((await mallory.signIn(email)).status).toBe(401)
    const confirm = (token: string) => browser(shop).call('passwordReset.confirm', { token, password: fresh })
    expect((await confirm(tokenIn(older))).status).toBe(422)
    await shop.settle()
    const text = available ? shop.mailer.sent.find(({ to }) => to === email)!.text : link!
    expect(await confirm(tokenIn(text))).toMatchObject({
      status: 201,
      body: { user: { email, operatorScopes: expect.arrayContaining(['platform.admin', 'runs.manage']) } },
    })
    expect((await mallory.signIn(email)).status).toBe(401)
    expect((await browser(shop).signIn(email, fresh)).status).toBe(201)
  })

  test('keeps no session that a concurrent invitation starts', async () => {
    const mallory = await prepared()
    const { id: organisationId } = await createOrganisation(shop.services, { name: 'Other' })
    const owner = await shop.portal({ organisationId })
    const invited = await shop.call('invitations.create', {
      session: owner,
      body: { email, roles: ['viewer'] },
    })
    const { store } = shop.services
    vi.spyOn(store, 'write').mockImplementationOnce(async (...given) => {
      await promote({ existing: true })
      return store.write(...given)
    })
    const token = tokenIn(invited.body.link)
    expect((await mallory.call('invitations.accept', { token })).status).toBe(401)
    expect((await mallory.call('session.get')).status).toBe(401)
  })
})

describe('user create', () => {
  const create = (more: Partial<NewAccount>) => createAccount(shop.services, { email, ...more })
  const joins = async () => ({ organisationId: (await shop.another()).organisation.id })

  test('adds a prepared user to another organisation only after a reset', async () => {
    const mallory = await prepared()
    const another = await joins()
    expect(await refused(create(another))).toMatchObject({ code: 'invalid_state' })
    const created = await create({ ...another, existing: true })
    expect(created.permissions).toContain('members.manage')
    expect((await mallory.call('session.get')).status).toBe(401)
    expect((await mallory.signIn(email)).status).toBe(401)
    expect(created.link).toContain('/portal/reset-password#')
  })

  test('keeps the password of a verified address', async () => {
    await person(shop, email)
    const created = await create({ ...(await joins()), existing: true })
    expect([created.link, created.mailed]).toEqual([null, false])
    expect((await browser(shop).signIn(email)).body.organisations).toHaveLength(2)
  })

  test('finds no missing account', async () => {
    expect(await refused(create({ operator: true, existing: true }))).toMatchObject({ code: 'not_found' })
  })

  test('sets no password of an existing account, and enables no disabled one', async () => {
    await person(shop, email)
    const both = { operator: true, existing: true }
    expect(await refused(create({ ...both, password: fresh }))).toMatchObject({ code: 'invalid_state' })
    await setUserStatus(shop.services, email, 'DISABLED')
    expect(await refused(create(both))).toMatchObject({ code: 'invalid_state' })
  })

  test('mails a new user an invitation, which verifies the address', async () => {
    const { link, mailed } = await create({ operator: true })
    expect([link, mailed]).toEqual([null, true])
    await shop.settle()
    const [mail] = shop.mailer.sent
    expect(mail).toMatchObject({ to: email, subject: 'Choose a password for Lettershop' })
    await browser(shop).call('passwordReset.confirm', { token: tokenIn(mail!.text), password: fresh })
    const [user] = await shop.services.store.read((rows) => rows.users.find(everyone, {}))
    expect(user!.verifiedAt).toBe(shop.clock.now())
  })
})

test("an operator's scopes are removed, and granted again to a current operator without a mail", async () => {
  await person(shop, email)
  await setOperator(shop.services, email, { scopes: ['runs.manage'], existing: true })
  const token = tokenIn(await resetLinkOf(shop.services, email))
  const ada = browser(shop)
  await ada.call('passwordReset.confirm', { token, password: fresh })
  for (const scopes of [['runs.manage'], []]) {
    const { user, link, mailed } = await setOperator(shop.services, email, { scopes })
    expect([user.operatorScopes, link, mailed]).toEqual([scopes, null, false])
    expect((await ada.call('session.get')).body.user.operatorScopes).toEqual(scopes)
  }
})

describe('a verified address', () => {
  const verified = async () => {
    const session = await shop.portal()
    const { data } = (await shop.call('members.list', { session })).body
    return data.find(({ user }: { user: { email: string } }) => user.email === email).user.emailVerified
  }

  test('is one whose user has opened a mailed link', async () => {
    await prepared()
    expect(await verified()).toBe(false)
    await browser(shop).call('passwordReset.confirm', {
      token: tokenIn(await resetLinkOf(shop.services, email)),
      password: fresh,
    })
    expect(await verified()).toBe(false)
    shop.mailer.available = true
    await browser(shop).call('passwordReset.request', { email })
    await shop.settle()
    const token = tokenIn(shop.mailer.sent.at(-1)!.text)
    await browser(shop).call('passwordReset.confirm', { token, password: 'a second horse battery' })
    expect(await verified()).toBe(true)
  })

  test('is required to grant more permissions once mail is configured', async () => {
    await prepared()
    const session = await shop.portal({ email: 'boss@example.com' })
    const members = (await shop.call('members.list', { session })).body.data
    const { id } = members.find(({ user }: { user: { email: string } }) => user.email === email)
    const give = async (role: string) =>
      (await shop.call('members.patch', { session, params: { id }, body: { roles: [role] } })).status
    expect(await give('viewer')).toBe(200)
    expect(await give('editor')).toBe(200)
    shop.mailer.available = true
    expect(await give('admin')).toBe(409)
    expect(await give('viewer')).toBe(200)
  })
})

describe('links end with their subject', () => {
  const linkOf = () => resetLinkOf(shop.services, email)
  const follow = async (link: string) =>
    (await browser(shop).call('passwordReset.confirm', { token: tokenIn(link), password: fresh })).status

  test('when the password is changed', async () => {
    await person(shop, email)
    const ada = browser(shop)
    await ada.signIn(email)
    const link = await linkOf()
    await ada.call('profile.changePassword', { currentPassword: password, newPassword: fresh })
    expect(await follow(link)).toBe(422)
  })

  test('when the account is disabled, even if it is enabled again', async () => {
    await person(shop, email)
    const link = await linkOf()
    await setUserStatus(shop.services, email, 'DISABLED')
    await setUserStatus(shop.services, email, 'ACTIVE')
    expect(await follow(link)).toBe(422)
  })

  test('when they are used, even if the mail is sent again', async () => {
    await person(shop, email)
    const send = shop.mailer.send
    let token = ''
    shop.mailer.send = async (mail) => {
      token ||= tokenIn(mail.text)
      await send(mail)
      throw new Error('The connection broke after the mail was taken.')
    }
    await browser(shop).call('passwordReset.request', { email })
    await shop.settle()
    shop.clock.advance(1)
    const confirm = async () =>
      (await browser(shop).call('passwordReset.confirm', { token, password: fresh })).status
    expect(await confirm()).toBe(201)
    shop.mailer.send = send
    await shop.advance(3_600_000)
    expect(await confirm()).toBe(422)
    expect(shop.mailer.sent).toHaveLength(1)
    shop.logged.splice(0)
  })

  test.each<[string, (boss: string) => Promise<unknown>]>([
    ['left', (boss) => shop.services.store.write((rows) => rows.members.remove(everyone, { userId: boss }))],
    [
      'lost a permission',
      (boss) =>
        shop.services.store.write((rows) =>
          rows.members.updateWhere(everyone, { userId: boss }, { roles: ['viewer'] }),
        ),
    ],
    ['was disabled', () => setUserStatus(shop.services, 'boss@example.com', 'DISABLED')],
  ])('when the sender of the invitation %s', async (_what, end) => {
    shop.mailer.available = false
    const session = await shop.portal({ email: 'boss@example.com', role: 'admin' })
    const { body } = await shop.call('invitations.create', { session, body: { email, roles: ['admin'] } })
    const token = tokenIn(body.link)
    const preview = async () => (await browser(shop).call('invitations.preview', { token })).status
    expect(await preview()).toBe(200)
    await end(session.user.id)
    expect(await preview()).toBe(422)
    expect((await browser(shop).call('invitations.accept', { token, name: 'Ada', password })).status).toBe(
      422,
    )
  })

  test.each([
    ['was mailed', true, 'was mailed to'],
    ['was created before there was a mail server', false, 'This server now sends links by mail'],
  ])('an invitation that %s is not shown', async (_what, before, detail) => {
    shop.mailer.available = before
    const session = await shop.portal({ email: 'boss@example.com' })
    const { body } = await shop.call('invitations.create', { session, body: { email, roles: ['editor'] } })
    for (const available of before ? [true, false] : [true]) {
      shop.mailer.available = available
      const shown = await shop.call('invitations.link', { session, params: { id: body.id } })
      expect(shown).toMatchObject({
        status: 409,
        body: { code: 'invalid_state', detail: expect.stringContaining(detail) },
      })
      expect(JSON.stringify(shown.body)).not.toContain('#')
    }
  })
})
