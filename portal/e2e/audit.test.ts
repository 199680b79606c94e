import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAsPerson, openPortal, type Portal, person, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page
let samples: Awaited<ReturnType<typeof seeded>>

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  samples = await seeded(portal)
})
afterAll(() => portal?.close())

const rows = () => page.locator('tbody tr').count()
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('a change of settings is found by its kind, with its author and the previous value', async () => {
  await callAsPerson(page, 'PATCH', '/organisation', { name: 'Fern & Fields' })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByLabel('Subject').selectOption('Organisation')
  await page.getByRole('link', { name: `${person.name} changed organisation` }).click()
  await heading(`${person.name} changed organisation Fern & Fields`)
  const text = await page.locator('main').textContent()
  for (const part of [person.email, 'organisation.patch', 'Fern & Field', 'Fern & Fields']) {
    expect(text).toContain(part)
  }
  const cells = await page.locator('main tbody tr').first().locator('th, td').allTextContents()
  expect(cells.map((cell) => cell.trim())).toEqual(['Name', 'Fern & Field', 'Fern & Fields'])
})

test('entries link to their subject and name fields as the portal does', async () => {
  const { data } = await samples.call('GET', '/templates?limit=1')
  const [template] = data
  const postflow = samples.postflowIds[0]
  const { name, revision } = await samples.call('GET', `/postflows/${postflow}`)
  await callAsPerson(page, 'PATCH', `/templates/${template.id}`, { name: 'Card of spring' })
  await callAsPerson(
    page,
    'PATCH',
    `/postflows/${postflow}`,
    { duplicateWindowDays: 9 },
    { 'If-Match': `"${revision}"` },
  )
  await page.goto(`${portal.server.url}/portal/audit-log?kind=postflow`)
  const row = page
    .getByRole('row')
    .filter({ hasText: `changed Postflow ${name}` })
    .first()
  const field = row.getByText('No second letter within (days)')
  expect(await field.getAttribute('title')).toBe('duplicateWindowDays')
  const link = row.getByRole('link', { name, exact: true })
  expect(await link.getAttribute('href')).toBe(`/portal/postflows/${postflow}`)
  await row.getByRole('link', { name: 'changed Postflow' }).click()
  await heading(`${person.name} changed Postflow ${name}`)
  await page.getByRole('rowheader', { name: 'No second letter within (days)' }).waitFor()
  await page.getByRole('main').getByRole('link', { name, exact: true }).waitFor()
  await page.goto(`${portal.server.url}/portal/audit-log?kind=template`)
  await page.getByRole('link', { name: 'Card of spring' }).first().click()
  await page.waitForURL(`**/templates/${template.id}`)
})

test('a field that only the API has is marked as such', async () => {
  const { data } = await samples.call('GET', '/templates?limit=1')
  await samples.callLive('POST', `/templates/${data[0].id}/publish`)
  await page.goto(`${portal.server.url}/portal/audit-log?kind=templateVersion`)
  await page
    .getByRole('link', { name: /, version 2$/ })
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'created template version' }).first().click()
  await page.getByRole('rowheader', { name: 'staticLayerStatus' }).locator('code').waitFor()
  await page.goto(`${portal.server.url}/portal/audit-log`)
})

test('filters by user, program and day are kept in the URL', async () => {
  await page.getByRole('link', { name: 'Audit log' }).last().click()
  await page.getByLabel('Who').selectOption({ label: person.name })
  await page.getByRole('link', { name: 'created member' }).waitFor()
  await page.getByRole('link', { name: 'created API key' }).first().waitFor({ state: 'detached' })
  expect(page.url()).toContain('who=usr_')
  await page.getByLabel('Who').selectOption('Server and command line')
  await page.getByRole('link', { name: 'created API key' }).first().waitFor()
  await page.getByLabel('Until').fill('2020-01-01')
  await page.getByText('No entry matches your filters').waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.poll(rows).toBeGreaterThan(3)
})

test('secrets and personal data are not included', async () => {
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
  await page.getByRole('link', { name: 'created Do not mail entry' }).click()
  await page.getByText('hidden', { exact: true }).first().waitFor()
  await page.getByText('Secrets and personal data are never written').waitFor()
  expect(await page.locator('main').textContent()).not.toContain('Jo Bos')
})

test('members without permission see no link to it', async () => {
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

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
