import { beforeEach, describe, expect, test } from 'vitest'
import { tokenOf } from '../../../src/core/features/people/accounts/links.ts'
import { newSetupLink } from '../../../src/core/features/people/administration/user-admin.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { browser, password, person, tokenIn } from '../../support/people.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})
const email = 'ada@example.com'
const hour = 3_600_000

describe('a forgotten password', () => {
  const ask = (address = email) => browser(shop).call('passwordReset.request', { email: address })

  test('sends a link by mail that works once, ends every session and signs in', async () => {
    await person(shop, email)
    const phone = browser(shop)
    await phone.signIn(email)
    expect((await ask('Ada@Example.com')).status).toBe(202)
    await shop.settle()
    const [mail, ...more] = shop.mailer.sent
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: email, subject: 'A new password for Lettershop' })
    expect(mail!.text).toContain(`${shop.services.config.baseUrl}/portal/reset-password#`)
    const body = { token: tokenIn(mail!.text), password: 'another horse battery' }
    const desk = browser(shop)
    expect(await desk.call('passwordReset.confirm', body)).toMatchObject({
      status: 201,
      body: { user: { email } },
    })
    expect((await desk.call('session.get')).status).toBe(200)
    expect((await phone.call('session.get')).status).toBe(401)
    expect((await browser(shop).signIn(email, body.password)).status).toBe(201)
    const again = await browser(shop).call('passwordReset.confirm', body)
    expect([again.status, again.body.errors[0]]).toEqual([
      422,
      expect.objectContaining({ parameter: 'token', code: 'expired' }),
    ])
  })

  test.each<[string, (() => Promise<unknown>) | undefined, number]>([
    ['an account', () => person(shop, email), 1],
    ['a disabled account', () => person(shop, email, { status: 'DISABLED' }), 0],
    ['no account', undefined, 0],
  ])('answers the same for %s', async (_what, make, mails) => {
    await make?.()
    const answer = await ask()
    expect([answer.status, answer.body]).toEqual([202, undefined])
    await shop.settle()
    expect(shop.mailer.sent).toHaveLength(mails)
  })

  test('sends at most 5 mails an hour to an address, without revealing it', async () => {
    await person(shop, email)
    for (let n = 0; n < 7; n++) {
      expect((await ask()).status).toBe(202)
      await shop.settle()
    }
    expect(shop.mailer.sent).toHaveLength(5)
    await shop.advance(hour)
    await ask()
    await shop.settle()
    expect(shop.mailer.sent).toHaveLength(6)
  })

  test('keeps a link until a newer one is requested, and at most two hours', async () => {
    await person(shop, email)
    for (let n = 0; n < 2; n++) {
      await ask()
      await shop.settle()
    }
    const [first, second] = shop.mailer.sent.map(({ text }) => tokenIn(text))
    const confirm = async (token: string) =>
      (await browser(shop).call('passwordReset.confirm', { token, password: 'another horse battery' })).status
    expect(await confirm(first!)).toBe(422)
    await shop.advance(2 * hour)
    expect(await confirm(second!)).toBe(422)
  })

  test('accepts no forged link, and none for another purpose', async () => {
    await person(shop, email)
    await ask()
    await shop.settle()
    const token = tokenIn(shop.mailer.sent[0]!.text)
    const confirm = async (made: string) =>
      (await browser(shop).call('passwordReset.confirm', { token: made, password: 'another horse battery' }))
        .status
    const setup = await newSetupLink(shop.services)
    for (const made of [
      `${token.slice(0, -1)}${token.endsWith('0') ? 1 : 0}`,
      token.replace('-', '_'),
      'x',
      setup ?? 'none',
    ]) {
      expect(await confirm(made)).toBe(422)
    }
    expect(await confirm(token)).toBe(201)
  })

  test('is sent again after the mail server was unavailable, with the same link', async () => {
    await person(shop, email)
    shop.mailer.failures.push('connection refused')
    await ask()
    await shop.settle()
    expect(shop.mailer.sent).toEqual([])
    await shop.advance(10_000)
    const token = tokenIn(shop.mailer.sent[0]!.text)
    const [link] = await shop.services.store.read((rows) => rows.links.find(everyone, {}))
    expect(token).toBe(tokenOf(shop.services, link!.id))
    shop.logged.splice(0)
  })

  test('sends nothing without a mail server, and reveals nothing', async () => {
    shop.mailer.available = false
    await person(shop, email)
    expect((await ask()).status).toBe(202)
    await shop.settle()
    expect([shop.mailer.sent, shop.logged]).toEqual([[], []])
  })
})

