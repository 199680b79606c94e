import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAsPerson, openPortal, type Portal, seeded, setUp } from './portal.ts'
import { shoot } from './shoot.ts'

let portal: Portal
let page: Page
let sample: Awaited<ReturnType<typeof seeded>>
let run: string

/** Creates three test items and closes their run. */
beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  sample = await seeded(portal)
  for (let index = 0; index < 3; index++) await sample.createItem(index)
  run = (await sample.call('GET', '/runs?filter[status]=OPEN')).data[0].id
  await callAsPerson(page, 'POST', `/runs/${run}/close`)
})
afterAll(() => portal?.close())

const goTo = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
const dialog = () => page.locator('dialog[open]')
/** Sends a report as the printer of the run. */
const report = async (body: object) => {
  const manifest = readFileSync(join(portal.data, 'printer-test', run, 'manifest.json'), 'utf8')
  const { pathname, search } = new URL(JSON.parse(manifest).callbackUrl)
  const response = await fetch(`${portal.server.url}${pathname}${search}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

test('a run that its printer failed to print is listed on Home, with the reason', async () => {
  await expect.poll(async () => (await sample.call('GET', `/runs/${run}`)).status).toBe('HANDED_TO_PRINTER')
  await report({ event: 'FAILED', reason: 'Out of toner after the first sheet.' })
  await goTo('/')
  await page.getByText('run is held up').click()
  // Wait for the heading, because Home has a table too.
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor()
  await page.locator('tbody tr').first().getByRole('link').first().click()
  await page.getByText('Out of toner after the first sheet.').waitFor()
  await shoot(page, 'run')
})

test('the operator confirms that nothing was printed, and its pieces are printed again as a remake', async () => {
  await press('Resolve')
  await dialog().getByText('The printer accepted this run and did not finish it.').waitFor()
  await shoot(page, 'dialog')
  await dialog().getByRole('radio', { name: 'Nothing was printed' }).check()
  await dialog().getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('region', { name: 'Remakes' }).getByText('Remake 1').waitFor()
  await page.getByText('Out of toner').waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(0)
  await shoot(page, 'settled')
})

test('an unavailable printer is shown on the first page and in the list of printers', async () => {
  renameSync(join(portal.data, 'printer'), join(portal.data, 'elsewhere'))
  await goTo('/operator/printers')
  await page.getByRole('link', { name: 'The folder of the server’s settings' }).click()
  await press('Test connection')
  await page.getByText(/does not exist/).waitFor()
  await shoot(page, 'printer')
  await goTo('/')
  await page.getByText('printer does not answer').waitFor()
  await shoot(page, 'home')
  await page.getByText('printer does not answer').click()
  await page
    .locator('tbody tr', { hasText: 'The folder of the server’s settings' })
    .getByText('Fails')
    .waitFor()
  await shoot(page, 'printers')
})
