import type { Page } from 'playwright-core'
import type { Portal } from '../../portal/e2e/portal.ts'
import { timesOf, untilTimes } from './in-page.ts'
import type { Samples } from './pages.ts'
import { report, slow, spread } from './report.ts'

/** With twenty or fewer, the 95th percentile would be the maximum, which depends more on the machine. */
const items = 60

/** Measures from the creation of an item to its thumbnail on the Desk, one item at a time. */
export const measureDesk = async (portal: Portal, page: Page, { createItem }: Samples): Promise<void> => {
  await page.goto(`${portal.server.url}/portal/desk`)
  await page.locator('.thumb img').first().waitFor()
  await page.evaluate('bench.watchThumbnails()')
  const times: number[] = []
  for (let index = 1; index <= items; index++) {
    const before = Date.now()
    await createItem(index)
    await untilTimes(page, index)
    const drawn = await timesOf(page)
    times.push(drawn[index - 1]! - before)
    // Pages refresh once a second under load, so wait until the refresh of this item is over.
    await new Promise((resolve) => setTimeout(resolve, 4_000))
  }
  const counted = times.slice(1)
  const what = 'from created item to its thumbnail on the Desk'
  report(what, spread(counted), 'p95 200 ms', slow(counted, 200))
}
