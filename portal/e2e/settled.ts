import type { Page, Request } from 'playwright-core'

/** Time without requests after which a page counts as settled. */
const quietMs = 300
const pollMs = 50
/** Maximum wait for pending requests after the last response. */
const patienceMs = 100_000

/** The pending requests of each page, and the time of its last response. */
const tracked = new WeakMap<Page, { open: Set<Request>; answeredAt: number }>()

/** Tracks a page's requests, except for the live stream, which never ends. */
export const followRequests = (page: Page): void => {
  const followed = { open: new Set<Request>(), answeredAt: Date.now() }
  tracked.set(page, followed)
  const end = (request: Request) => {
    if (followed.open.delete(request)) followed.answeredAt = Date.now()
  }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/v1/live') followed.open.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/**
 * Waits until a page has had no pending requests for `quietMs`. Throws with the URLs of those that never end.
 */
export const settled = async (page: Page): Promise<void> => {
  const { open, answeredAt } = tracked.get(page)!
  if (open.size === 0 && Date.now() - answeredAt >= quietMs) return
  if (Date.now() - answeredAt > patienceMs) {
    throw new Error(`No answer to ${[...open].map((request) => request.url()).join(', ')}`)
  }
  await page.waitForTimeout(pollMs)
  await settled(page)
}
