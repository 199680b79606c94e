import { beforeEach, describe, expect, test } from 'vitest'
import { recoveryCodeCount } from '../../../src/core/features/people/accounts/second-factor.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { browser, password } from '../../support/people.ts'
import { type Authenticator, createShopOfAda, enrol, outcome, signIn } from '../../support/second-factor.ts'
import type { TestShop } from '../../support/shop.ts'

let shop: TestShop
let ada: ReturnType<typeof browser>
let phone: Authenticator

const factor = async (from = ada) => (await from.call('secondFactor.get')).body
const elsewhere = (n = 7) => browser(shop, `198.51.100.${n}`)

beforeEach(async () => {
  ;({ shop, ada } = await createShopOfAda())
})

describe('recovery codes', () => {
  beforeEach(async () => {
    phone = await enrol(shop, ada)
  })

  test('replace a code, once each', async () => {
    const [code] = phone.recoveryCodes
    expect(new Set(phone.recoveryCodes).size).toBe(recoveryCodeCount)
    expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    expect((await signIn(elsewhere(), code)).status).toBe(201)
    expect(outcome(await signIn(elsewhere(), code))).toEqual([401, 'second_factor_failed'])
    expect((await factor()).recoveryCodesLeft).toBe(recoveryCodeCount - 1)
  })

  test('are accepted in capitals, without dashes and with an O for a zero', async () => {
    const typed = phone.recoveryCodes[1]!.toUpperCase()
      .replace(/-/g, ' ')
      .replace(/0/g, 'O')
      .replace(/1/g, 'l')
    expect((await signIn(elsewhere(), typed)).status).toBe(201)
  })

  test('work once, even for concurrent requests', async () => {
    const [code] = phone.recoveryCodes
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => signIn(elsewhere(n), code)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('are replaced with password and code, and the earlier ones stop working', async () => {
    const renew = (code: string) =>
      ada.call('secondFactor.renewRecoveryCodes', { currentPassword: password, code })
    expect((await renew('000000')).body.errors[0].parameter).toBe('code')
    const renewed = await renew(phone.next())
    expect(renewed.body.recoveryCodes).toHaveLength(recoveryCodeCount)
    expect(outcome(await signIn(elsewhere(), phone.recoveryCodes[0]))).toEqual([401, 'second_factor_failed'])
    expect((await signIn(elsewhere(), renewed.body.recoveryCodes[0])).status).toBe(201)
  })
})

test('a code may be typed with spaces and dashes, in 40 characters and not in 41', async () => {
  phone = await enrol(shop, ada)
  const padded = (length: number) => phone.recoveryCodes[0]!.padEnd(length, ' -')
  expect((await signIn(elsewhere(), padded(41))).body.errors[0].parameter).toBe('code')
  expect((await signIn(elsewhere(), padded(40))).status).toBe(201)
})

describe('disabling the second factor', () => {
  const turnOff = (body: object) => ada.call('secondFactor.turnOff', { currentPassword: password, ...body })
  beforeEach(async () => {
    phone = await enrol(shop, ada)
  })

  test.each([
    ['a code', () => phone.next()],
    ['a recovery code', () => phone.recoveryCodes[3]!],
  ])('requires the password and %s, and ends every other session', async (_what, code) => {
    const desk = elsewhere()
    await signIn(desk, phone.recoveryCodes[0])
    expect((await turnOff({ code: code() })).status).toBe(204)
    expect((await desk.call('session.get')).status).toBe(401)
    expect((await factor()).enabled).toBe(false)
    expect((await signIn(desk)).status).toBe(201)
    expect(await shop.services.store.read((rows) => rows.secondFactors.count(everyone, {}))).toBe(0)
    expect(outcome(await turnOff({ code: '000000' }))).toEqual([409, 'invalid_state'])
  })

  test.each([
    ['a wrong code', { code: '000000' }, 'code'],
    ['no code', {}, 'code'],
    ['a wrong password', { currentPassword: 'wrong wrong wrong', code: '000000' }, 'currentPassword'],
  ])('is refused with %s', async (_what, body, parameter) => {
    expect((await turnOff(body)).body.errors[0].parameter).toBe(parameter)
    expect((await factor()).enabled).toBe(true)
  })
})
