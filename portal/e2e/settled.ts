import type { Page, Request } from 'playwright-core'

/** How long nothing may be asked before a page counts as settled. */
const quietMs = 300
const lookMs = 50
/** How long after the last answer what was asked is still waited for. */
const patienceMs = 100_000

/** What each page asks for at the moment, and when it last had an answer. */
const asked = new WeakMap<Page, { open: Set<Request>; answeredAt: number }>()

/** Follows what a page asks for, but for the stream of what happens elsewhere, which never ends. */
export const followRequests = (page: Page): void => {
  const followed = { open: new Set<Request>(), answeredAt: Date.now() }
  asked.set(page, followed)
  const end = (request: Request) => {
    if (followed.open.delete(request)) followed.answeredAt = Date.now()
  }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/v1/live') followed.open.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/** Waits until everything that a page asked for is there; throws with what is not, where it never comes. */
export const settled = async (page: Page): Promise<void> => {
  const { open, answeredAt } = asked.get(page)!
  if (open.size === 0 && Date.now() - answeredAt >= quietMs) return
  if (Date.now() - answeredAt > patienceMs) {
    throw new Error(`No answer to ${[...open].map((request) => request.url()).join(', ')}`)
  }
  await page.waitForTimeout(lookMs)
  await settled(page)
}
