import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postponeDeliveries } from './age-deliveries.ts'
import { openPortal, type Portal, sampled } from './portal.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import type { Sample } from './screens/screen.ts'

let portal: Portal
let page: Page
let sample: Sample
let shop: Receiver
let id: string
let moved: string
/** Number of failed events: the item has three. */
const failed = 3

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 1)
  shop = await startReceiver()
  moved = new URL('/hooks/lettershop', shop.url).href
  shop.answer = { status: 410, body: 'this address is gone: use /hooks/lettershop' }
  const body = { url: shop.url, description: 'Orders of the shop', events: ['item.*'] }
  id = (await sample.call('POST', '/webhooks', body)).id
  await sample.createItem(1)
})
afterAll(async () => {
  shop?.close()
  await portal?.close()
})

const open = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const address = () => dialog().getByLabel('URL')
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

test('correcting comes first and retrying second if the URL is wrong', async () => {
  await expect
    .poll(async () => {
      const { data } = await sample.call('GET', `/webhooks/undelivered?filter[endpointId]=${id}`)
      return data.filter(({ attemptCount }: { attemptCount: number }) => attemptCount > 0).length
    })
    .toBe(failed)
  postponeDeliveries(portal)
  await open('/webhooks/undelivered')
  const strip = page.getByRole('region', { name: 'Failed for one reason' })
  await strip.getByText(`The answer points to this URL: ${moved}`).waitFor()
  await strip.getByRole('button', { name: 'Correct the URL …' }).waitFor()
  expect(await strip.getByRole('button').allTextContents()).toEqual([
    'Correct the URL …',
    expect.stringContaining(`Resend all ${failed}`),
  ])
  await open(`/webhooks/${id}`)
  await page.getByText(`The answer points to this URL: ${moved}`).waitFor()
})

test('the URL from the response is filled in where it is corrected', async () => {
  await button('Correct the URL …').click()
  await address().and(page.locator(':focus')).waitFor()
  await expect.poll(() => address().inputValue()).toBe(moved)
  await dialog().getByText(`Until now it was ${shop.url}`).waitFor()
})

test.each([
  ['hooks/lettershop', () => moved],
  ['', () => shop.url],
])('half a URL, "%s", is rejected below its field, with an example', async (half, example) => {
  await address().fill(half)
  await press('Save and send test event')
  await dialog().getByText(`Enter the whole URL, for example ${example()}`).waitFor()
  expect((await sample.call('GET', `/webhooks/${id}`)).url).toBe(shop.url)
})

test('the end of a URL is completed', async () => {
  await address().fill('/hooks/elsewhere')
  await address().press('Tab')
  expect(await address().inputValue()).toBe(new URL('/hooks/elsewhere', shop.url).href)
})

test('the URL from a response fills the field, is tested, and receives the waiting events', async () => {
  shop.movedTo = '/hooks/lettershop'
  await dialog().getByText(moved).waitFor()
  await press('Use it')
  expect(await address().inputValue()).toBe(moved)
  await press('Save and send test event')
  await dialog().getByText('Your server accepted the test event').waitFor()
  await dialog()
    .getByText(/^URL saved\. Waiting events go there automatically at .*, or now\.$/)
    .waitFor()
  await page.getByText(`at an earlier URL of this webhook: ${shop.url}`).waitFor()
  expect(await page.getByText('this URL is gone').count()).toBe(0)
  await press(`Resend ${failed} events`)
  await dialog().getByText(`All ${failed} arrived.`).waitFor()
  await press('Close')
  await page.getByText(`All ${failed} arrived. All events have arrived.`).waitFor()
  expect((await sample.call('GET', `/webhooks/${id}`)).url).toBe(moved)
})

test('a notice covers no title, field or button, not even those that move below it', async () => {
  await page.setViewportSize({ width: 390, height: 4000 })
  await open(`/webhooks/${id}?tab=settings`)
  await page.getByLabel('Name').fill('Orders')
  // The clock is paused, so that the notice stays, however slow the machine is.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await button('Save').click()
  const notice = page.locator('[aria-live=polite]').getByText('Webhook saved.')
  await notice.waitFor()
  const covered = async () => {
    const own = (await notice.boundingBox())!
    const all = await page.locator('main').locator('h1, button, input, select, textarea').all()
    const boxes = (await Promise.all(all.map((one) => one.boundingBox()))).filter((box) => box !== null)
    return boxes.filter(
      ({ x, y, width, height }) =>
        own.x < x + width && own.x + own.width > x && own.y < y + height && own.y + own.height > y,
    )
  }
  expect(await covered()).toEqual([])
  // Like content that is loaded later and moves the end of the page down.
  await page.evaluate(`
    const form = document.querySelector('main form')
    const more = document.createElement('div')
    more.style.flex = 'none'
    more.style.height = innerHeight - 32 - form.querySelector('input').getBoundingClientRect().bottom + 'px'
    form.prepend(more)
  `)
  expect(await covered()).toEqual([])
  await page.clock.resume()
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('in live mode a test webhook says that it receives no live events', async () => {
  await open('/webhooks')
  await page.getByText('Live', { exact: true }).click()
  await page.getByText('None of these webhooks receives events of real mail').waitFor()
  await page.getByText('Test events only').waitFor()
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
