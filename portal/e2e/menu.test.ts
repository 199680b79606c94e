import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, organisationName, type Portal, setUp } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
})
afterAll(() => portal?.close())

const menu = () => page.getByRole('navigation', { name: 'Menu' })
const link = (name: string) => menu().getByRole('link', { name, exact: true })
const goTo = (path: string) => page.goto(`${portal.server.url}/portal${path}`)

const tab = (entry: string, name: string) =>
  page.getByRole('navigation', { name: entry }).getByRole('link', { name, exact: true })

test('an entry with several pages opens its first, and tabs lead to the others', async () => {
  await link('Developers').click()
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await tab('Developers', 'Webhooks').click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  expect(await tab('Developers', 'Webhooks').getAttribute('aria-current')).toBe('page')
  expect(await link('Developers').getAttribute('aria-current')).toBe('page')
})

test('the tabs stay on sub-pages, with the page of the longest path as current', async () => {
  await goTo('/operator/instance/jobs')
  await tab('Server', 'Fonts').waitFor()
  expect(await tab('Server', 'Jobs').getAttribute('aria-current')).toBe('page')
  expect(await tab('Server', 'Health').getAttribute('aria-current')).toBe(null)
  await goTo('/settings/return-addresses')
  await tab('Settings', 'Team').waitFor()
  expect(await tab('Settings', 'Return addresses').getAttribute('aria-current')).toBe('page')
  expect(await tab('Settings', 'Organisation').getAttribute('aria-current')).toBe(null)
  await goTo('/items')
  await link('All mail').waitFor()
  expect(await tab('Settings', 'Team').count()).toBe(0)
})

test('all pages of an entry are in one row of tabs', async () => {
  const rows = { Billing: '/balance/top-ups', Settings: '/members/roles', Server: '/operator/inbox' }
  const names: Record<string, string[]> = {}
  for (const [entry, path] of Object.entries(rows)) {
    await goTo(path)
    const row = page.getByRole('navigation', { name: entry })
    await row.getByRole('link').first().waitFor()
    names[entry] = (await row.getByRole('link').allInnerTexts()).map((name) => name.trim())
  }
  expect(names).toEqual({
    Billing: ['Balance', 'Top-ups', 'Spending', 'Cost centres', 'Invoices', 'Prices', 'Settings'],
    Settings: [
      'Organisation',
      'Return addresses',
      'Team',
      'Categories',
      'Data requests',
      'Audit log',
      'Help',
    ],
    Server: ['Health', 'Jobs', 'Users', 'Company on invoices', 'Check', 'Backups', 'Log', 'Fonts', 'Inbox'],
  })
})

test('the menu shows what the user needs, and everything on request', async () => {
  await goTo('/runs')
  await link('Billing').waitFor()
  expect(await link('Print & post').count()).toBe(0)
  const showAll = page.getByRole('button', { name: 'Show all in the menu' })
  await page.locator('[popovertarget=person]').click()
  await showAll.click()
  await link('Print & post').waitFor()
  expect(await link('Print & post').getAttribute('aria-current')).toBe('page')
  await page.reload()
  await link('Print & post').waitFor()
  await page.locator('[popovertarget=person]').click()
  expect(await showAll.getAttribute('aria-pressed')).toBe('true')
  await showAll.click()
  await link('Print & post').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
})

test("the switcher leads to the operator's area and back", async () => {
  await goTo('/')
  const organisation = page.getByRole('button', { name: /^Organisation/ })
  await organisation.click()
  await page.getByRole('link', { name: 'Print shop' }).click()
  await page.waitForURL('**/operator/runs')
  expect(await page.getByRole('group', { name: 'Mode' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Test clock/ }).count()).toBe(0)
  await link('Server').click()
  await tab('Server', 'Inbox').waitFor()
  await organisation.click()
  await page.getByRole('button', { name: organisationName }).click()
  await link('Home').waitFor()
})

test("the operator's address leads to its first page", async () => {
  await goTo('/operator')
  await page.waitForURL('**/operator/runs')
})

test('a link that is followed while another page loads leads to its own page', async () => {
  await goTo('/')
  await link('Home').waitFor()
  const loaded = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await loaded.promise
    await route.continue()
  })
  const requested = page.waitForRequest('**/*.js')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  const script = await requested
  await link('Home').click()
  loaded.resolve()
  await (await script.response())!.finished()
  await page.unroute('**/*.js')
  expect(new URL(page.url()).pathname).toBe('/portal')
})

test('Escape closes a menu and returns the focus', async () => {
  await goTo('/')
  const person = page.locator('[popovertarget=person]')
  await person.focus()
  await page.keyboard.press('Enter')
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await signOut.focus()
  await page.keyboard.press('Escape')
  await signOut.waitFor({ state: 'hidden' })
  expect(await person.evaluate((button) => button.matches(':focus'))).toBe(true)
})

test('every entry has its icon', async () => {
  await page.evaluate("localStorage.setItem('lettershop.wholeMenu', 'yes')")
  await goTo('/')
  await link('Print & post').waitFor()
  const sprite = await menu().locator('use').first().getAttribute('href')
  const drawn = await (await fetch(new URL(sprite!.split('#')[0]!, portal.server.url))).text()
  const names = await menu()
    .locator('use')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')!.split('#')[1]))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !drawn.includes(`id="${name}"`))).toEqual([])
  await page.evaluate("localStorage.removeItem('lettershop.wholeMenu')")
})

test('on a phone the menu opens with its button', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await link('Developers').click()
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  await link('Developers').waitFor({ state: 'hidden' })
})

test('on a phone the mode in the bar opens the switch and the clock', async () => {
  await goTo('/')
  await page.getByRole('button', { name: 'Mode: Test' }).click()
  await page.getByRole('button', { name: /^Test clock/ }).click()
  await page.getByRole('dialog', { name: 'Test clock' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Mode: Test' }).click()
  await page.getByText('Live', { exact: true }).click()
  await page.getByRole('button', { name: /^Test clock/ }).waitFor({ state: 'detached' })
  await page.getByText('Test', { exact: true }).click()
})

test('without a cutoff, the button beside the test clock opens its dialog', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await goTo('/')
  await page.getByRole('button', { name: 'Next cutoff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test clock' })
  await dialog.getByText('No test mail waits to be printed').waitFor()
  await page.keyboard.press('Escape')
})

test('each mode is explained in its title', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await goTo('/')
  await page.getByTitle('nothing is printed or charged').waitFor()
  await page.getByTitle('mail is printed, posted and charged').waitFor()
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
