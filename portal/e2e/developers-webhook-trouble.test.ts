import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postponeDeliveries } from './age-deliveries.ts'
import { openPortal, type Portal, sampled } from './portal.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import type { Sample } from './screens/screen.ts'

let portal: Portal
let page: Page
let sample: Sample
let old: Receiver
let present: Receiver
let id: string
/** Number of failed events: each item has three. */
const failed = 6

const read = async (path: string) => (await sample.call('GET', path)).data as { attemptCount: number }[]
const countFailed = async () =>
  (await read(`/webhooks/undelivered?filter[endpointId]=${id}`)).filter(
    ({ attemptCount }) => attemptCount > 0,
  ).length

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 1)
  old = await startReceiver()
  present = await startReceiver()
  const body = { url: old.url, description: 'Orders of the shop', events: ['item.*'] }
  id = (await sample.call('POST', '/webhooks', body)).id
  old.answer = { status: 410, body: 'This shop has moved' }
  for (const index of [1, 2]) await sample.createItem(index)
})
afterAll(async () => {
  old?.close()
  present?.close()
  await portal?.close()
})

const open = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const tab = (name: string | RegExp) => page.locator('main nav').getByRole('link', { name })
const notice = (text: string | RegExp) => page.locator('[aria-live=polite]').getByText(text).waitFor()

