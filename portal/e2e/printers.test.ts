import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterOperatorArea, openPortal, type Portal, person, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page
const folder = mkdtempSync(join(tmpdir(), 'lettershop-printers-'))

beforeAll(async () => {
  mkdirSync(join(folder, 'cellar'))
  portal = await openPortal(['--printers-folder', folder])
  page = await portal.newPage()
  await setUp(portal, page)
})
afterAll(async () => {
  await portal?.close()
  rmSync(folder, { recursive: true })
})

const goTo = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const more = async (name: string) => {
  await press('More actions')
  await page.getByRole('menuitem', { name }).click()
}
const field = (label: string) => page.getByLabel(label, { exact: true })
const waitForText = (text: string | RegExp) => page.getByText(text).first().waitFor()

test("the folder from the server's settings is listed from the start", async () => {
  await enterOperatorArea(page)
  await page.getByRole('link', { name: 'Printers' }).click()
  await page.getByRole('link', { name: 'The folder of the server’s settings' }).waitFor()
})

test('a printer lists its runs, each a click away', async () => {
  const { createItem } = await seeded(portal)
  await createItem(0)
  await page.getByRole('link', { name: 'The folder of the server’s settings' }).click()
  const runs = page.locator('section', { has: page.getByRole('heading', { name: 'Last runs' }) })
  await runs.getByRole('row', { name: /Test 1 piece, Fern & Field Coming up/ }).waitFor()
  await runs.getByRole('link').first().click()
  await page.locator('[aria-current=step]').waitFor()
  await goTo('/operator/printers')
})

test('the list of all runs shows which printer a run waits for, and which was replaced', async () => {
  const { createItem } = await seeded(portal)
  await createItem(1)
  const away = {
    printerId: 'prn_lyon',
    printerKey: 'lyon',
    printerName: 'Lyon',
    since: '2026-01-05T09:00:00Z',
  }
  // The API's response about unavailable printers is tested in `test/core/printers/away.test.ts`.
  const show = async (printerId: string, printerName: string) => {
    await page.route('**/v1/platform/runs?*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      for (const run of body.data) Object.assign(run, { printerId, printerName, away })
      await route.fulfill({ response, json: body })
    })
    await goTo('/operator/runs?view=list')
  }
  await show('prn_lyon', 'Lyon')
  await page
    .getByRole('cell', { name: /^Lyon has been unavailable since .+ The run waits for it\.$/ })
    .first()
    .waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await show('prn_gent', 'Gent')
  await page
    .getByRole('cell', { name: /^Lyon has been unavailable since .+ Gent prints this run\.$/ })
    .first()
    .waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await goTo('/operator/printers')
})

test('a printer with invalid settings shows the error at its field, and keeps the entered values', async () => {
  await page.getByRole('link', { name: 'Connect a printer' }).click()
  await page.getByRole('radio', { name: /Folder on this server/ }).check()
  await field('Name').fill('The press in the cellar')
  expect(await field('Key').inputValue()).toBe('the-press-in-the-cellar')
  await field('Key').fill('cellar')
  await field('Folder').fill('../elsewhere')
  await press('Connect printer')
  await page.locator('[aria-invalid=true]').first().waitFor()
  expect(await field('Name').inputValue()).toBe('The press in the cellar')
})

test('it is added, its next step is routing, and it is tested, paused and resumed', async () => {
  await field('Folder').fill('cellar')
  await press('Connect printer')
  await waitForText('The printer is connected.')
  await page.getByRole('link', { name: 'Set up routing' }).waitFor()
  await press('Test connection')
  await waitForText(/^Last contact /)
  await more('Pause')
  await waitForText('Paused')
  await press('Resume')
  await page.getByText('Active', { exact: true }).waitFor()
})

test('its capabilities are changed', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await field('Sides').selectOption('One side only')
  await press('Save')
  await waitForText('The printer is changed.')
  await page.getByRole('link', { name: 'Overview' }).click()
  await waitForText('One side only')
})

test('a rule assigns runs to it, with another printer as fallback, and is saved as a whole', async () => {
  await goTo('/operator/printers/rules')
  await waitForText('All runs go to the default folder')
  await press('Add rule')
  await field('Countries').fill('be, nl')
  // A new rule defaults to the latest printer.
  expect(await field('Printer').locator('option:checked').textContent()).toBe('The press in the cellar')
  await field('Fallback').selectOption('The folder of the server’s settings')
  await field('Fall back after (minutes)').fill('30')
  await waitForText('Unsaved changes')
  await field('Current password').fill(person.password)
  await press('Save')
  await waitForText('The routing is saved.')
  await page.reload()
  await expect.poll(() => field('Countries').inputValue()).toBe('BE, NL')
  expect(await field('Fall back after (minutes)').inputValue()).toBe('30')
})

test('a rule with an unknown country shows the error at its field', async () => {
  await field('Countries').fill('Belgium')
  await field('Current password').fill(person.password)
  await press('Save')
  await page.locator('[aria-invalid=true]').first().waitFor()
  await page.reload()
})

test('a printer used by rules cannot be archived until they no longer name it', async () => {
  await goTo('/operator/printers')
  await page.getByRole('link', { name: 'The press in the cellar' }).click()
  const archive = async () => {
    await more('Archive')
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
  }
  await archive()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await goTo('/operator/printers/rules')
  await press('Rule 1: Remove')
  await field('Current password').fill(person.password)
  await press('Save')
  await waitForText('The routing is saved.')
  await waitForText('All runs go to the default folder')
  await page.goBack()
  await archive()
  await page.getByText('Archived', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Test connection' }).count()).toBe(0)
})

test('causes no policy violations or console errors', () => {
  // The server refuses the intentional errors.
  expect(portal.errors.filter((error) => !/status of (409|422)/.test(error))).toEqual([])
})
