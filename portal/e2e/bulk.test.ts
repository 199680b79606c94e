import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleRecipient } from '../../bin/demo/steps.ts'
import { lettershopJson } from '../../test/support/cli.ts'
import { openPortal, type Portal, seeded, setUp } from './portal.ts'
import { startReceiver } from './receiver.ts'

let portal: Portal
let page: Page
let samples: Awaited<ReturnType<typeof seeded>>
let approvalPostflowId: string
let houses = 0

/** Creates test items, by default of a Postflow with approval, and returns their ids. */
const many = async (count: number, postflowId = approvalPostflowId): Promise<string[]> => {
  const items = Array.from({ length: count }, () => {
    const number = ++houses
    const recipient = { ...sampleRecipient(0), name: `Person ${number}`, houseNumber: String(number) }
    return { postflowId, recipient, data: { firstName: 'Person' } }
  })
  const { results } = await samples.call('POST', '/items/bulk', { items })
  return results.map(({ item }: { item: { id: string } }) => item.id)
}

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  samples = await seeded(portal)
  const { templateId } = await samples.call('GET', `/postflows/${samples.postflowIds[0]}`)
  const postflow = { name: 'Each looked at', templateId, approval: 'PER_ITEM' }
  approvalPostflowId = (await samples.call('POST', '/postflows', postflow)).id
  await samples.call('POST', `/postflows/${approvalPostflowId}/activate`)
  await many(130)
})
afterAll(() => portal?.close())

const goTo = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const row = (index: number) => page.locator('tbody tr:not(.gap)').nth(index)
const bar = () => page.getByRole('region', { name: 'Selection' })
const dialog = () => page.getByRole('dialog')
const tab = (name: string) => page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name })

describe('rows of a list', () => {
  test('are selected one by one, as a range, by key, and all on the page', async () => {
    await goTo('/items')
    await row(0).getByRole('checkbox').click()
    await bar().getByText('1 selected').waitFor()
    await row(4)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await bar().getByText('5 selected').waitFor()
    await row(2).getByRole('checkbox').click()
    await bar().getByText('4 selected').waitFor()
    expect(await row(2).getByRole('checkbox').isChecked()).toBe(false)
    await row(6).getByRole('link').focus()
    await page.keyboard.press('x')
    await bar().getByText('5 selected').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await bar().getByText('7 selected').waitFor()
    await page.keyboard.press('Escape')
    await bar().waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
    await bar()
      .getByText(/^1\d\d selected$/)
      .waitFor()
  })

  test('are deselected when the filter changes', async () => {
    await page.getByRole('searchbox').fill('Person')
    await page.getByRole('searchbox').press('Enter')
    await expect.poll(() => page.url()).toContain('search=Person')
    await bar().waitFor({ state: 'detached' })
  })
})

describe('items', () => {
  test('are approved when selected, and move to the right place in the list', async () => {
    await goTo('/items?status=PENDING_APPROVAL')
    for (const index of [0, 1, 2]) await row(index).getByRole('checkbox').click()
    await bar().getByRole('button', { name: 'Approve' }).click()
    await dialog().getByText('A test: nothing is printed or charged.').waitFor()
    await dialog().getByRole('button', { name: 'Approve 3 pieces' }).click()
    await page.getByText('3 pieces approved.').waitFor()
    await tab('Ready to approve 127').waitFor()
    await tab('Scheduled 3').waitFor()
    await expect.poll(() => bar().count()).toBe(0)
  })

  test('in another state stay unchanged, as the dialog says', async () => {
    await goTo('/items')
    const [scheduled] = (await samples.call('GET', '/items?filter[status]=SCHEDULED&limit=1')).data
    const [waiting] = (await samples.call('GET', '/items?filter[status]=PENDING_APPROVAL&limit=1')).data
    for (const { recipient } of [scheduled, waiting]) {
      await page.getByRole('checkbox', { name: `Select ${recipient.name}`, exact: true }).click()
    }
    await bar().getByRole('button', { name: 'Reject' }).click()
    await dialog().getByText('1 selected piece has another state and stays as it is.').waitFor()
    await dialog().getByLabel('Reason').fill('Wrong season')
    await dialog().getByRole('button', { name: 'Reject 1 piece' }).click()
    await page.getByText('1 piece rejected.').waitFor()
    const { data } = await samples.call('GET', `/items/${waiting.id}/history`)
    expect(data.at(-1)).toMatchObject({ decision: 'REJECTED', reason: 'Wrong season' })
    expect(await samples.call('GET', `/items/${scheduled.id}`)).toMatchObject({ status: 'SCHEDULED' })
  })

  test('that were refused are listed behind a link with their reasons', async () => {
    const ids = await many(2, samples.postflowIds[0])
    await goTo('/items?status=SCHEDULED')
    for (const index of [0, 1]) await row(index).getByRole('checkbox').click()
    await bar().getByRole('button', { name: 'Cancel' }).click()
    await dialog().getByText('They are not printed and cost nothing. You can’t undo this.').waitFor()
    await samples.call('POST', `/items/${ids[0]}/cancel`)
    await dialog().getByRole('button', { name: 'Cancel 2 pieces' }).click()
    await page.getByText('1 piece cancelled. 1 could not be changed.').waitFor()
    await page.getByRole('link', { name: 'See which and why' }).click()
    await page.getByRole('heading', { name: 'Cancel 2 pieces' }).waitFor()
    await page.getByText('It can no longer be cancelled, or already is.').waitFor()
    const refused = page.getByRole('main').locator('tbody').getByRole('link')
    expect(await refused.getAttribute('href')).toContain(ids[0])
    expect(await refused.textContent()).toMatch(/^Person \d+$/)
    await page.getByRole('link', { name: 'Bulk actions' }).click()
    await page.getByRole('link', { name: 'Approve 3 pieces' }).waitFor()
  })

  test('that match are acted on as they were displayed, with another confirmation if one has changed', async () => {
    const ids = await many(2)
    await goTo('/items?status=PENDING_APPROVAL&search=Person+')
    await row(0).getByRole('checkbox').click()
    await bar()
      .getByRole('button', { name: /^Select all \d+$/ })
      .click()
    await bar().getByRole('button', { name: 'Reject' }).click()
    await dialog()
      .getByRole('button', { name: /^Reject \d+ pieces$/ })
      .waitFor()
    await samples.call('PATCH', `/items/${ids[0]}`, { data: { firstName: 'Changed' } })
    await dialog()
      .getByRole('button', { name: /^Reject \d+ pieces$/ })
      .click()
    await dialog().getByText('The list has changed.').waitFor()
    expect(await samples.call('GET', `/items/${ids[0]}`)).toMatchObject({ status: 'PENDING_APPROVAL' })
    await dialog().getByRole('button', { name: 'Back' }).click()
    for (const id of ids) await samples.call('POST', `/items/${id}/reject`)
  })

  test('that match are all selected, even if not displayed, with another confirmation if the list has changed', async () => {
    await goTo('/items?status=PENDING_APPROVAL')
    await row(0).getByRole('checkbox').click()
    await bar().getByRole('button', { name: 'Select all 126' }).click()
    await bar().getByText('All 126 selected').waitFor()
    await bar().getByRole('button', { name: 'Cancel' }).click()
    await many(1)
    await dialog().getByRole('button', { name: 'Cancel 126 pieces' }).click()
    await dialog().getByText('The list has changed.').waitFor()
    await dialog().getByRole('button', { name: 'Cancel 127 pieces' }).click()
    await page.getByText('127 pieces cancelled.').waitFor()
    await page.getByText('Nothing matches').waitFor()
    expect(page.url()).toContain('status=PENDING_APPROVAL')
    const { byStatus } = await samples.call('GET', '/items/counts')
    expect(byStatus).toMatchObject({ PENDING_APPROVAL: 0, SCHEDULED: 3 })
  })
})

