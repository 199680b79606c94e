import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, setUpInBrowser } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
})
afterAll(() => portal?.close())

test('a print shop is told that no seller is configured, though its own organisation pays nobody', async () => {
  await setUpInBrowser(portal, page, 'We print for customers')
  // Wait for the Desk, which is shown once there is a session.
  await page.getByRole('heading', { name: 'Your first letter is ready' }).waitFor()
  await page.goto(`${portal.server.url}/portal/`)
  const steps = page.getByRole('region', { name: 'Ready for real mail' })
  await steps.getByText('Connect a printer').waitFor()
  expect(await steps.getByText('optional').count()).toBe(0)
  await steps.getByRole('link', { name: 'Company on invoices' }).click()
  await page.getByText('No company is set yet. Until then, nobody can top up or be invoiced.').waitFor()
  expect(portal.errors).toEqual([])
})
