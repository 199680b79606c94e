import { expect, test } from 'vitest'
import { browser, password, person } from '../support/people.ts'
import { twinOf } from '../support/postgres/twins.ts'
import { enrol } from '../support/second-factor.ts'
import { createTestShop } from '../support/shop.ts'

const email = 'ada@example.com'

test('a code and a recovery code sign in once, whichever servers get them concurrently', async () => {
  const shop = await createTestShop()
  const twin = await twinOf(shop)
  await person(shop, email)
  const ada = browser(shop)
  await ada.signIn(email)
  const phone = await enrol(shop, ada)
  for (const code of [phone.next(), phone.recoveryCodes[0]]) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? shop : twin).call('session.create', {
          body: { email, password, code },
          client: { address: `198.51.100.${n}`, origin: 'own' },
        }),
      ),
    )
    const codes = answers.map(({ status, body }) => (status === 201 ? 'signed in' : body.code))
    expect(codes.sort()).toEqual([...Array(7).fill('second_factor_failed'), 'signed in'])
  }
})
