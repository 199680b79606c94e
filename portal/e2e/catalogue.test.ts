import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRecipient } from '../../bin/demo/steps.ts'
import { callAsPerson, enterOperatorArea, openPortal, type Portal, person, setUp } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
})
afterAll(() => portal?.close())

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const more = async (name: string) => {
  await press('More actions')
  await page.getByRole('menuitem', { name }).click()
}
const tab = (name: RegExp) => page.getByRole('navigation', { name: 'Catalogue' }).getByRole('link', { name })
const dialog = () => page.getByRole('dialog')
const waitForText = (text: string | RegExp) => page.getByText(text).first().waitFor()
const asText = () => page.getByRole('radio', { name: 'As JSON' }).check()
const upload = (name: string, text: string) =>
  page.locator('main input[type=file]').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
const file = async () => (await callAsPerson(page, 'GET', '/platform/catalogue')).file

test('products are listed with their sheet', async () => {
  await enterOperatorArea(page)
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await page.getByRole('link', { name: 'Window letter C5' }).click()
  await page.getByRole('img', { name: /Page 1: 210 × 297 mm/ }).waitFor()
  await page.getByText('Uncoated').waitFor()
})

test('a price is changed after a preview of the changes', async () => {
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  // The menu also lists the prices that the organisation itself pays.
  await tab(/^Prices/).click()
  await page.getByRole('link', { name: 'Standard' }).click()
  await page.getByRole('cell', { name: '€0.89' }).waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const price = page.getByLabel('Postcard A6, Domestic, from the first piece')
  await price.fill('0,95')
  await press('Review changes')
  await dialog().getByText('Postcard A6, Domestic: €0.95 instead of €0.89').waitFor()
  await dialog().getByRole('button', { name: 'Apply changes' }).click()
  await waitForText('The catalogue is changed.')
  await page.getByRole('cell', { name: '€0.95' }).waitFor()
  const { priceLists } = await file()
  expect(priceLists[0].lines[0].steps).toEqual([{ from: 1, priceCents: 95 }])
})

test('preflight is customised for a product, and reset to the defaults', async () => {
  const open = () =>
    page.goto(`${portal.server.url}/portal/operator/catalogue/specifications/postcard-a6?change=form`)
  const preflight = async () =>
    (await file()).specifications.find(({ key }: { key: string }) => key === 'postcard-a6').sheet.preflight
  const confirm = async () => {
    await press('Review changes')
    await dialog().getByText('Postcard A6 gets version').waitFor()
    await dialog().getByRole('button', { name: 'Apply changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Postcard A6', exact: true }).waitFor()
  }
  await open()
  await page.getByText('Print checks', { exact: true }).click()
  const lines = page.getByLabel('Lines under 0.1 mm')
  expect(await lines.locator('option:checked').textContent()).toBe('Refuse (default)')
  await lines.selectOption({ label: 'Warn' })
  await page.getByLabel('Pictures in screen colours (RGB)').selectOption({ label: 'Refuse' })
  await page.getByText('Print checks (2 changed)').waitFor()
  await confirm()
  expect(await preflight()).toEqual({ hairline: 'warning', rgb_image: 'error' })
  await waitForText('Lines under 0.1 mm: Warn; Pictures in screen colours (RGB): Refuse')
  await open()
  await page.getByText('Print checks (2 changed)').click()
  await lines.selectOption({ label: 'Refuse (default)' })
  await page.getByLabel('Pictures in screen colours (RGB)').selectOption({ label: 'Ignore (default)' })
  await confirm()
  expect(await preflight()).toBeUndefined()
})

