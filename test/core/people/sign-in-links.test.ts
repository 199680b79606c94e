import { beforeEach, describe, expect, test } from 'vitest'
import { newSignInLink } from '../../../src/core/features/people/accounts/links.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { browser, person, tokenIn } from '../../support/people.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const email = 'zoe@example.com'
let shop: TestShop
let token: string
beforeEach(async () => {
  shop = await createTestShop()
  await person(shop, email)
  token = tokenIn(await newSignInLink(shop.services, email))
})

/** Follows the link in a browser at this address. */
const follow = (address = '127.0.0.1', given = token) =>
  browser(shop, address).call('session.createByLink', { token: given })

const dead = { status: 422, body: { errors: [{ parameter: 'token', code: 'expired' }] } }

describe('the link of the demo', () => {
  test('signs in once', async () => {
    expect(await follow()).toMatchObject({ status: 201, body: { user: { email } } })
    expect(await follow()).toMatchObject(dead)
  })

  test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
    'works from this machine: %s',
    async (address) => {
      expect((await follow(address)).status).toBe(201)
    },
  )

  test.each(['192.0.2.1', '::2', '10.127.0.1', '2001:db8::1', ''])(
    'does not work from elsewhere: "%s"',
    async (address) => {
      expect(await follow(address)).toMatchObject(dead)
    },
  )

  test('ends after twelve hours', async () => {
    shop.clock.advance(12 * 3_600_000)
    expect(await follow()).toMatchObject(dead)
  })

  test('ends with the next one', async () => {
    await newSignInLink(shop.services, email)
    expect(await follow()).toMatchObject(dead)
  })

  test('opens no account that was disabled in the meantime', async () => {
    await shop.services.store.write(async (rows) => {
      const [user] = await rows.users.find(everyone, {})
      await rows.users.update(everyone, user!.id, { status: 'DISABLED' })
    })
    expect(await follow()).toMatchObject(dead)
  })

  test('is not accepted as another kind of link, nor another kind as this one', async () => {
    const answer = await browser(shop).call('passwordReset.confirm', {
      token,
      password: 'another horse battery',
    })
    expect(answer).toMatchObject(dead)
  })
})
