import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callAsPerson, openPortal, type Portal, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page
let context: BrowserContext
let call: Awaited<ReturnType<typeof seeded>>['call']
let createItem: Awaited<ReturnType<typeof seeded>>['createItem']
let created = 0

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  context = page.context()
  await setUp(portal, page)
  ;({ call, createItem } = await seeded(portal))
})
afterAll(() => portal?.close())

beforeEach(async () => {
  await createItem(created++, 2)
})

/** Returns the live streams that a page opens after this call. */
const streamsOf = (tab: Page): string[] => {
  const streams: string[] = []
  tab.on('request', (request) => {
    if (request.url().includes('/v1/live')) streams.push(request.url())
  })
  return streams
}
const openDesk = (tab: Page) => tab.goto(`${portal.server.url}/portal/desk`)
/** Waits until the Desk shows an item. */
const seesLatest = async (tab: Page, { id }: { id: string }) => {
  await tab.locator(`main li a[href*="${id}"]`).waitFor()
}

test('the tabs of a browser share one stream, and another tab takes over when one closes', async () => {
  const streams = streamsOf(page)
  await openDesk(page)
  await page.getByText('Connected: this page updates live').waitFor({ state: 'attached' })
  const second = await portal.newPage(context)
  const streamsOfSecond = streamsOf(second)
  await openDesk(second)
  await second.getByText('Connected: this page updates live').waitFor({ state: 'attached' })
  const item = await createItem(created++, 2)
  await Promise.all([seesLatest(page, item), seesLatest(second, item)])
  expect([streams.length, streamsOfSecond.length]).toEqual([1, 0])

  await page.goto('about:blank')
  await expect.poll(() => streamsOfSecond.length).toBe(1)
  await seesLatest(second, await createItem(created++, 2))
  await second.close()
})

test('a list counts new items while it is read, and shows them on request', async () => {
  await page.goto(`${portal.server.url}/portal/items`)
  await page.getByText('Connected: this page updates live').waitFor({ state: 'attached' })
  await page.locator('tbody a').first().waitFor()
  const rows = await page.locator('tbody tr').count()
  const { id } = await createItem(created++, 2)
  await page.getByRole('button', { name: '1 new' }).click()
  await page.locator(`tbody a[href*="${id}"]`).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(rows + 1)
})

test('the sidebar shows the test clock after it was advanced elsewhere', async () => {
  await page.goto(`${portal.server.url}/portal/runs`)
  await page.getByText('Connected: this page updates live').waitFor({ state: 'attached' })
  const time = page.locator('#navigation time')
  const shownTime = async () => Date.parse((await time.getAttribute('datetime'))!)
  const before = await shownTime()
  // Three minutes are too short for any work to become due, so no event reports the change.
  await call('POST', '/developers/test-clock/advance', { by: 'PT3M' })
  await expect.poll(async () => (await shownTime()) - before).toBeGreaterThanOrEqual(180_000)
})

test('a page behind a proxy that buffers the stream polls instead', async () => {
  await page.route('**/v1/live*', () => {})
  await openDesk(page)
  await page.getByText('this page updates every two seconds').waitFor({ state: 'attached' })
  await seesLatest(page, await createItem(created++, 2))
  await page.unroute('**/v1/live*')
})

test('a page whose stream was interrupted shows what it missed before events arrive again', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let streams = 0
  await page.route('**/v1/live*', async (route) => {
    streams++
    if (streams === 1) {
      await route.fulfill({ contentType: 'text/event-stream', body: 'event: ready\nid: 1\ndata: {}\n\n' })
      return
    }
    await released
    if (streams === 2)
      await callAsPerson(page, 'POST', '/support/tickets', { subject: 'Envelopes torn', text: 'Ten.' })
    await route.continue()
  })
  await page.goto(`${portal.server.url}/portal/support`)
  await page.getByText('No questions yet').waitFor()
  release()
  await page.getByRole('link', { name: 'Envelopes torn' }).waitFor()
  await page.unroute('**/v1/live*')
})

test('a page whose server stops says so, and catches up once it is back', async () => {
  await openDesk(page)
  await page.getByText('Connected: this page updates live').waitFor({ state: 'attached' })
  await portal.stop()
  await page.getByText('No connection to the server').waitFor()
  await portal.start()
  await seesLatest(page, await createItem(created++, 2))
  await page.getByText('Connected: this page updates live').waitFor({ state: 'attached' })
  // The browser logs requests that reached no server.
  portal.errors = portal.errors.filter((error) => !/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/.test(error))
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