test('an entry is edited as text: invalid or unreadable text is reported and changes nothing', async () => {
  await page.goto(`${portal.server.url}/portal/operator/catalogue/stocks/silk-300`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await asText()
  const text = page.getByRole('textbox', { name: 'As JSON' })
  const before = await text.inputValue()
  await text.fill('{')
  await waitForText('This is not valid JSON')
  expect(await page.getByRole('button', { name: 'Review changes' }).isDisabled()).toBe(true)
  await text.fill(before.replace('silk-300', 'silk-310'))
  await waitForText('The key can’t be changed.')
  await text.fill(before.replace('"gsm": 300', '"gsm": 3000'))
  await press('Review changes')
  await dialog().getByText('Correct the problems below').waitFor()
  await dialog().getByText('Silk-coated board: Weight').waitFor()
  expect(await dialog().getByRole('button', { name: 'Apply changes' }).count()).toBe(0)
  await dialog().getByRole('button', { name: 'Close' }).click()
  await page.locator('main li.tone-bad').waitFor()
  await press('Discard')
  expect(await text.inputValue()).toBe(before)
  expect((await file()).stocks[0].gsm).toBe(300)
})

test('a paper is added in its form, with errors at their fields, and archived', async () => {
  await page.goto(`${portal.server.url}/portal/operator/catalogue?part=stocks`)
  await page.getByRole('link', { name: 'New paper' }).click()
  await page.getByLabel('Name').fill('Recycled 80')
  expect(await page.getByLabel('Key').inputValue()).toBe('recycled-80')
  await page.getByLabel('Weight').fill('8')
  await press('Review changes')
  await dialog().getByText('Recycled 80: Weight').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  const weight = page.getByLabel('Weight')
  await expect.poll(() => weight.getAttribute('aria-invalid')).toBe('true')
  await page.locator('[aria-invalid=true]:focus').waitFor()
  await weight.fill('80')
  await press('Review changes')
  await dialog().getByText('New: Recycled 80.').waitFor()
  await dialog().getByRole('button', { name: 'Apply changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Recycled' }).waitFor()
  await more('Archive')
  await dialog().getByRole('button', { name: 'Apply changes' }).click()
  await page.getByText('Archived', { exact: true }).waitFor()
  await press('More actions')
  await page.getByRole('menuitem', { name: 'Restore' }).waitFor()
})

test('unsaved changes are restored, and conflicting changes by another user must be resolved', async () => {
  const address = `${portal.server.url}/portal/operator/catalogue/stocks/silk-300?change=form`
  await page.goto(address)
  await page.getByLabel('Weight').fill('310')
  await waitForText('Unsaved changes')
  await page.getByRole('link', { name: 'Papers' }).click()
  await waitForText('Unsaved changes')
  await page.goto(address)
  expect(await page.getByLabel('Weight').inputValue()).toBe('310')
  const { stocks } = await file()
  const silk = stocks.find(({ key }: { key: string }) => key === 'silk-300')
  const revision = async () => (await callAsPerson(page, 'GET', '/platform/catalogue')).revision
  const elsewhere = async (fields: object) =>
    callAsPerson(
      page,
      'PUT',
      '/platform/catalogue/stocks/silk-300',
      { ...silk, ...fields },
      {
        'If-Match': `"${await revision()}"`,
      },
    )
  await elsewhere({ maxInkPercent: 320 })
  await press('Review changes')
  await waitForText('Changed by them: Maximum ink.')
  await press('Keep mine')
  await press('Review changes')
  await dialog()
    .getByText(/Silk-coated board changes: Weight\./)
    .waitFor()
  // Another change between preview and confirmation.
  await elsewhere({ gsm: 290, maxInkPercent: 320 })
  await dialog().getByRole('button', { name: 'Apply changes' }).click()
  await waitForText('You both changed: Weight.')
  expect(await page.getByLabel('Weight').inputValue()).toBe('310')
  await press('Use theirs')
  await expect.poll(() => page.getByLabel('Weight').inputValue()).toBe('290')
  expect(await page.getByText('Unsaved changes').count()).toBe(0)
})

test('the whole catalogue is downloaded as a file, and a file is uploaded', async () => {
  await page.goto(`${portal.server.url}/portal/operator/catalogue`)
  await page.getByRole('link', { name: 'Postcard A6' }).waitFor()
  await more('Import or download')
  const [download] = await Promise.all([page.waitForEvent('download'), press('Download file')])
  const saved = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(saved)).toEqual(await file())
  await upload('catalogue.txt', 'no JSON')
  await waitForText('This file is not JSON.')
  await upload('catalogue.json', saved)
  await dialog().getByText('There are no changes.').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await upload('catalogue.json', saved.replace('"name": "Postcard A6"', '"name": "Small card"'))
  await dialog().getByRole('button', { name: 'Apply changes' }).click()
  await tab(/^Products/).click()
  await page.getByRole('link', { name: 'Small card' }).waitFor()
})

