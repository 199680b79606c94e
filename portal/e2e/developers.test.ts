import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ageDeliveries } from './age-deliveries.ts'
import { openPortal, type Portal, sampled } from './portal.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import type { Sample } from './screens/screen.ts'

let portal: Portal
let page: Page
let sample: Sample
let receiver: Receiver

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 1)
  receiver = await startReceiver()
})
afterAll(async () => {
  receiver?.close()
  await portal?.close()
})

const open = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const menu = async (choice: string) => {
  await button('More actions').click()
  await page.getByRole('menuitem', { name: choice }).click()
}
const tab = (name: string) => page.locator('main nav').getByRole('link', { name })
const notice = (text: string | RegExp) => page.locator('[aria-live=polite]').getByText(text).waitFor()

describe('a webhook', () => {
  test('is created, its secret is shown once, and a test event arrives', async () => {
    await open('/webhooks')
    await page.getByRole('link', { name: 'New webhook' }).click()
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByLabel('Name').fill('Orders of the shop')
    await page.getByLabel('Only these').check()
    await page.getByLabel('Letters and cards item.*').check()
    await button('Create webhook').click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('All events have arrived.').waitFor()
    await button('Send test event').click()
    await page.getByText('Your server accepted the test event').waitFor()
    expect(receiver.taken).toHaveLength(1)
  })

  test('reports a URL that cannot be called at its field', async () => {
    await open('/webhooks/new')
    await page.getByLabel('URL').fill('ftp://shop.example/')
    await button('Create webhook').click()
    await page.locator('input[type=url][aria-invalid=true]').waitFor()
    expect(await page.getByLabel('URL').inputValue()).toBe('ftp://shop.example/')
  })

  test("that fails shows the receiver's response, also on a page that is open", async () => {
    await open('/webhooks')
    await page.locator('tbody a').click()
    await page.getByText('All events have arrived.').waitFor()
    receiver.answer = { status: 500, body: 'The database of the shop is full' }
    for (let index = 1; index <= 4; index++) await sample.createItem(index)
    await page.getByRole('heading', { name: /^Your server answers 500 since / }).waitFor()
    await open('/webhooks')
    await page.locator('tbody a').click()
    await page.getByRole('heading', { name: /^Your server answers 500 since / }).waitFor()
    await page.getByText(/^Look at your server’s log at /).waitFor()
    await page.getByText('The database of the shop is full').waitFor()
  })

  test('that was disabled shows why; once fixed, it is enabled and receives the missed events', async () => {
    // All twelve events of the four items fail for a day. The server disables the webhook after ten.
    const { data } = await sample.call('GET', '/webhooks')
    const failed = async () => {
      const path = `/webhooks/undelivered?filter[endpointId]=${data[0].id}`
      const rows = (await sample.call('GET', path)).data as { attemptCount: number }[]
      return rows.filter(({ attemptCount }) => attemptCount > 0).length
    }
    await expect.poll(failed).toBe(12)
    ageDeliveries(portal)
    await sample.createItem(5)
    await page.getByText('Paused: events are not sent').waitFor()
    await page.getByText('because ten events in a row failed').waitFor()

    await button('Send test event').click()
    await page.getByText(/The test event of .* failed. We don’t retry test events./).waitFor()
    await page.getByText('Live', { exact: true }).click()
    await page.getByText('This webhook receives test events only.').waitFor()
    expect(await page.locator('main').textContent()).not.toContain('No event is missing')
    await button('Show it in test mode').click()
    await page.getByText('What to do', { exact: true }).waitFor()
    receiver.answer = { status: 200, body: 'thank you' }
    receiver.taken = []
    await button('Send test event').click()
    await page.getByText('Your server accepted the test event').waitFor()
    await page.getByText('Each event has an ID, so your server can recognise a repeat.').waitFor()
    await button('More actions').click()
    expect(await page.getByRole('menuitem', { name: 'Resume without resending' }).isEnabled()).toBe(true)
    await page.keyboard.press('Escape')
    await button('Resume and resend 15 events').click()
    await notice('Resending 15 events.')
    await page.getByText(/Resent 15 events at .*All events have arrived\./s).waitFor()
    // Fifteen events of five items, and the test event.
    await expect.poll(() => new Set(receiver.taken).size).toBe(16)
  })

  test('that cannot be paused says so once, in the dialog', async () => {
    const detail = 'It cannot be paused now.'
    const ofWebhook = /\/v1\/webhooks\/whe_\w+$/
    await page.route(ofWebhook, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 422, json: { code: 'unprocessable', detail } })
        : route.fallback(),
    )
    await menu('Pause')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await dialog.getByText(detail).waitFor()
    expect(await page.getByText(detail).count()).toBe(1)
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await page.unroute(ofWebhook)
  })

  test('is disabled manually; missed events since a given time are counted, then sent', async () => {
    await menu('Pause')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Your organisation paused it').waitFor()
    await sample.createItem(6)
    const here = page.url()
    await open('/webhooks/undelivered')
    await page.getByText('is paused and misses 3 events').waitFor()
    await button('Resume without resending').click()
    await page.getByText('is paused').waitFor({ state: 'detached' })
    await page.goto(here)
    await page.getByText('3 events are missing').waitFor()
    await menu('Resend since …')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('3 events are missing since then.').waitFor()
    await dialog.getByRole('button', { name: 'Resend', exact: true }).click()
    await notice('Resending 3 events.')
    await page.getByText('All events have arrived.').waitFor()
  })

  test('lists its deliveries with every attempt, and one is sent again', async () => {
    await tab('Deliveries').click()
    await page.getByLabel('Event', { exact: true }).selectOption('item.created')
    await expect.poll(() => page.locator('tbody tr', { hasNotText: 'Piece created' }).count()).toBe(0)
    // The oldest event surely failed; a newer one may have been created after the webhook was disabled.
    await page.locator('tbody a').last().click()
    await page.getByText('Attempt 1 ·').waitFor()
    await page.getByText('Your server reported an error (500).').first().waitFor()
    receiver.taken = []
    await button('Resend').click()
    await page.getByText('It was resent on request').waitFor()
    await expect.poll(() => receiver.taken.length).toBe(1)
    await page.getByText('Delivered').waitFor()
    await page.getByText('Headers and signature').click()
    await page.getByText(/X-Webhook-Signature: v1=/).waitFor()
  })

  test('gets a new secret, and explains what is wrong with a signature', async () => {
    const headers = await page.getByRole('region', { name: /^Headers/ }).textContent()
    const payload = await page.getByRole('region', { name: 'Payload' }).textContent()
    const body = JSON.stringify(JSON.parse(payload!))
    await page.getByRole('link', { name: 'Webhook', exact: true }).click()
    await tab('Signature').click()
    await page.getByLabel('Headers').fill(headers!)
    await page.getByLabel('Body').fill(body)
    await button('Check signature').click()
    await page.getByText('The signature is correct').waitFor()
    await page.getByLabel('Body').fill(`${body} `)
    await button('Check signature').click()
    await page.getByText('white space was added around the body').waitFor()
    await button('New secret').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Old secret signs').selectOption('for 3 days')
    await dialog.getByRole('button', { name: 'New secret' }).click()
    expect(await dialog.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('cell', { name: 'also signs' }).waitFor()
  })
})