test('the list shows which webhook fails and how many events wait, and the tab how many are failed', async () => {
  await expect.poll(countFailed).toBe(failed)
  postponeDeliveries(portal)
  await open('/webhooks')
  await page.getByText(`Failing: ${failed} waiting`).waitFor()
  await tab(`Failed events ${failed}`).click()
  await page
    .getByText(/^Next attempt /)
    .first()
    .waitFor()
  const all = page.getByRole('region', { name: 'Failed for one reason' })
  await all
    .getByText(
      `Orders of the shop: ${failed} events failed for one reason. Your server says that this URL is gone (410).`,
    )
    .waitFor()
  // What applies to all rows is not repeated in columns.
  expect(await page.getByRole('columnheader', { name: 'Reason' }).count()).toBe(0)
  await all.getByRole('link', { name: 'Go to webhook' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Webhook' }).count()).toBe(0)
})

test('every reason and time can be read completely on a small laptop screen', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const cut = await page
    .locator('tbody td, tbody td .two-lines')
    .evaluateAll(
      (cells) =>
        cells.filter(
          (cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 4,
        ).length,
    )
  expect(cut).toBe(0)
})

test('selected events that wait for a retry are sent now, each with its own id', async () => {
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText(`${failed} are retried automatically, the first at`).waitFor()
  await bar.getByRole('button', { name: 'Resend …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('They are sent now instead.').waitFor()
  await dialog.getByRole('button', { name: `Resend ${failed} events` }).click()
  await notice(`Resending ${failed} events.`)
  const attempts = async () =>
    (await read(`/webhooks/${id}/deliveries`)).map(({ attemptCount }) => attemptCount)
  await expect.poll(attempts).toEqual(Array.from({ length: failed }, () => 2))
})

test('the webhook shows since when it fails and what happens next, and links to its URL', async () => {
  await open(`/webhooks/${id}`)
  await page.getByRole('heading', { name: /^Your server answers 410 since / }).waitFor()
  await page.getByText(`${failed} events are waiting, the oldest since`).waitFor()
  await page.getByText('Nothing arrived in the last 30 days.').waitFor()
  await page.getByText('We retry each for 24 hours').waitFor()
  await page.getByText('After ten failures in a row we pause the webhook.').waitFor()
  await page.getByRole('region', { name: 'Last answer' }).getByText('This shop has moved').waitFor()
  await button('Correct the URL …').waitFor()
  await tab('Settings').click()
  await page.getByLabel('URL').waitFor()
})

test('an unsaved URL is kept when another tab is opened, until it is discarded', async () => {
  await page.getByText('This server also accepts http://.').waitFor()
  await page.getByText(`The ${failed} waiting events go to the new URL too`).waitFor()
  await page.getByLabel('URL').fill('http://127.0.0.1:1/elsewhere')
  await tab('Overview').click()
  await page.getByRole('heading', { name: /^Your server answers 410/ }).waitFor()
  await tab('Settings').click()
  await page.getByText('You have unsaved changes.').waitFor()
  expect(await page.getByLabel('URL').inputValue()).toBe('http://127.0.0.1:1/elsewhere')
  await button('Discard').click()
  expect(await page.getByLabel('URL').inputValue()).toBe(old.url)
})

test('waiting events go to a new URL, immediately on request, and arrive once', async () => {
  await page.getByLabel('URL').fill(`${present.url}?token=s3cret`)
  await button('Save').click()
  await page.getByText(`Webhook saved. The ${failed} waiting events go to the new URL`).waitFor()
  // The receiver delays its answer, so that the sending state is visible.
  present.hold()
  await button(`Resend ${failed} events`).click()
  await page.getByText(`Resending … 0 of ${failed} arrived`).waitFor()
  await page.getByText('Resending', { exact: true }).waitFor()
  expect(await button(`Resend ${failed} events`).isDisabled()).toBe(true)
  present.release()
  const result = page.getByText(`All ${failed} arrived.`)
  await result.waitFor()
  const { y, height } = (await result.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height)
  expect(await button(/Resend/).count()).toBe(0)
  expect(present.taken.toSorted()).toEqual([...new Set(present.taken)].toSorted())
  expect(present.taken).toHaveLength(failed)
  await open('/webhooks/undelivered')
  await page.getByText('No failed events').waitFor()
})

test('each attempt shows its URL without parts that may be secret', async () => {
  const sent = (await sample.call('GET', `/webhooks/${id}/deliveries?filter[status]=DELIVERED`)).data[0]
  await open(`/webhooks/${id}/deliveries/${sent.id}`)
  const attempts = page.locator('main ol > li')
  expect(await attempts.nth(0).getByText('To http').textContent()).toBe(`To ${present.url}`)
  expect(await attempts.nth(1).getByText('To http').textContent()).toBe(`To ${old.url}`)
})

test('an error of the receiver is attributed to it, and can be copied for its developers', async () => {
  present.answer = { status: 500, body: 'TypeError: orders is not iterable' }
  await sample.createItem(3)
  await expect.poll(countFailed).toBe(3)
  postponeDeliveries(portal)
  await open('/webhooks/undelivered')
  await button('Resend all 3').click()
  await page.getByText('0 arrived, 3 failed again.').waitFor()
  postponeDeliveries(portal)
  await open(`/webhooks/${id}`)
  await page.getByRole('heading', { name: /^Your server answers 500 since / }).waitFor()
  await page.getByText(/^Look at your server’s log at /).waitFor()
  await page.getByText('Send a test event.', { exact: true }).waitFor()
  await page
    .getByText('Resend the 3 events. Each has an ID, so your server can recognise a repeat.')
    .waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const width = async (name: string) => (await button(name).boundingBox())!.width
  const before = await width('Copy for your developer')
  await button('Copy for your developer').click()
  await button('Copied').waitFor()
  expect(await width('Copied')).toBe(before)
  const copied = await page.evaluate('navigator.clipboard.readText()')
  for (const line of [
    'Webhook: Orders of the shop',
    `URL: ${present.url}`,
    'Failing since: ',
    'Waiting events: 3',
    'Your server reported an error (500)',
    'TypeError: orders is not iterable',
  ]) {
    expect(copied).toContain(line)
  }
  expect(copied).not.toContain('s3cret')
  expect(copied).not.toMatch(/\d:\d\d\.\d/)
})

test('a successful test offers to send the waiting events; repeated failures and arrivals are counted', async () => {
  present.answer = { status: 200, body: 'thank you' }
  await button('Send test event').click()
  await page.getByText('Your server accepted the test event').waitFor()
  await page.getByText('The test event arrived.').waitFor()
  await button('Resend the 3 events now').click()
  expect(await page.locator(':focus').textContent()).toContain('Resend 3 events')
  present.answer = { status: 500, body: 'TypeError: orders is not iterable' }
  await page.getByRole('button', { name: 'Resend 3 events', exact: true }).click()
  await page.getByText('0 arrived, 3 failed again.').waitFor()
  postponeDeliveries(portal)
  present.answer = { status: 200, body: 'thank you' }
  await page.getByRole('button', { name: 'Resend 3 events', exact: true }).click()
  await page.getByText('All 3 arrived.').waitFor()
  await page.getByText('Your server answers 500').waitFor({ state: 'detached' })
})

test('earlier results are cleared when the page is reopened', async () => {
  await open(`/webhooks/${id}`)
  await button('Send test event').waitFor()
  expect(await page.getByText('All 3 arrived.').count()).toBe(0)
  expect(await page.getByText('accepted the test event').count()).toBe(0)
})

test('an event older than the webhook says that it was meant for none', async () => {
  const { data } = await sample.call('GET', '/events?limit=200')
  const earlier = data.find(
    (event: { data: { item?: { id: string } } }) => event.data.item?.id === sample.itemId,
  )
  await open(`/events/${earlier.id}`)
  await page.getByText('No webhook was meant to receive it.').waitFor()
  await page.getByText('The webhook is newer than the event.').waitFor()
  await open(`/webhooks/${id}`)
  await page.getByText('Receives events from then on.').waitFor()
})

test('says so if no webhook receives live events', async () => {
  await open('/webhooks/undelivered')
  await page.getByText('Live', { exact: true }).click()
  await page.getByText('No webhook receives live events').waitFor()
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
