import { beforeEach, describe, expect, test } from 'vitest'
import { assertUsablePassword, isGuessable } from '../../../src/core/features/people/accounts/password.ts'
import {
  createAccount,
  newSetupLink,
  resetLinkOf,
} from '../../../src/core/features/people/administration/user-admin.ts'
import { browser, password, person, tokenIn } from '../../support/people.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

describe('a common password', () => {
  test.each([
    ['in the list', '1q2w3e4r5t6y'],
    ['with digits appended', 'password1234'],
    ['with a capital, a year and a symbol', 'Welcome2024!'],
    ['with letters replaced by symbols', 'P@ssw0rd1234'],
    ['twice', 'passwordpassword'],
    ['made of two in the list', 'monkeydragon12'],
    ['of adjacent keys', 'qwertyuiop123'],
    ['of consecutive digits', '987654321098'],
    ['of consecutive letters', 'lmnopqrstuvw'],
    ['in full-width letters', 'ｐａｓｓｗｏｒｄ１２３４'],
    ['of the maximum length', 'password'.repeat(25)],
  ])('%s', async (_what, text) => {
    expect(await isGuessable(text)).toBe(true)
  })

  test.each([
    ['some words', 'correct horse battery'],
    ['some words in another language', 'kaasisergoed12'],
    ['chance', 'X7#pQ9z!kL2m'],
    ['other scripts', 'сыр очень вкусный'],
    ['symbols that stand for many letters', 'ﷺ'.repeat(200)],
  ])('is not %s', async (_what, text) => {
    expect(await isGuessable(text)).toBe(false)
  })
})

describe('a password that contains the email address', () => {
  test.each([
    ['ada@example.com', 'ada@example.com1', false],
    ['ada@example.com', 'my Ada@Example.com!', false],
    ['ada.lovelace@example.com', 'Ada.Lovelace engine', false],
    ['ａｄａ@example.com', 'ada@example.com, wide', false],
    ['babbage@example.com', 'some babbage cooking', false],
    // Names with fewer than six letters are parts of many words.
    ['rage@example.com', 'some cabbage storage', true],
    ['ada@example.com', 'another example.com', true],
  ])('of %s, as %s', async (email, text, isTaken) => {
    const judged = assertUsablePassword(text, email)
    if (isTaken) await expect(judged).resolves.toBeUndefined()
    else await expect(judged).rejects.toMatchObject({ errors: [{ code: 'too_easy' }] })
  })
})

describe('every operation that sets a password refuses a common one', () => {
  const common = 'Welcome2024!'
  const email = 'ada@example.com'
  let shop: TestShop
  beforeEach(async () => {
    shop = await createTestShop()
    shop.mailer.available = false
  })

  test.each<[string, string, () => Promise<{ status: number; body: unknown }>]>([
    [
      'a reset',
      'password',
      async () => {
        await person(shop, email)
        const token = tokenIn(await resetLinkOf(shop.services, email))
        return browser(shop).call('passwordReset.confirm', { token, password: common })
      },
    ],
    [
      'a change',
      'newPassword',
      async () => {
        await person(shop, email)
        const ada = browser(shop)
        await ada.signIn(email)
        return ada.call('profile.changePassword', { currentPassword: password, newPassword: common })
      },
    ],
    [
      'an invitation',
      'password',
      async () => {
        const session = await shop.portal()
        const body = { email, roles: ['editor'] }
        const token = tokenIn((await shop.call('invitations.create', { session, body })).body.link)
        return browser(shop).call('invitations.accept', { token, name: 'Ada', password: common })
      },
    ],
    [
      'the first user',
      'password',
      async () => {
        const token = tokenIn((await newSetupLink(shop.services))!)
        return browser(shop).call('setup.create', { token, name: 'Ada', email, password: common })
      },
    ],
  ])('%s', async (_where, parameter, set) => {
    expect(await set()).toMatchObject({
      status: 422,
      body: { errors: [{ parameter, code: 'too_common', message: expect.stringMatching(/guessed first/) }] },
    })
  })

  test('the command line', async () => {
    const account = { email, organisationId: shop.organisation.id, password: common }
    await expect(createAccount(shop.services, account)).rejects.toMatchObject({
      errors: [{ parameter: 'password', code: 'too_common' }],
    })
  })
})
