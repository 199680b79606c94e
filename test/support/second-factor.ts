import { memoryCode } from '../../src/adapters/memory/sign-in.ts'
import { codePeriodMs } from '../../src/core/ports/credentials.ts'
import { browser, password, person } from './people.ts'
import { createTestShop, type TestResponse, type TestShop } from './shop.ts'

export const email = 'ada@example.com'
type Browser = ReturnType<typeof browser>

/** Creates a shop whose user Ada is signed in with a browser. */
export const createShopOfAda = async (): Promise<{ shop: TestShop; ada: Browser }> => {
  const shop = await createTestShop({ clock: '2026-01-05T09:00:00Z' })
  await person(shop, email)
  const ada = browser(shop)
  await ada.signIn(email)
  return { shop, ada }
}

/** Signs in as Ada, with a code if given. */
export const signIn = (from: Browser, code?: string, given = password): Promise<TestResponse> =>
  from.call('session.create', { email, password: given, ...(code === undefined ? {} : { code }) })

export const outcome = ({ status, body }: TestResponse): [status: number, code: unknown] => [
  status,
  body?.code,
]

/** A user's authenticator app. */
export interface Authenticator {
  secret: string
  recoveryCodes: string[]
  /** Returns the code that it shows at present, or `off` periods later (earlier if negative). */
  shows(off?: number): string
  /** Moves the clock to the next code, which has not been used, and returns it. */
  next(): string
}

/** Sets up a second factor for the user who is signed in with this browser. */
export const enrol = async (shop: TestShop, own: Browser, code?: string): Promise<Authenticator> => {
  const begun = await own.call('secondFactor.begin', { currentPassword: password, ...(code ? { code } : {}) })
  const { secret } = begun.body.authenticator
  const shows = (off = 0) => memoryCode(secret, shop.clock.now() + off * codePeriodMs)
  const confirmed = await own.call('secondFactor.confirm', { code: shows() })
  return {
    secret,
    recoveryCodes: confirmed.body.recoveryCodes,
    shows,
    next() {
      shop.clock.advance(codePeriodMs)
      return shows()
    },
  }
}
