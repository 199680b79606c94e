import type { Page } from 'playwright-core'
import { enterCosts } from '../enter-costs.ts'
import { callAsPerson } from '../portal.ts'
import type { Screen } from './screen.ts'

/**
 * Enters the costs of paper and clicks once for each page, hands over a run with them and reloads the page.
 */
const withCosts = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').first().waitFor()
  if (priced.has(page)) return
  priced.add(page)
  await enterCosts(page)
  // These costs apply only to later runs.
  const clock = '/developers/test-clock'
  let moved = await callAsPerson(page, 'POST', `${clock}/advance`, { to: 'next-cutoff' })
  while (moved.advancingTo !== null) moved = await callAsPerson(page, 'GET', clock)
  await page.reload()
}
const priced = new WeakSet<Page>()

/** Costs of runs, for operators. */
export const costScreens: readonly Screen[] = [
  {
    name: 'operator-runs-costs',
    path: () => '/operator/runs?kind=costs',
    ready: async (page) => {
      await withCosts(page)
      await page.locator('tbody td').first().waitFor()
    },
  },
  {
    name: 'operator-run-costs',
    path: () => '/operator/runs?kind=costs',
    ready: async (page) => {
      await withCosts(page)
      await page.locator('tbody a').first().click()
      await page.locator('section[aria-labelledby=costs] dl').waitFor()
    },
  },
  {
    name: 'operator-cost',
    path: () => '/operator/catalogue',
    ready: async (page) => {
      await withCosts(page)
      await page.goto(`${new URL(page.url()).origin}/portal/operator/catalogue/costs/clicks?change=form`)
      await page.locator('main form select').first().waitFor()
    },
  },
]
