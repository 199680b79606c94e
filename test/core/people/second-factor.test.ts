import { beforeEach, describe, expect, test } from 'vitest'
import { recoveryCodeCount } from '../../../src/core/features/people/accounts/second-factor.ts'
import { guessLimits } from '../../../src/core/features/people/accounts/sign-in-attempts.ts'
import {
  resetLinkOf,
  resetSecondFactor,
  setOperator,
} from '../../../src/core/features/people/administration/user-admin.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { browser, password, person, tokenIn } from '../../support/people.ts'
import {
  type Authenticator,
  createShopOfAda,
  email,
  enrol,
  outcome,
  signIn,
} from '../../support/second-factor.ts'
import type { TestShop } from '../../support/shop.ts'

let shop: TestShop
let ada: ReturnType<typeof browser>
let phone: Authenticator
const minute = 60_000
const day = 24 * 60 * minute

const factor = async (from = ada) => (await from.call('secondFactor.get')).body
const elsewhere = (n = 7) => browser(shop, `198.51.100.${n}`)
const resetToken = async () => tokenIn(await resetLinkOf(shop.services, email))

beforeEach(async () => {
  ;({ shop, ada } = await createShopOfAda())
})

describe('setting up a second factor', () => {
  test('requires the password, shows the secret, and takes effect with the first correct code', async () => {
    const begun = await ada.call('secondFactor.begin', { currentPassword: password })
    expect(begun).toMatchObject({ status: 201, headers: { Location: '/v1/profile/second-factor' } })
    expect(begun.body.authenticator.uri).toMatch(/^otpauth:\/\/totp\/Lettershop%20\(mail\.example\):ada%40/)
    expect(await factor()).toEqual({ enabled: false, enabledAt: null, required: false, recoveryCodesLeft: 0 })
    expect((await signIn(elsewhere())).status).toBe(201)
    phone = await enrol(shop, ada)
    expect(await factor()).toEqual({
      enabled: true,
      enabledAt: '2026-01-05T09:00:00.000Z',
      required: false,
      recoveryCodesLeft: recoveryCodeCount,
    })
    expect((await ada.call('session.get')).body).toMatchObject({
      user: { secondFactorEnabled: true },
      secondFactorMissing: false,
    })
    const members = (await ada.call('members.list')).body.data
    expect(members.map(({ user }: { user: object }) => user)).toMatchObject([{ secondFactorEnabled: true }])
  })

  test.each([
    ['a wrong password', { currentPassword: 'wrong wrong wrong' }, 422, 'currentPassword'],
    ['no password', {}, 422, 'currentPassword'],
  ])('is refused with %s', async (_what, body, status, parameter) => {
    const answer = await ada.call('secondFactor.begin', body)
    expect([answer.status, answer.body.errors[0].parameter]).toEqual([status, parameter])
  })

  test('expires after half an hour without a code, and continues after a wrong one', async () => {
    const begin = async () =>
      (await ada.call('secondFactor.begin', { currentPassword: password })).body.authenticator.secret
    await begin()
    await shop.advance(30 * minute - 1)
    expect(outcome(await ada.call('secondFactor.confirm', { code: '000000' }))[0]).toBe(422)
    await shop.advance(1)
    expect(outcome(await ada.call('secondFactor.confirm', { code: '000000' }))).toEqual([
      409,
      'invalid_state',
    ])
    await shop.advance(day)
    expect(await shop.services.store.read((rows) => rows.secondFactors.count(everyone, {}))).toBe(0)
    await enrol(shop, ada)
    expect((await factor()).enabled).toBe(true)
  })

  test('ends every other session, and forgets every other browser', async () => {
    const desk = browser(shop)
    await desk.signIn(email)
    await enrol(shop, ada)
    expect((await desk.call('session.get')).status).toBe(401)
    expect((await ada.call('session.get')).status).toBe(200)
    const guess = async (from: typeof desk) => {
      const statuses = []
      for (let n = 0; n < 7; n++) statuses.push((await signIn(from, undefined, 'a wrong guess')).status)
      return statuses.lastIndexOf(401) + 1
    }
    expect(await guess(desk)).toBe(guessLimits.pair.limit)
    expect(await guess(ada)).toBe(7)
  })

  test('replaces an existing one, whose code is required', async () => {
    phone = await enrol(shop, ada)
    const without = await ada.call('secondFactor.begin', { currentPassword: password })
    expect([without.status, without.body.errors[0].parameter]).toEqual([422, 'code'])
    const other = await enrol(shop, ada, phone.next())
    const code = phone.next()
    expect(outcome(await signIn(elsewhere(), code))).toEqual([401, 'second_factor_failed'])
    expect(outcome(await signIn(elsewhere(), phone.recoveryCodes[0]!))).toEqual([401, 'second_factor_failed'])
    expect((await signIn(elsewhere(), other.shows())).status).toBe(201)
  })

  test('stores no secret in plain text', async () => {
    phone = await enrol(shop, ada)
    const rows = await shop.services.store.read(async (rows) => [
      await rows.secondFactors.find(everyone, {}),
      await rows.auditLog.find(everyone, {}),
    ])
    const text = JSON.stringify(rows)
    for (const secret of [
      phone.secret,
      ...phone.recoveryCodes.flatMap((code) => [code, code.replace(/-/g, '')]),
    ]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('signing in with a second factor', () => {
  beforeEach(async () => {
    phone = await enrol(shop, ada)
    phone.next()
  })

  test('takes two steps, and reveals the second only after a correct password', async () => {
    const desk = elsewhere()
    expect(outcome(await signIn(desk, undefined, 'a wrong guess'))).toEqual([401, 'sign_in_failed'])
    expect(outcome(await signIn(desk, phone.shows(), 'a wrong guess'))).toEqual([401, 'sign_in_failed'])
    const refused = await signIn(desk)
    expect(outcome(refused)).toEqual([401, 'second_factor_required'])
    expect(refused.session).toBeUndefined()
    expect((await signIn(desk, phone.shows())).status).toBe(201)
    expect((await desk.call('session.get')).status).toBe(200)
  })

  test.each([
    ['that is wrong', () => '000000'],
    ['from two periods ago', () => phone.shows(-2)],
    ['of the period after the next', () => phone.shows(2)],
    ['with too many digits', () => `${phone.shows()}0`],
    ['that is malformed', () => 'open sesame'],
  ])('is refused with a code %s', async (_what, code) => {
    expect(outcome(await signIn(elsewhere(), code()))).toEqual([401, 'second_factor_failed'])
  })

  test.each([
    ['as displayed', () => phone.shows()],
    ['with a space', () => phone.shows().replace(/^.../, '$& ')],
    ['of the previous period', () => [phone.next(), phone.shows(-1)][1]!],
    ['of the next period', () => phone.shows(1)],
  ])('accepts a code %s', async (_what, code) => {
    expect((await signIn(elsewhere(), code())).status).toBe(201)
  })

  test('accepts each code once, and none that is older', async () => {
    const code = phone.shows(1)
    expect((await signIn(elsewhere(), code)).status).toBe(201)
    expect(outcome(await signIn(elsewhere(), code))).toEqual([401, 'second_factor_failed'])
    expect(outcome(await signIn(elsewhere(), phone.shows()))).toEqual([401, 'second_factor_failed'])
    phone.next()
    expect((await signIn(elsewhere(), phone.next())).status).toBe(201)
  })

  test('accepts a code once, even for concurrent requests', async () => {
    const code = phone.shows()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => signIn(elsewhere(n), code)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('is required to accept an invitation with the password', async () => {
    shop.mailer.available = false
    const bob = 'bob@example.com'
    await person(shop, bob)
    const desk = browser(shop)
    await desk.signIn(bob)
    const its = await enrol(shop, desk)
    const session = await shop.portal({ organisationId: (await shop.another()).organisation.id })
    const invited = { email: bob, roles: ['viewer'] }
    const { body } = await shop.call('invitations.create', { session, body: invited })
    const token = tokenIn(body.link)
    const accept = (code?: string) =>
      elsewhere().call('invitations.accept', { token, password, ...(code ? { code } : {}) })
    expect(outcome(await accept())).toEqual([401, 'second_factor_required'])
    expect(outcome(await accept('000000'))).toEqual([401, 'second_factor_failed'])
    expect((await accept(its.next())).status).toBe(201)
  })
})

describe('a new password', () => {
  const fresh = 'another horse battery'
  beforeEach(async () => {
    phone = await enrol(shop, ada)
  })

  test('by a link requires the code too, and the link stays valid without it', async () => {
    const token = await resetToken()
    const confirm = (code?: string) =>
      elsewhere().call('passwordReset.confirm', { token, password: fresh, ...(code ? { code } : {}) })
    expect(outcome(await confirm())).toEqual([401, 'second_factor_required'])
    expect(outcome(await confirm('000000'))).toEqual([401, 'second_factor_failed'])
    expect((await ada.call('session.get')).status).toBe(200)
    expect((await confirm(phone.next())).status).toBe(201)
    expect(outcome(await signIn(elsewhere(), undefined, fresh))).toEqual([401, 'second_factor_required'])
  })

  test('by a link is set with a recovery code as well', async () => {
    const body = { token: await resetToken(), password: fresh, code: phone.recoveryCodes[0] }
    expect((await elsewhere().call('passwordReset.confirm', body)).status).toBe(201)
  })

  test('set by its owner keeps the second factor', async () => {
    await ada.call('profile.changePassword', { currentPassword: password, newPassword: fresh })
    expect(outcome(await signIn(elsewhere(), undefined, fresh))).toEqual([401, 'second_factor_required'])
  })
})

describe('an operator of the instance', () => {
  beforeEach(async () => {
    phone = await enrol(shop, ada)
  })

  test('resets a lost second factor, which ends sessions and reset links', async () => {
    const token = await resetToken()
    expect(await resetSecondFactor(shop.services, email)).toMatchObject({ secondFactorAt: null })
    expect((await ada.call('session.get')).status).toBe(401)
    expect(
      (await ada.call('passwordReset.confirm', { token, password: 'another horse battery' })).status,
    ).toBe(422)
    expect((await signIn(elsewhere())).status).toBe(201)
    await expect(resetSecondFactor(shop.services, email)).rejects.toMatchObject({ code: 'invalid_state' })
    await expect(resetSecondFactor(shop.services, 'nobody@example.com')).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('removes it with everything else an account had when promoting it', async () => {
    shop.mailer.available = false
    const { link } = await setOperator(shop.services, email, { scopes: ['runs.manage'], existing: true })
    const body = { token: tokenIn(link!), password: 'another horse battery' }
    expect((await elsewhere().call('passwordReset.confirm', body)).body.user).toMatchObject({
      operatorScopes: ['runs.manage'],
      secondFactorEnabled: false,
    })
    expect(await shop.services.store.read((rows) => rows.secondFactors.count(everyone, {}))).toBe(0)
  })
})

test('changes to a second factor are in the log, and in the audit log with their author', async () => {
  const lines: unknown[] = []
  const note = (_message: string, fields?: Record<string, unknown>) => void lines.push(fields?.event)
  Object.assign(shop.services.log, { info: note, warn: note })
  phone = await enrol(shop, ada)
  await signIn(elsewhere(), phone.recoveryCodes[0])
  await signIn(elsewhere(), '000000')
  await ada.call('secondFactor.renewRecoveryCodes', { currentPassword: password, code: phone.next() })
  const other = await enrol(shop, ada, phone.next())
  await ada.call('secondFactor.turnOff', { currentPassword: password, code: other.next() })
  await enrol(shop, ada)
  await resetSecondFactor(shop.services, email)
  await shop.services.security.flush('all')
  expect(lines).toEqual([
    'security.second_factor_on',
    'security.recovery_code_used',
    'security.second_factor_failed',
    'security.recovery_codes_renewed',
    'security.second_factor_replaced',
    'security.second_factor_off',
    'security.second_factor_on',
    'security.second_factor_off',
  ])
  const log = await shop.services.store.read((rows) => rows.auditLog.find(everyone, {}))
  const of = (resource: string) => log.filter((entry) => entry.resource === resource)
  const user = (await shop.services.store.read((rows) => rows.users.find(everyone, {})))[0]!
  expect(of('user').map(({ actorType, operation }) => [actorType, operation])).toEqual([
    ['USER', 'secondFactor.confirm'],
    ['USER', 'secondFactor.confirm'],
    ['USER', 'secondFactor.turnOff'],
    ['USER', 'secondFactor.confirm'],
    ['OPERATOR', null],
  ])
  const used = of('secondFactor').find(({ operation }) => operation === 'session.create')
  expect(used).toMatchObject({ actorId: user.id, after: { recoveryCodes: '[hidden]' } })
  expect(of('security').map(({ resourceId, after }) => [resourceId, after?.event])).toEqual([
    [user.id, 'security.second_factor_failed'],
  ])
})
