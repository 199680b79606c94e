import { beforeEach, describe, expect, test } from 'vitest'
import { memoryHash } from '../../../src/adapters/memory/sign-in.ts'
import { resetLinkOf, setOperator } from '../../../src/core/features/people/administration/user-admin.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { browser, password, person, tokenIn } from '../../support/people.ts'
import { problem } from '../../support/sample-operations.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})
const email = 'ada@example.com'
const minute = 60_000

describe('signing in', () => {
  test('starts a session with user, browser and address', async () => {
    const user = await person(shop, email, { roles: ['viewer'] })
    const ada = browser(shop)
    const answer = await ada.signIn('ADA@example.com')
    expect(answer.status).toBe(201)
    expect(answer.session).toMatchObject({ maxAgeSeconds: 30 * 24 * 3600 })
    expect(answer.body).toMatchObject({
      user: { id: user.id, email, name: 'Ada', operatorScopes: [] },
      organisationId: shop.organisation.id,
      permissions: ['templates.read', 'items.read', 'events.read', 'organisation.read'],
      organisations: [{ id: shop.organisation.id, name: 'Kaas & Co', status: 'ACTIVE', roles: ['viewer'] }],
    })
    expect((await ada.call('session.get')).body).toEqual(answer.body)
    const stored = await shop.services.store.read((rows) => rows.sessions.find(everyone, {}))
    expect(JSON.stringify(stored)).not.toContain(answer.session!.sessionToken!)
  })

  test.each<[string, Parameters<typeof person>[2] | undefined, string]>([
    ['a wrong password', {}, 'wrong wrong wrong'],
    ['an unknown address', undefined, password],
    ['a disabled account', { status: 'DISABLED' }, password],
    ['an account without a password', { passwordHash: 'none' }, password],
  ])('with %s returns the same error', async (_what, options, given) => {
    if (options) await person(shop, email, options)
    const answer = await browser(shop).signIn(email, given)
    expect(answer.status).toBe(401)
    expect(answer.session).toBeUndefined()
    expect(answer.body).toEqual(
      problem(
        answer,
        'sign_in_failed',
        'E-mail address and password do not match. Check both, or request a reset link.',
      ),
    )
  })

  test('verifies a password even without an account, so that timing reveals nothing', async () => {
    let checked = 0
    const { passwords } = shop.services
    const verify = passwords.verify.bind(passwords)
    passwords.verify = (...input) => {
      checked++
      return verify(...input)
    }
    await browser(shop).signIn('nobody@example.com')
    expect(checked).toBe(1)
  })

  test("never reuses the browser's existing session", async () => {
    await person(shop, email)
    const ada = browser(shop)
    const first = (await ada.signIn(email)).session!.sessionToken
    const second = (await ada.signIn(email)).session!.sessionToken
    expect(second).not.toBe(first)
    const old = await shop.call('session.get', { client: { sessionToken: first! } })
    expect(old.body.code).toBe('session_invalid')
  })

  test.each(['cross-site', 'unproven'] as const)('is refused %s', async (origin) => {
    await person(shop, email)
    const answer = await shop.call('session.create', { body: { email, password }, client: { origin } })
    expect(answer.body.code).toBe('cross_site_refused')
  })

  test('rehashes a password after a change of parameters', async () => {
    const { id } = await person(shop, email, { passwordHash: `old:${memoryHash(password)}` })
    expect((await browser(shop).signIn(email)).status).toBe(201)
    const user = await shop.services.store.read((rows) => rows.users.get(everyone, id))
    expect(user?.passwordHash).toBe(memoryHash(password))
  })

  test('reports that it is busy under too many concurrent attempts', async () => {
    const { PasswordsBusy } = await import('../../../src/core/ports/credentials.ts')
    shop.services.passwords.verify = () => Promise.reject(new PasswordsBusy())
    await person(shop, email)
    expect(await browser(shop).signIn(email)).toMatchObject({ status: 429, headers: { 'Retry-After': '5' } })
  })
})

