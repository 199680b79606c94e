import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dutchMapping, manyLines } from '../../test/support/dutch-list.ts'
import { isHeldUp } from '../src/screens/runs/held-up.ts'
import { callAsPerson, openPortal, type Portal, raiseLimits, sampled } from './portal.ts'
import type { Sample } from './screens/screen.ts'
import { settled } from './settled.ts'

let portal: Portal
let page: Page
let sample: Sample

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 3)
  await raiseLimits(page, sample)
})
afterAll(() => portal?.close())

const goTo = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor()
/** The greeting, which is the heading of Home. */
const home = () => heading(/^Good (morning|afternoon|evening), Zoë$/)
const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name })

test("the server's URL leads to Home, where nothing is pending and the Desk is one click away", async () => {
  await page.goto(portal.server.url)
  await home()
  await page.getByText('Nothing needs you right now.').waitFor()
  await link(/on the Desk/).click()
  await heading('Desk')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await home()
})

test('an operator sees the steps to the first live letter, each with a link, until the list is dismissed', async () => {
  await goTo('/')
  const steps = page.getByRole('region', { name: 'Ready for real mail' })
  const template = steps.getByRole('listitem').filter({ hasText: 'Publish a template' })
  await template.getByText('done').waitFor({ state: 'attached' })
  await steps.getByText('take the sample “Netherlands”').waitFor()
  await steps.getByRole('link', { name: 'Connect a printer' }).click()
  await heading('Connect a printer')
  await goTo('/')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await steps.waitFor({ state: 'detached' })
  await goTo('/')
  await page.getByText('Nothing needs you right now.').waitFor()
  expect(await steps.count()).toBe(0)
})

test('items that must be corrected appear automatically, with a link to them', async () => {
  await goTo('/')
  await page.getByText('Connected: this page updates live').waitFor({ state: 'attached' })
  await page.getByText('Nothing needs you right now.').waitFor()
  const { id } = await sample.createItem(39)
  await link(/1 piece to correct.* Correct$/).click()
  await heading('All mail')
  expect(await page.locator('tbody a').first().getAttribute('href')).toContain(id)
  expect(await page.locator('tbody tr').count()).toBe(1)
})

test('the menu counts what needs attention, and follows changes', async () => {
  const { data } = await sample.call('GET', '/items?filter[status]=NEEDS_ATTENTION')
  expect(data.length).toBe(1)
  const entry = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'All mail' })
  await goTo('/items')
  await expect.poll(() => entry.getAttribute('title')).toBe('1 piece needs attention')
  await sample.call('POST', `/items/${data[0].id}/cancel`)
  await expect.poll(() => entry.getAttribute('title'), { timeout: 20_000 }).toBe(null)
  await sample.createItem(39)
  await expect.poll(() => entry.getAttribute('title'), { timeout: 20_000 }).toBe('1 piece needs attention')
})

test('a mailing that is ready to approve has a row with its name', async () => {
  const { data } = await sample.call('GET', '/templates?limit=1')
  const named = (name: string) => sample.call('POST', '/postbatches', { name, templateId: data[0].id })
  await named('Later')
  const { id } = await named('Spring')
  const recipient = { name: 'Noor Bakker', street: 'Oudegracht', houseNumber: '1', city: 'Utrecht' }
  const item = {
    recipient: { ...recipient, postalCode: '3511 AB', country: 'NL' },
    data: { firstName: 'Noor' },
  }
  await sample.call('POST', `/postbatches/${id}/items`, { items: [item] })
  await sample.validate(id)
  await goTo('/')
  const waiting = link(/^Spring 1 piece is ready\. Approve it by .* Review$/)
  await expect.poll(() => waiting.getAttribute('href')).toContain(id)
  await waiting.click()
  await heading('Spring')
  await page.waitForURL(new RegExp(`/postbatches/${id}`))
})

test("the cutoffs link to their run, and the last month's days are also in a table", async () => {
  await goTo('/')
  await page.getByRole('img', { name: /The last 30 days: 6 pieces created, 0 posted/ }).waitFor()
  await page.getByText('Show as table').click()
  expect(await page.locator('main details tbody tr').count()).toBe(30)
  const today = page.locator('main details tbody tr').first().locator('td')
  expect((await today.allTextContents()).slice(0, 2)).toEqual(['6', '0'])
  // Times are in the organisation's time zone, which is this browser's too, as on the pages of the mailing,
  // the run and the test clock.
  for (const time of await page.locator('section[aria-labelledby=cutoffs] time').allTextContents()) {
    expect(time).toMatch(/\d+:\d\d.[AP]M$/)
  }
  await link(/^\d pieces?$/)
    .first()
    .click()
  await page.locator('[aria-current=step]').waitFor()
})