describe('more items than the list counts', () => {
  const search = '/items?search=Person'

  beforeAll(async () => {
    const limits = 'itemCreate=1000000,general=1000000'
    await lettershopJson(['org', 'limits', samples.organisationId, '--set', limits, '--data', portal.data])
    for (let created = 0; created < 10_500; created += 500) await many(500)
  })

  test('are counted when all are selected, and the confirmation and the action have the same number', async () => {
    await goTo(search)
    await tab('Ready to approve').click()
    await row(0).getByRole('checkbox').click()
    await bar().getByRole('button', { name: 'Count and select all' }).click()
    await bar().getByText('All 10,500 selected').waitFor()
    await bar().getByRole('button', { name: 'Reject' }).click()
    await many(1)
    await dialog().getByRole('button', { name: 'Reject 10,500 pieces' }).click()
    await dialog().getByText('The list has changed.').waitFor()
    await dialog().getByRole('button', { name: 'Reject 10,501 pieces' }).click()
    await page
      .getByText(/^Rejecting: [\d,]+ of 10,501$/)
      .first()
      .waitFor()
    await page.getByText('10,501 pieces rejected.').waitFor()
    const { byStatus } = await samples.call('GET', '/items/counts')
    expect(byStatus).toMatchObject({ PENDING_APPROVAL: 0 })
  })

  test('are limited to the Postflow that the list is filtered by', async () => {
    const other = await many(2, samples.postflowIds[0])
    await goTo(`${search}&postflow=${samples.postflowIds[0]}&status=SCHEDULED`)
    await row(0).getByRole('checkbox').click()
    await bar()
      .getByRole('button', { name: /^Select all \d$/ })
      .click()
    await bar()
      .getByText(/^All \d selected$/)
      .waitFor()
    await bar().getByRole('button', { name: 'Cancel' }).click()
    await dialog()
      .getByRole('button', { name: /^Cancel \d pieces$/ })
      .click()
    await page.getByText(/\d pieces cancelled\./).waitFor()
    for (const id of other) {
      expect(await samples.call('GET', `/items/${id}`)).toMatchObject({ status: 'CANCELLED' })
    }
  })
})

test('events that a webhook missed are sent again in bulk', async () => {
  const receiver = await startReceiver()
  const { id } = await samples.call('POST', '/webhooks', { url: receiver.url, events: ['item.created'] })
  await samples.call('PATCH', `/webhooks/${id}`, { active: false })
  await many(3)
  await goTo(`/webhooks/undelivered?webhook=${id}`)
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await bar().getByRole('button', { name: 'Resend …' }).click()
  await dialog().getByText('Each is sent once to the webhook that misses it').waitFor()
  await dialog().getByRole('button', { name: 'Resend 3 events' }).click()
  await page.getByText('Resending 3 events.').waitFor()
  await expect.poll(() => receiver.taken.length).toBe(3)
  receiver.close()
})

test('causes no policy violations or console errors', () => {
  // The browser logs the response that reports the changed list.
  expect(portal.errors.filter((error) => !/4(09|12) .*\/v1\/item-actions$/.test(error))).toEqual([])
})