test('events are found by their subject', async () => {
  await open('/events')
  await page.locator('tbody a').nth(3).waitFor()
  const find = page.getByLabel('ID of an event, a letter, a mailing or a print run')
  await find.fill('order 1001')
  await find.press('Enter')
  await page.getByText('This is not the ID of an event').waitFor()
  await find.fill(sample.itemId)
  await find.press('Enter')
  await expect.poll(() => page.locator('tbody a').count()).toBe(3)
  expect(page.url()).toContain(`about=${sample.itemId}`)
})

test('an event shows its receivers, and is sent again', async () => {
  await open('/events?type=item.scheduled')
  await page.locator('tbody a').first().click()
  await page.getByText('1 of 1 webhooks received it.').waitFor()
  receiver.taken = []
  await button('Resend').click()
  await notice('Resending it.')
  await expect.poll(() => receiver.taken.length).toBe(1)
  expect(page.url()).toContain(receiver.taken[0])
})

test('a webhook is changed and deleted', async () => {
  await open('/webhooks')
  await page.locator('tbody a').click()
  await tab('Settings').click()
  await page.getByLabel('Name').fill('Stock of the shop')
  await page.getByLabel('Print runs run.*').check()
  await button('Save').click()
  await notice('Webhook saved.')
  await tab('Overview').click()
  await page.getByText('Letters and cards, Print runs').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Stock of the shop' }).waitFor()
  await tab('Settings').click()
  await button('Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No webhooks yet').waitFor()
})

test('causes no policy violations or console errors', () => {
  // The browser logs the intentionally refused request. One webhook is removed, perhaps while a page polls
  // its deliveries.
  const expected = /status of 422|status of 404 .*\/deliveries\//
  expect(portal.errors.filter((error) => !expected.test(error))).toEqual([])
})
