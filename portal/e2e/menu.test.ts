import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, setUp } from './portal.ts'

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
const heading = (name: string) => menu().locator('summary', { hasText: name })
const goTo = (path: string) => page.goto(`${portal.server.url}/portal${path}`)

test('groups for developers and operators are collapsed at first, and the others are not', async () => {
  await link('Balance').waitFor()
  await link('Members').waitFor()
  expect([await link('Webhooks').isVisible(), await link('Instance').isVisible()]).toEqual([false, false])
})

test('a group is opened and closed by keyboard, and stays so after a reload', async () => {
  await heading('Programs').focus()
  await page.keyboard.press('Enter')
  await link('Webhooks').waitFor()
  await heading('Money').focus()
  await page.keyboard.press('Space')
  await link('Balance').waitFor({ state: 'hidden' })
  await page.reload()
  await link('Webhooks').waitFor()
  expect(await link('Balance').isVisible()).toBe(false)
})

test("a group's state is saved on the click, so that an immediate reload finds it", async () => {
  const kept = await heading('Money').evaluate((summary) => {
    ;(summary as unknown as { click(): void }).click()
    const key = Object.keys(localStorage).find((name) => name.startsWith('lettershop.menu.'))!
    return JSON.parse(localStorage.getItem(key)!) as Record<string, boolean>
  })
  expect(Object.values(kept)).toEqual([true, true])
})

test('the group of the page is open, and its entry is current', async () => {
  await goTo('/operator/instance')
  await link('Instance').waitFor()
  expect(await link('Instance').getAttribute('aria-current')).toBe('page')
  await goTo('/balance/top-ups')
  await link('Balance').waitFor()
  expect(await link('Instance').isVisible()).toBe(false)
})

test('a group that one user collapsed is open for the next', async () => {
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('lettershop.menu.'))!
    localStorage.setItem('lettershop.menu.usr_another', localStorage.getItem(key)!)
    localStorage.removeItem(key)
  })
  await goTo('/items')
  await link('Balance').waitFor()
  expect(await link('Webhooks').isVisible()).toBe(false)
})

test('every entry has its icon', async () => {
  const sprite = await menu().locator('use').first().getAttribute('href')
  const drawn = await (await fetch(new URL(sprite!.split('#')[0]!, portal.server.url))).text()
  const names = await menu()
    .locator('use')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')!.split('#')[1]))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !drawn.includes(`id="${name}"`))).toEqual([])
})

test('on a phone the menu opens with its button', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await heading('Programs').click()
  await link('API keys').click()
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
})

test('each mode is explained below the bar', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await goTo('/')
  await page.getByText('no paper, no money').waitFor()
  await page.getByText('Live', { exact: true }).click()
  await page.getByText('real letters, real money').waitFor()
  await page.getByText('no paper, no money').waitFor({ state: 'detached' })
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