test('the balance links to topping up, and a low balance is reported in live mode', async () => {
  await sample.call('GET', '/billing/balance')
  await goTo('/')
  await page.getByText('Test mail never changes it.').waitFor()
  // Tasks that arrive above would move the link.
  await settled(page)
  await link('Top up').click()
  await page.getByRole('heading', { name: 'Top-ups', level: 1 }).waitFor()
})

test('a list that could not be read links to its mailing', async () => {
  const { data } = await sample.call('GET', '/templates?limit=1')
  const body = { name: 'Broken list', templateId: data[0].id }
  const { id } = await sample.call('POST', '/postbatches', body)
  const list = `${manyLines(1)}"${'never ending '.repeat(10_000)}`
  const upload = await sample.uploadTest('CSV', 'list.csv', Buffer.from(list))
  await sample.call('POST', `/postbatches/${id}/imports`, { uploadId: upload.id, mapping: dutchMapping })
  await goTo('/')
  await link('1 list was not imported completely').click()
  await heading('Broken list')
  expect(page.url()).toContain(id)
})

test('an import that failed on the server is reported in its mailing with its code, and retried', async () => {
  const [{ id }] = (await sample.call('GET', '/postbatches?limit=1')).data
  const stalled = { code: 'server_fault', message: 'It waits.', retryAt: null }
  let restarts = 0
  await page.route(`**/v1/postbatches/${id}/imports**`, async (route) => {
    if (route.request().method() === 'POST') {
      restarts++
      await route.fulfill({ status: 202, json: {} })
      return
    }
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    const [first, ...others] = data
    const now = { ...first, status: 'PROCESSING', failure: null, stalled: restarts === 0 ? stalled : null }
    await route.fulfill({ response: answer, json: { ...rest, data: [now, ...others] } })
  })
  await goTo(`/postbatches/${id}`)
  await page.getByText('The import stopped because of an error of the server.').waitFor()
  await page.getByText('server_fault').waitFor()
  await page.getByRole('button', { name: 'Try again now' }).click()
  await page.getByText('The import stopped because of an error of the server.').waitFor({ state: 'detached' })
  expect(restarts).toBe(1)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a pending remake links to its run', async () => {
  const [run] = (await sample.call('GET', '/runs')).data
  await page.route('**/v1/attention', async (route) => {
    const answer = await route.fetch()
    const waits = { remakesHeldUp: 2, remakesHeldUpRunId: run.id }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...waits } })
  })
  await goTo('/')
  await link('2 remakes of spoiled pieces wait').click()
  await page.locator('[aria-current=step]').waitFor()
  expect(page.url()).toContain(run.id)
  await page.unrouteAll({ behavior: 'wait' })
})

test.each([
  [{ status: 'FAILED' }, true],
  [{ status: 'HANDING_OVER', uncertain: true }, true],
  [{ status: 'RENDERED', findings: [{ message: 'No printer.' }] }, true],
  [{ status: 'RENDERED' }, false],
  [{ status: 'HANDING_OVER' }, false],
])('a run that is %j is held up: %s', (run, isOne) => {
  expect(isHeldUp({ uncertain: false, findings: [], ...run } as never)).toBe(isOne)
})

test('runs are filtered by whether they are held up', async () => {
  await goTo('/runs?status=held-up')
  await page.getByText('No run matches these filters.').waitFor()
  expect(await page.getByLabel('Status').inputValue()).toBe('held-up')
})

test('a run that was closed manually is not an upcoming cutoff', async () => {
  const { data } = await sample.call('GET', '/runs?filter[status]=OPEN&limit=1')
  const run = `/runs/${data[0].id}`
  await goTo('/')
  await page.locator(`main a[href$="${run}"]`).waitFor()
  await callAsPerson(page, 'POST', `${run}/close`)
  await goTo('/')
  await link('All cutoffs').waitFor()
  expect(await page.locator(`main a[href$="${run}"]`).count()).toBe(0)
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