describe('an invitation', () => {
  const invite = async (body: object = {}, session?: Awaited<ReturnType<TestShop['portal']>>) =>
    shop.call('invitations.create', {
      session: session ?? (await shop.portal({ email: 'boss@example.com' })),
      body: { email, roles: ['editor'], ...body },
    })

  test('is mailed, previewed and accepted by a new user', async () => {
    const invited = await invite()
    expect(invited).toMatchObject({
      status: 201,
      body: { email, roles: ['editor'], status: 'PENDING', mailed: true, link: null },
    })
    await shop.settle()
    const [mail] = shop.mailer.sent
    expect(mail).toMatchObject({ to: email, subject: 'Doe mee met Kaas & Co op Lettershop' })
    const token = tokenIn(mail!.text)
    const ada = browser(shop)
    expect((await ada.call('invitations.preview', { token })).body).toMatchObject({
      email,
      organisationName: 'Kaas & Co',
      invitedByName: 'boss',
      roles: [{ id: 'editor', name: 'Editor' }],
      hasAccount: false,
    })
    const accepted = await ada.call('invitations.accept', { token, name: 'Ada', password })
    expect(accepted).toMatchObject({
      status: 201,
      body: { user: { email, name: 'Ada' }, organisationId: shop.organisation.id },
    })
    expect((await ada.call('templates.list')).status).toBe(200)
    expect((await ada.call('members.list')).body.data).toHaveLength(2)
    expect((await browser(shop).call('invitations.accept', { token, name: 'Eve', password })).status).toBe(
      422,
    )
  })

  test('shows its link if no mail server is configured, and to members who may invite', async () => {
    shop.mailer.available = false
    const session = await shop.portal({ email: 'boss@example.com' })
    const { body } = await invite({}, session)
    expect(body.link).toMatch(/\/portal\/accept-invitation#ivt_/)
    expect((await shop.call('invitations.list', { session })).body.data).toMatchObject([{ mailed: false }])
    const shown = await shop.call('invitations.link', { session, params: { id: body.id } })
    expect(shown.body.link).toBe(body.link)
    const poor = await shop.portal({ permissions: ['members.manage'] })
    expect((await shop.call('invitations.link', { session: poor, params: { id: body.id } })).status).toBe(403)
  })

  test.each<[string, object, string[]]>([
    ['without a name and a password', {}, ['name', 'password']],
    ['with a password that is too short', { name: 'Ada', password: 'short' }, ['password']],
  ])('is not accepted %s by a new user', async (_what, given, parameters) => {
    shop.mailer.available = false
    const token = tokenIn((await invite()).body.link)
    const answer = await browser(shop).call('invitations.accept', { token, ...given })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(parameters)
  })

  test('does not open an existing account: its owner signs in, or enters its password', async () => {
    shop.mailer.available = false
    await person(shop, email, { roles: [] })
    const token = tokenIn((await invite()).body.link)
    const stranger = browser(shop)
    expect((await stranger.call('invitations.preview', { token })).body.hasAccount).toBe(true)
    expect((await stranger.call('invitations.accept', { token })).status).toBe(401)
    expect((await stranger.call('invitations.accept', { token, password: 'a wrong guess' })).status).toBe(401)
    const ada = browser(shop)
    await ada.signIn(email)
    expect(await ada.call('invitations.accept', { token })).toMatchObject({
      status: 201,
      body: { organisationId: shop.organisation.id },
    })
  })

  test.each<[string, (id: string) => Promise<unknown>, string]>([
    ['after 7 days', () => shop.advance(7 * 24 * hour), 'EXPIRED'],
    [
      'after it is revoked',
      async (id) => shop.call('invitations.revoke', { session: await shop.portal(), params: { id } }),
      'REVOKED',
    ],
    ['after the address is invited again', () => invite(undefined, undefined), 'REVOKED'],
  ])('expires %s', async (_when, end, status) => {
    shop.mailer.available = false
    const session = await shop.portal()
    const { body } = await invite({}, session)
    await end(body.id)
    const preview = await browser(shop).call('invitations.preview', { token: tokenIn(body.link) })
    expect(preview.status).toBe(422)
    const fresh = await shop.portal()
    const listed = await shop.call('invitations.list', {
      session: fresh,
      query: { 'filter[status]': status },
    })
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toContain(body.id)
    const again = await shop.call('invitations.revoke', { session: fresh, params: { id: body.id } })
    expect(again.body).toMatchObject({
      code: 'invalid_state',
      detail: `This invitation is ${status} and cannot become REVOKED.`,
    })
  })

  test.each<[string, object, string[], number]>([
    ['an invalid address', { email: 'ada' }, ['email'], 422],
    ['an unknown role', { roles: ['editor', 'boss'] }, ['roles[1]'], 422],
    ['a member', { email: 'member@example.com' }, ['email'], 422],
    ['an owner by a user who is not an owner', { roles: ['owner'] }, [], 403],
  ])('to %s is refused', async (_what, body, parameters, status) => {
    await person(shop, 'member@example.com')
    const answer = await invite(body, await shop.portal({ role: 'admin' }))
    expect(answer.status).toBe(status)
    const named = (answer.body.errors ?? []).map(({ parameter }: { parameter: string }) => parameter)
    expect(named).toEqual(parameters)
  })
})

describe('the first user of an instance', () => {
  const account = { email, name: 'Ada', password }

  test('owns the oldest organisation, becomes an operator, and cannot be created twice', async () => {
    const token = tokenIn((await newSetupLink(shop.services))!)
    const ada = browser(shop)
    expect(await ada.call('setup.create', { token, ...account })).toMatchObject({
      status: 201,
      body: {
        user: {
          email,
          operatorScopes: [
            'runs.manage',
            'printers.manage',
            'catalogue.manage',
            'platform.admin',
            'tenants.read',
          ],
        },
        organisationId: shop.organisation.id,
        organisations: [{ roles: ['owner'] }],
      },
    })
    expect(
      (await browser(shop).call('setup.create', { token, ...account, email: 'b@example.com' })).status,
    ).toBe(422)
    expect(await newSetupLink(shop.services)).toBeUndefined()
  })

  test('creates an organisation of their own', async () => {
    const token = tokenIn((await newSetupLink(shop.services))!)
    const organisation = { name: 'Brood BV', country: 'BE' }
    const answer = await browser(shop).call('setup.create', { token, ...account, organisation })
    expect(answer.body.organisations).toMatchObject([{ name: 'Brood BV' }])
  })

  test('uses the newest link only', async () => {
    const old = tokenIn((await newSetupLink(shop.services))!)
    await newSetupLink(shop.services)
    expect((await browser(shop).call('setup.create', { token: old, ...account })).status).toBe(422)
  })
})
