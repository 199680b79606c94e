import type { Page } from 'playwright-core'
import { callAsPerson } from '../portal.ts'
import type { Screen } from './screen.ts'

/** Tickets, created once for each page: keys may not open them, so the page's user does. */
const prepared = new WeakMap<Page, Promise<void>>()

const makeTickets = async (page: Page): Promise<void> => {
  const open = (subject: string, text: string) =>
    callAsPerson(page, 'POST', '/support/tickets', { subject, text })
  const { id } = await open(
    'A card that arrived torn',
    'The card of Noor Jansen arrived torn. Can it be sent again?',
  )
  await callAsPerson(page, 'POST', `/support/tickets/${id}/answer`, {
    text: 'We print it again with the next run, free of charge.',
  })
  await open('More items a minute', 'We send 2,000 invitations on Friday. Can our limit be raised?')
}

const withTickets = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').first().waitFor()
  if (!prepared.has(page)) {
    prepared.set(page, makeTickets(page))
    await prepared.get(page)
    await page.reload()
  }
  await page.locator('tbody a').first().waitFor()
}

export const supportScreens: readonly Screen[] = [
  { name: 'support', path: () => '/support', ready: withTickets },
  {
    name: 'support-ticket',
    path: () => '/support',
    ready: async (page) => {
      await withTickets(page)
      await page.locator('tbody a', { hasText: 'torn' }).click()
      await page.locator('main ol li').nth(1).waitFor()
    },
  },
  { name: 'support-new', path: () => '/support/new', ready: (page) => page.locator('textarea').waitFor() },
  {
    name: 'support-diagnostics',
    path: () => '/support/diagnostics',
    ready: (page) => page.locator('table').waitFor(),
  },
]
