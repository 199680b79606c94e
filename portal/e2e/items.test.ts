import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRecipient } from '../../bin/demo/steps.ts'
import { FIRST_VISIT_KB, FONTS_KB, firstVisit } from './first-visit.ts'
import { openPortal, type Portal, raiseLimits, sampled } from './portal.ts'
import type { Sample } from './screens/screen.ts'

let portal: Portal
let page: Page
let sample: Sample

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 6)
  await sample.call('POST', `/items/${sample.itemId}/cancel`)
})
afterAll(() => portal?.close())

const rows = () => page.locator('tbody tr')

test('each status is a tab with its number of items', async () => {
  await page.goto(`${portal.server.url}/portal/items`)
  const tabs = page.getByRole('navigation', { name: 'Status' })
  await tabs.getByRole('link', { name: 'All 6' }).waitFor()
  await tabs.getByRole('link', { name: 'Cancelled or rejected 1' }).click()
  await expect.poll(() => rows().count()).toBe(1)
  expect(await rows().first().locator('a').getAttribute('href')).toContain(sample.itemId)
})

test('an item is found by its id, postal code or name', async () => {
  const item = await sample.call('GET', `/items/${sample.itemId}`)
  const known: string[] = [item.id, item.recipient.postalCode, item.recipient.name]
  for (const typed of known) {
    await page.goto(`${portal.server.url}/portal/items`)
    await page.getByRole('searchbox').fill(typed)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'All 1', exact: false }).waitFor()
    expect({ typed, href: await rows().first().locator('a').getAttribute('href') }).toEqual({
      typed,
      href: expect.stringContaining(sample.itemId),
    })
  }
})

test('an item with a wrong address is corrected in place, even after another member changed it', async () => {
  const [postflowId] = sample.postflowIds
  const recipient = { ...sampleRecipient(40), postalCode: '12', city: 'Amsterdam', country: 'NL' }
  const { id } = await sample.call('POST', '/items', { postflowId, recipient, data: { firstName: 'Zoë' } })
  await page.goto(`${portal.server.url}/portal/items/${id}`)
  const message = page.getByRole('form', { name: /^12 is not a postal code/ })
  const save = () => message.getByRole('button', { name: 'Save and check' }).click()
  expect(await message.getByLabel('Postal code').getAttribute('aria-invalid')).toBe('true')
  await message.getByLabel('Postal code').fill('1012 LG')
  await message.getByLabel('City').fill('Utrecht')
  await sample.call('PATCH', `/items/${id}`, { recipient: { street: 'Kerkstraat' } })
  await save()
  await message.getByText('Someone else changed it').waitFor()
  expect(await message.getByLabel('City').inputValue()).toBe('Utrecht')
  await save()
  await page.getByText('Saved and checked').waitFor()
  await message.waitFor({ state: 'detached' })
  const item = await sample.call('GET', `/items/${id}`)
  expect(item).toMatchObject({
    status: 'SCHEDULED',
    recipient: { postalCode: '1012 LG', city: 'Utrecht', street: 'Kerkstraat' },
    data: { firstName: 'Zoë' },
  })
  await sample.call('POST', `/items/${id}/cancel`)
  await page.reload()
  await page.getByText('Cancelled').first().waitFor()
  expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0)
  // The browser logs the response that reports the colleague's change.
  portal.errors = portal.errors.filter((error) => !/412 .*\/v1\/items\//.test(error))
})

test('the main button of a confirmation comes last and has the focus', async () => {
  const [postflowId] = sample.postflowIds
  const recipient = sampleRecipient(41)
  const { id } = await sample.call('POST', '/items', { postflowId, recipient, data: { firstName: 'Zoë' } })
  await page.goto(`${portal.server.url}/portal/items/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel this card' }).click()
  const buttons = page.getByRole('dialog').getByRole('button')
  expect(await buttons.allInnerTexts()).toEqual(['Keep it', 'Cancel this card'])
  expect(await buttons.last().evaluate((button) => button.matches(':focus'))).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await sample.call('POST', `/items/${id}/cancel`)
})

test('the whole menu fits in a window of 800 pixels, for operators too', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  const menu = page.locator('#navigation')
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
})

test('on a phone the list scrolls in its own region, so that rows are loaded as they are viewed', async () => {
  for (let index = 6; index < 12; index++) await sample.createItem(index)
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto(`${portal.server.url}/portal/items`)
  await rows().first().waitFor()
  const list = page.getByRole('region', { name: 'All mail' })
  const beyond = () => list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(await beyond()).toBeGreaterThan(0)
  const below = await page.evaluate('document.documentElement.scrollHeight - innerHeight')
  expect(below).toBeLessThanOrEqual(0)
})

test('the main button stays hidden until the list has loaded, and nothing moves if it is empty', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const answer = Promise.withResolvers<void>()
  await page.route('**/v1/items?*', async (route) => {
    await answer.promise
    await route.fulfill({ json: { data: [], nextCursor: null } })
  })
  await page.goto(`${portal.server.url}/portal/items`)
  const search = page.getByRole('searchbox')
  const start = page.locator('main').getByRole('link', { name: 'New letter' })
  await page.locator('main').getByText('Loading').waitFor()
  const before = await search.boundingBox()
  expect(await start.count()).toBe(0)
  answer.resolve()
  await start.waitFor()
  expect(await start.count()).toBe(1)
  expect(await search.boundingBox()).toEqual(before)
  await page.unroute('**/v1/items?*')
})

test('a first visit loads little: shell, sign-in and list', async () => {
  const { kilobytes, fontKilobytes } = await firstVisit(portal)
  expect(kilobytes).toBeLessThan(FIRST_VISIT_KB)
  expect(fontKilobytes).toBeGreaterThan(0)
  expect(fontKilobytes).toBeLessThan(FONTS_KB)
})

test('items are filtered by one of many Postflows, found by part of its name', async () => {
  await raiseLimits(page, sample)
  const { templateId } = await sample.call('GET', `/postflows/${sample.postflowIds[0]}`)
  const create = async (name: string) => (await sample.call('POST', '/postflows', { name, templateId })).id
  for (let index = 0; index < 200; index++) await create(`Flow ${index}`)
  const id = await create('Zomer')
  await page.goto(`${portal.server.url}/portal/items`)
  const openFilters = () => page.getByRole('button', { name: /^Filter/ }).click()
  const field = page.getByRole('combobox', { name: 'Postflow' })
  await openFilters()
  await field.fill('omer')
  await page.getByRole('option', { name: 'Zomer' }).click()
  await page.waitForURL(`**/items?postflow=${id}`)
  await page.getByRole('button', { name: 'Clear the filters' }).waitFor()
  await page.reload()
  await openFilters()
  await expect.poll(() => field.inputValue()).toBe('Zomer')
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
