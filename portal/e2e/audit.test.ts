import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAsPerson, openPortal, type Portal, person, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  await seeded(portal)
}, 60_000)
afterAll(() => portal?.close())

const rows = () => page.locator('tbody tr').count()
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('a change of settings is found by its kind, with who made it and what it was before', async () => {
  await callAsPerson(page, 'PATCH', '/organisation', { name: 'Fern & Fields' })
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByLabel('What about').selectOption('Organisation')
  await page.getByRole('link', { name: 'Organisation changed' }).click()
  await heading('Organisation changed')
  const text = await page.locator('main').textContent()
  for (const part of [person.email, 'organisation.patch', 'Fern & Field', 'Fern & Fields']) {
    expect(text).toContain(part)
  }
  const cells = await page.locator('main tbody tr').first().locator('th, td').allTextContents()
  expect(cells).toEqual(['name', 'Fern & Field', 'Fern & Fields'])
})

test('filters stand in the address: by person, by program, by day', async () => {
  await page.getByRole('link', { name: 'Audit log' }).last().click()
  await page.getByLabel('Who').selectOption({ label: person.name })
  await page.getByRole('link', { name: 'Member made' }).waitFor()
  await page.getByRole('link', { name: 'API key made' }).first().waitFor({ state: 'detached' })
  expect(page.url()).toContain('who=usr_')
  await page.getByLabel('Who').selectOption('Command line and server')
  await page.getByRole('link', { name: 'API key made' }).first().waitFor()
  await page.getByLabel('Until').fill('2020-01-01')
  await page.getByText('Nothing in the log matches').waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.poll(rows).toBeGreaterThan(3)
})

test('secrets and data of people are not in it', async () => {
  await callAsPerson(page, 'POST', '/suppressions', {
    reason: 'moved',
    recipient: {
      name: 'Jo Bos',
      street: 'Damrak',
      houseNumber: '2',
      postalCode: '1012 LG',
      city: 'Amsterdam',
      country: 'NL',
    },
  })
  await page.reload()
  await page.getByRole('link', { name: 'Suppression made' }).click()
  await page.getByText('not shown').first().waitFor()
  await page.getByText('Secrets and data of people are never written').waitFor()
  expect(await page.locator('main').textContent()).not.toContain('Jo Bos')
})

test('who may not read it is not led to it', async () => {
  await page.route('**/v1/session', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const permissions = body.permissions.filter((one: string) => one !== 'organisation.manage')
    await route.fulfill({ response: answer, json: { ...body, permissions } })
  })
  await page.goto(`${portal.server.url}/portal/support`)
  await page.getByRole('navigation').first().waitFor()
  expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
})

test('nothing was refused by the policy, and nothing went wrong in the console', () => {
  expect(portal.errors).toEqual([])
})