describe("a user's sessions", () => {
  test('are listed, and ended one by one or all except the current one', async () => {
    await person(shop, email)
    await person(shop, 'bob@example.com')
    const [desk, phone, tablet, bob] = [browser(shop), browser(shop), browser(shop), browser(shop)]
    for (const each of [desk, phone, tablet]) await each.signIn(email)
    await bob.signIn('bob@example.com')
    const listed = (await desk.call('sessions.list')).body.data
    expect(listed.map(({ current }: { current: boolean }) => current)).toEqual([false, false, true])
    const other = listed[1].id
    expect((await bob.call('sessions.remove', undefined, { id: other })).status).toBe(404)
    expect((await desk.call('sessions.remove', undefined, { id: other })).status).toBe(204)
    expect((await phone.call('session.get')).status).toBe(401)
    expect((await desk.call('sessions.removeOthers')).status).toBe(204)
    expect((await tablet.call('session.get')).status).toBe(401)
    expect((await desk.call('session.get')).status).toBe(200)
    expect((await bob.call('session.get')).status).toBe(200)
  })

  test('are ended by signing out, which removes the cookie', async () => {
    await person(shop, email)
    const ada = browser(shop)
    const { sessionToken } = (await ada.signIn(email)).session!
    const answer = await ada.call('session.remove')
    expect(answer).toMatchObject({ status: 204, session: { sessionToken: null } })
    expect((await shop.call('session.get', { client: { sessionToken: sessionToken! } })).status).toBe(401)
  })
})

describe('changing the password', () => {
  test('ends every other session', async () => {
    await person(shop, email)
    const [desk, phone] = [browser(shop), browser(shop)]
    await desk.signIn(email)
    await phone.signIn(email)
    const body = { currentPassword: password, newPassword: 'another horse battery' }
    expect((await desk.call('profile.changePassword', body)).status).toBe(204)
    expect((await desk.call('session.get')).status).toBe(200)
    expect((await phone.call('session.get')).status).toBe(401)
    expect((await phone.signIn(email)).status).toBe(401)
    expect((await phone.signIn(email, body.newPassword)).status).toBe(201)
  })

  test.each([
    ['a wrong current password', 'wrong wrong wrong', 'another horse battery', 'currentPassword'],
    ['one that is too short', password, 'short horse', 'newPassword'],
    ['one that is too long', password, `long${'x'.repeat(197)}`, 'newPassword'],
    ['one of few characters', password, 'aaaabbbbccccdddd', 'newPassword'],
    ['one that contains the email address', password, 'ada.lovelace2026', 'newPassword'],
  ])('with %s is refused', async (_what, currentPassword, newPassword, parameter) => {
    await person(shop, 'ada.lovelace@example.com')
    const ada = browser(shop)
    await ada.signIn('ada.lovelace@example.com')
    const answer = await ada.call('profile.changePassword', { currentPassword, newPassword })
    expect([answer.status, answer.body.errors?.[0].parameter]).toEqual([422, parameter])
  })
})

