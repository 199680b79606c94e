import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAsPerson, openPortal, type Portal, setUp } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
})
afterAll(() => portal?.close())

const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
const tickets = async () => (await callAsPerson(page, 'GET', '/support/tickets')).data

test('a question is submitted, with the diagnostics attached', async () => {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Help' }).click()
  await page.getByText('No questions yet').waitFor()
  await page.getByRole('link', { name: 'New question' }).first().click()
  await page.getByLabel('Subject').fill('A card that arrived torn')
  await page.getByLabel('Your question').fill('Can it be sent again?')
  await press('Send')
  await page.getByRole('heading', { level: 1, name: 'A card that arrived torn' }).waitFor()
  const text = await page.locator('main ol li').first().textContent()
  expect(text).toContain('Can it be sent again?')
  expect(text).toContain('"rateLimits"')
})

test("an operator's answer appears automatically, and the conversation continues", async () => {
  const [{ id }] = await tickets()
  await callAsPerson(page, 'POST', `/support/tickets/${id}/answer`, { text: 'It is printed again.' })
  await page.getByText('It is printed again.').waitFor()
  await page.getByLabel('Your message').fill('Thank you')
  await press('Send')
  await page.getByText('Message sent').waitFor()
  expect(await page.locator('main ol li').count()).toBe(3)
  expect(await page.getByLabel('Your message').inputValue()).toBe('')
})

test('an operator answers in place', async () => {
  await page.getByLabel('Answer as the operator').check()
  await page.getByRole('textbox', { name: 'Answer as the operator' }).fill('You are welcome')
  await press('Send')
  await page.getByText('Answered').waitFor()
})

test('a ticket is closed, and then accepts no messages', async () => {
  await press(/^Close question/)
  await page.getByRole('dialog').getByRole('button', { name: 'Close question' }).click()
  await page.getByText('This question is closed').waitFor()
  expect(await page.locator('textarea').count()).toBe(0)
  expect(await tickets()).toMatchObject([{ status: 'CLOSED', messageCount: 4 }])
})

test('the diagnostics show what works, what waits and what is allowed', async () => {
  await page.goto(`${portal.server.url}/portal/support/diagnostics`)
  await page.getByRole('cell', { name: 'general', exact: true }).waitFor()
  expect(await page.locator('dd', { hasText: 'Working' }).count()).toBeGreaterThan(0)
  await page.locator('summary', { hasText: 'As JSON' }).click()
  await page.getByRole('region', { name: 'As JSON' }).waitFor()
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
