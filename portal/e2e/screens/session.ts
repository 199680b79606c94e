import type { Page } from 'playwright-core'
import { callAsPerson } from '../portal.ts'
import { settled } from '../settled.ts'
import type { Screen } from './screen.ts'

/** Screens that need no session. */
const entrance = (name: string, path: Screen['path']): Screen => ({
  name,
  path,
  ready: (page) => page.locator('form button').last().waitFor(),
  isSignedIn: false,
})

const next = (page: Page) => page.locator('form button[type=submit]').click()

/** Any token shows the form behind a link: the page contacts the server only when it is submitted. */
export const sessionScreens: readonly Screen[] = [
  entrance('sign-in', () => '/'),
  entrance('sign-in-forgotten', () => '/forgotten'),
  entrance('sign-in-reset', () => '/reset-password#a-token'),
  entrance('sign-in-first', () => '/setup#a-token'),
  {
    ...entrance('sign-in-first-organisation', () => '/setup#a-token'),
    ready: async (page) => {
      await next(page)
      await page.locator('input[autocomplete=organization]').waitFor()
    },
  },
  {
    ...entrance('sign-in-first-you', () => '/setup#a-token'),
    ready: async (page) => {
      await next(page)
      await page.locator('input[autocomplete=organization]').fill('Harbour Kitchen')
      await page.locator('form select').first().selectOption('NL')
      await next(page)
      await page.locator('input[type=email]').waitFor()
    },
  },
  {
    name: 'first-letter',
    path: async (_, person) => {
      // As in an organisation without mail and designs, at this address only.
      const json = { data: [], nextCursor: null, hasMore: false }
      await person.route(/\/v1\/(items|postflows|templates)\?/, (route) =>
        person.url().endsWith('/desk?new') ? route.fulfill({ json }) : route.fallback(),
      )
      return '/desk?new'
    },
    ready: async (page) => {
      await page.locator('main .piece img').waitFor()
      await settled(page)
    },
  },
  entrance('sign-in-invited', async (_, person) => {
    const body = { email: 'bo@fern-and-field.example', roles: ['editor'] }
    const { link } = await callAsPerson(person, 'POST', '/organisation/invitations', body)
    return link.slice(link.indexOf('/portal') + '/portal'.length)
  }),
]
