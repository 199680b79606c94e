import { beforeEach, describe, expect, test } from 'vitest'
import { guessLimits } from '../../../src/core/features/people/accounts/sign-in-attempts.ts'
import { resetLinkOf } from '../../../src/core/features/people/administration/user-admin.ts'
import { browser, tokenIn } from '../../support/people.ts'
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

const elsewhere = (n = 7) => browser(shop, `198.51.100.${n}`)
const resetToken = async () => tokenIn(await resetLinkOf(shop.services, email))

beforeEach(async () => {
  ;({ shop, ada } = await createShopOfAda())
})

describe('guessing codes', () => {
  beforeEach(async () => {
    phone = await enrol(shop, ada)
  })
  const { limit } = guessLimits.code

  test('counts like guessing passwords', async () => {
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await signIn(elsewhere(), '000000')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('from everywhere is stopped for the day, without affecting recovery codes or the owner’s browser', async () => {
    for (let n = 0; n < limit; n++) {
      expect(outcome(await signIn(elsewhere(n), '000000'))).toEqual([401, 'second_factor_failed'])
    }
    const refused = await signIn(elsewhere(99), phone.next())
    expect(outcome(refused)).toEqual([429, 'rate_limited'])
    expect(refused.body.detail).toContain('recovery code')
    expect((await signIn(elsewhere(99), phone.recoveryCodes[0])).status).toBe(201)
    expect((await signIn(ada, phone.shows())).status).toBe(201)
    await shop.advance(day)
    expect((await signIn(elsewhere(100), phone.next())).status).toBe(201)
  })

  test('counts forty concurrent attempts as forty', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => signIn(elsewhere(n), '000000')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(limit)
  })

  test('with a known browser is stopped too, with its own counter', async () => {
    const statuses = []
    for (let n = 0; n < limit + 1; n++) {
      statuses.push((await signIn(ada, '000000')).status)
      shop.clock.advance(5 * minute)
    }
    expect(statuses.lastIndexOf(401)).toBe(limit - 1)
    expect((await signIn(elsewhere(), phone.next())).status).toBe(201)
  })

  test('is not possible with the address alone', async () => {
    for (let n = 0; n < limit + 5; n++) await signIn(elsewhere(n), '000000', 'a wrong guess')
    expect((await signIn(elsewhere(99), phone.next())).status).toBe(201)
  })

  test('with a password link is counted too', async () => {
    const token = await resetToken()
    const confirm = () =>
      elsewhere().call('passwordReset.confirm', { token, password: 'another horse battery', code: '000000' })
    for (let n = 0; n < limit; n++) expect((await confirm()).status).toBe(401)
    expect((await confirm()).status).toBe(429)
  })

  test('correct codes do not count, nor does the request for one', async () => {
    for (let n = 0; n < limit + 5; n++) {
      expect((await signIn(elsewhere())).status).toBe(401)
      expect((await signIn(elsewhere(), phone.next())).status).toBe(201)
    }
  })
})