test('the sample of a country is previewed, and becomes the catalogue', async () => {
  await page.goto(`${portal.server.url}/portal/operator/catalogue?part=file`)
  await press('Belgium')
  await dialog()
    .getByRole('heading', { name: /^Products \(\d+\)/ })
    .waitFor()
  await dialog()
    .getByText(/^\d+ more$/)
    .first()
    .waitFor()
  await dialog().getByRole('button', { name: 'Apply changes' }).click()
  await tab(/^Products/).click()
  await page.getByRole('link', { name: 'DL letter, on both sides' }).waitFor()
  const { countryZones } = await file()
  expect(countryZones.filter(({ archived }: { archived?: true }) => !archived)).toMatchObject([
    { key: 'by-distance', origin: 'BE' },
  ])
})

test('a first letter is sent on a product of that sample', async () => {
  await page.goto(`${portal.server.url}/portal/desk`)
  await page.getByRole('img', { name: 'Your first letter' }).waitFor()
  await press('Send this test letter')
  await page.getByRole('heading', { name: 'That was your first letter' }).waitFor()
  await press('See it on the Desk')
  await page.locator('figure img').waitFor()
})

test('the clock knows the cutoff of an item created after the page was loaded', async () => {
  // The page loaded the clock before there was an item that waits for a cutoff.
  const { data } = await callAsPerson(page, 'GET', '/postflows?limit=1')
  const recipient = { ...sampleRecipient(0), country: 'BE', postalCode: '1050', city: 'Bruxelles' }
  await callAsPerson(page, 'POST', '/items', { postflowId: data[0].id, recipient })
  await page.getByRole('button', { name: /^Test clock/ }).click()
  await dialog()
    .getByRole('button', { name: /^Advance to the next cutoff/ })
    .waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
})

test('several entries are archived at once, and are collapsed', async () => {
  await page.goto(`${portal.server.url}/portal/operator/catalogue`)
  const boxes = page.locator('tbody input[type=checkbox]')
  await boxes.first().check()
  await boxes.nth(1).check()
  await press('Archive 2')
  await dialog().getByText('is archived. Mail that was ordered with it still goes out.').nth(1).waitFor()
  await dialog().getByRole('button', { name: 'Apply changes' }).click()
  await page.getByLabel('Status').selectOption('Archived')
  await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(1)
})

test('importing a file that redirects live mail requires the password', async () => {
  await page.goto(`${portal.server.url}/portal/operator/catalogue?part=file`)
  const rules = [{ match: { countries: ['BE'] }, printers: ['default'] }]
  await upload('rules.json', JSON.stringify({ ...(await file()), printerRules: rules }))
  await dialog().getByRole('button', { name: 'Apply changes' }).click()
  await dialog().getByText('This sends live mail to another printer.').waitFor()
  expect((await file()).printerRules).toEqual([])
  await dialog().getByLabel('Current password').fill(person.password)
  await dialog().getByRole('button', { name: 'Apply changes' }).click()
  await waitForText('The catalogue is changed.')
  expect((await file()).printerRules).toMatchObject(rules)
})

test('causes no policy violations or console errors', () => {
  // The browser logs the refusal of the conflicting change.
  expect(portal.errors.filter((error) => !/status of (412|422)/.test(error))).toEqual([])
})
