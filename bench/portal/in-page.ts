import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Gives every page that this one opens the stopwatch of `in-page.js`. */
export const addStopwatch = (page: Page): Promise<unknown> =>
  page.addInitScript({ path: join(import.meta.dirname, 'in-page.js') })

export const timesOf = (page: Page): Promise<number[]> => page.evaluate('bench.times')

/** Waits until so many times were taken. */
export const untilTimes = (page: Page, count: number): Promise<unknown> =>
  page.evaluate(`bench.until(${count})`)
