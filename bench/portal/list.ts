import type { CDPSession, Page } from 'playwright-core'
import { sampleRecipient } from '../../bin/demo/steps.ts'
import type { Portal } from '../../portal/e2e/portal.ts'
import { timesOf, untilTimes } from './in-page.ts'
import type { Samples } from './pages.ts'
import { report, slow, spread } from './report.ts'

const items = 10_000
const visits = 15

/** Measures a list of ten thousand items: the time until its rows are usable, and scrolling to its end. */
export const measureList = async (portal: Portal, page: Page, samples: Samples): Promise<void> => {
  await fill(samples)
  const url = `${portal.server.url}/portal/items`
  const devtools = await page.context().newCDPSession(page)
  const visit = async (): Promise<number> => {
    await page.goto(url)
    await untilTimes(page, 1)
    return (await timesOf(page))[0]!
  }
  const visitOften = async (): Promise<number[]> => {
    const times: number[] = []
    for (let n = 0; n < visits; n++) times.push(await visit())
    return times.slice(1)
  }
  const what = 'a list of 10,000 items: from URL to rows'
  const fast = await visitOften()
  report(what, spread(fast), 'p95 500 ms', slow(fast, 500))
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const throttled = await visitOften()
  report('  the same on a processor a quarter as fast', spread(throttled), 'p95 1,200 ms', {
    ...slow(throttled, 1200),
    what: `${what}, on a processor a quarter as fast`,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await visit()
  await scrollToTheEnd(page, devtools)
}

const fill = async ({ call, postflowIds }: Samples): Promise<void> => {
  for (let made = 0; made < items; made += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const recipient = { ...sampleRecipient(made + index), houseNumber: String(made + index + 1) }
      return { postflowId: postflowIds[0], recipient, data: { firstName: recipient.name!.split(' ')[0] } }
    })
    await call('POST', '/items/bulk', { items: rows })
  }
}

const scrollToTheEnd = async (page: Page, devtools: CDPSession): Promise<void> => {
  const before = await heapOf(devtools)
  const ms = (await page.evaluate('bench.scrollToTheEnd()')) as number
  const rows = await page.locator('table').getAttribute('aria-rowcount')
  const { nodes } = await devtools.send('Memory.getDOMCounters')
  const heap = (await heapOf(devtools)) - before
  report(
    `  read to its end, ${rows} rows`,
    `${(ms / 1000).toFixed(1)} s, ${heap.toFixed(1)} MB more of the heap, ${nodes} nodes`,
    '5 s, 30 MB',
    {
      what: 'a list of 10,000 items: scrolled to its end',
      unit: 's',
      values: [ms / 1000],
      aim: { atMost: 5 },
    },
    {
      what: 'a list of 10,000 items: heap growth at its end',
      unit: 'MB',
      values: [heap],
      aim: { atMost: 30 },
    },
  )
}

const heapOf = async (devtools: CDPSession): Promise<number> => {
  await devtools.send('HeapProfiler.collectGarbage')
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024
}
