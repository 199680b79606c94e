import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Adds the stopwatch of `in-page.js` to every page that this one opens. */
export const addStopwatch = (page: Page): Promise<unknown> =>
  page.addInitScript({ path: join(import.meta.dirname, 'in-page.js') })

export const timesOf = (page: Page): Promise<number[]> => page.evaluate('bench.times')

/** Waits until this many times were recorded. */
export const untilTimes = (page: Page, count: number): Promise<unknown> =>
  page.evaluate(`bench.until(${count})`)