describe('guessing', () => {
  const guess = async (from: ReturnType<typeof browser>, times: number, whom = email) => {
    const statuses = []
    for (let n = 0; n < times; n++) statuses.push((await from.signIn(whom, `guess number ${n}`)).status)
    return statuses
  }

  test.each([
    ['an account', email],
    ['no account', 'nobody@example.com'],
  ])(
    'at %s is stopped after 5 wrong passwords from one address, for a quarter of an hour',
    async (_what, whom) => {
      await person(shop, email)
      const thief = browser(shop)
      expect(await guess(thief, 6, whom)).toEqual([401, 401, 401, 401, 401, 429])
      const refused = await thief.signIn(whom)
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['Retry-After'])).toBeGreaterThan(0)
      await shop.advance(15 * minute)
      expect((await thief.signIn(whom)).status).toBe(whom === email ? 201 : 401)
    },
  )

  test('counts a thousand concurrent attempts as a thousand', async () => {
    await person(shop, email)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => browser(shop).signIn(email, `guess ${n}`)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  test('at many accounts from one address is stopped after 30', async () => {
    const statuses = []
    for (let n = 0; n < 31; n++) statuses.push((await browser(shop).signIn(`a${n}@example.com`)).status)
    expect(statuses.lastIndexOf(401)).toBe(29)
    expect(statuses[30]).toBe(429)
  })

  test('locks out no other caller: other addresses, and the browser that signed in before', async () => {
    await person(shop, email)
    const own = browser(shop)
    await own.signIn(email)
    const thief = browser(shop)
    await guess(thief, 6)
    // The known browser has the attacker's address, as behind a shared proxy.
    expect((await own.signIn(email)).status).toBe(201)
    expect((await browser(shop, '198.51.100.7').signIn(email)).status).toBe(201)
  })

  test('from everywhere is stopped at 100 an hour, except for a known browser', async () => {
    await person(shop, email)
    const own = browser(shop)
    await own.signIn(email)
    for (let n = 0; n < 100; n++) {
      expect((await browser(shop, `203.0.113.${n}`).signIn(email, 'a wrong guess')).status).toBe(401)
    }
    expect((await browser(shop, '198.51.100.9').signIn(email)).status).toBe(429)
    expect((await own.signIn(email)).status).toBe(201)
  })

  test('with a known browser is stopped too', async () => {
    await person(shop, email)
    const own = browser(shop)
    await own.signIn(email)
    expect((await guess(own, 11)).lastIndexOf(401)).toBe(9)
  })

  test('a device of another user, or an invented one, is not a known browser', async () => {
    await person(shop, email)
    await person(shop, 'bob@example.com')
    const bob = browser(shop)
    await bob.signIn('bob@example.com')
    expect(await guess(bob, 6)).toContain(429)
    const forged = browser(shop, '198.51.100.1')
    forged.client.deviceToken = `${'a'.repeat(32)}-${'0'.repeat(48)}`
    expect(await guess(forged, 6)).toContain(429)
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'the password was reset',
      async () => {
        const token = tokenIn(await resetLinkOf(shop.services, email))
        await browser(shop).call('passwordReset.confirm', { token, password: 'another horse battery' })
      },
    ],
    [
      'the account was reset as an operator',
      async () => {
        const given = { scopes: ['runs.manage'], existing: true }
        const token = tokenIn((await setOperator(shop.services, email, given)).link!)
        await browser(shop).call('passwordReset.confirm', { token, password: 'another horse battery' })
      },
    ],
  ])('a browser is no longer known when %s', async (_when, change) => {
    shop.mailer.available = false
    await person(shop, email)
    const former = [browser(shop), browser(shop), browser(shop)]
    for (const one of former) await one.signIn(email)
    shop.clock.advance(1)
    await change()
    const statuses = []
    for (const one of former) statuses.push(...(await guess(one, 5)))
    expect(statuses.lastIndexOf(401)).toBe(4)
  })

  test('the browser that set the new password is known', async () => {
    await person(shop, email)
    const own = browser(shop)
    const token = tokenIn(await resetLinkOf(shop.services, email))
    await own.call('passwordReset.confirm', { token, password: 'another horse battery' })
    expect((await guess(own, 11)).lastIndexOf(401)).toBe(9)
  })

  test('correct passwords do not count', async () => {
    await person(shop, email)
    for (let n = 0; n < 12; n++) expect((await browser(shop).signIn(email)).status).toBe(201)
  })

  test('addresses of one IPv6 network count as one', async () => {
    await person(shop, email)
    const statuses = []
    for (let n = 1; n <= 6; n++) {
      statuses.push((await browser(shop, `2001:db8:1:2::${n}`).signIn(email, 'a wrong guess')).status)
    }
    expect(statuses.at(-1)).toBe(429)
    expect((await browser(shop, '2001:db8:1:3::1').signIn(email)).status).toBe(201)
  })
})
