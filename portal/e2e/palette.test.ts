import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, sampled } from './portal.ts'
import type { Sample } from './screens/screen.ts'

let portal: Portal
let page: Page
let sample: Sample

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 3)
})
afterAll(() => portal?.close())

const open = async (typed: string) => {
  await page.goto(`${portal.server.url}/portal/items`)
  await page.getByRole('table').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(typed)
}
const options = () => page.getByRole('dialog').getByRole('option')

test('an item is found by its name, its id and the code on the piece, and opened with Enter', async () => {
  const item = await sample.call('GET', `/items/${sample.itemId}`)
  for (const typed of [item.recipient.name, item.id, item.tracking.code]) {
    await open(typed)
    await options().filter({ hasText: item.recipient.name }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: item.recipient.name }).waitFor()
    expect({ typed, url: page.url() }).toEqual({ typed, url: expect.stringContaining(item.id) })
  }
})

test('results are listed below the destinations, with their kind, and the arrow keys reach them', async () => {
  await open('te')
  await options().filter({ hasText: 'Offer letter' }).first().waitFor()
  expect(await options().first().textContent()).toContain('Templates')
  await open('Offer le')
  const template = options().filter({ hasText: /Offer letter\s*Template/ })
  await template.waitFor()
  const all = await options().allTextContents()
  const at = all.findIndex((text) => /Offer letter\s*Template/.test(text))
  for (let step = 0; step < at; step++) await page.keyboard.press('ArrowDown')
  expect(await template.getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Offer letter' }).waitFor()
  expect(page.url()).toContain('/templates/tpl_')
})

test('pages are found by their former names, and without regard to accents', async () => {
  const pages = {
    Members: 'Team',
    suppres: 'Do not mail',
    requests: 'Logs',
    Instance: 'Health',
    cátegor: 'Categories',
  }
  for (const [typed, name] of Object.entries(pages)) {
    await open(typed)
    await options().filter({ hasText: name }).first().waitFor()
    expect({ typed, first: await options().first().textContent() }).toEqual({
      typed,
      first: expect.stringContaining(name),
    })
  }
})

test('reports no match after the search has finished', async () => {
  await open('zzzzzz')
  await page.getByRole('dialog').getByText('Nothing matches').waitFor()
  expect(await options().count()).toBe(0)
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
