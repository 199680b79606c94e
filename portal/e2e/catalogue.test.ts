import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAsPerson, openPortal, type Portal, setUp, unfold } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
})
afterAll(() => portal?.close())

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = () => page.getByRole('dialog')
const says = (text: string | RegExp) => page.getByText(text).first().waitFor()
const bring = (name: string, text: string) =>
  page.locator('main input[type=file]').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
const file = async () => (await callAsPerson(page, 'GET', '/platform/catalogue')).file

test('what is sold is seen with its sheet', async () => {
  await unfold(page, 'Operator')
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await page.getByRole('link', { name: 'Window letter C5' }).click()
  await page.getByRole('img', { name: /Page 1: 210 × 297 mm/ }).waitFor()
  await page.getByText('Uncoated').waitFor()
})

test('a price is changed after what changes was seen', async () => {
  await page.getByRole('link', { name: 'Products as they are made' }).click()
  // The menu has prices too: those that an organisation pays.
  await page
    .getByRole('navigation', { name: 'Catalogue' })
    .getByRole('link', { name: /^Prices/ })
    .click()
  await page.getByRole('link', { name: 'Standard' }).click()
  const price = page.getByLabel('Postcard A6, domestic, 1')
  await price.fill('0.9x')
  expect(await page.getByRole('button', { name: 'See what this changes' }).first().isDisabled()).toBe(true)
  await price.fill('0,95')
  await page.getByRole('button', { name: 'See what this changes' }).first().click()
  await dialog().getByText('95 cents instead of 89').waitFor()
  await dialog().getByRole('button', { name: 'Make it so' }).click()
  await says('The catalogue is changed.')
  await expect.poll(() => price.inputValue()).toBe('0.95')
  const { priceLists } = await file()
  expect(priceLists[0].lines[0].steps).toEqual([{ from: 1, priceCents: 95 }])
})

test('an entry is changed as text: what cannot be read, or is wrong, is named, and nothing changes', async () => {
  await page.goto(`${portal.server.url}/portal/operator/catalogue/calendars/weekdays-ten`)
  const text = page.getByLabel('As the file has it')
  const before = await text.inputValue()
  await text.fill('{')
  await press('See what this changes')
  await says('This cannot be read as JSON')
  await text.fill(before.replace('0 10 * * 1-5', '0 10 31 2 *'))
  await press('See what this changes')
  await dialog().getByText('It cannot be done as it is').waitFor()
  await dialog().getByText('/calendars/0/cron').waitFor()
  expect(await dialog().getByRole('button', { name: 'Make it so' }).count()).toBe(0)
  await dialog().getByRole('button', { name: 'Close' }).click()
  expect((await file()).calendars[0].cron).toBe('0 10 * * 1-5')
})

test('another is added, and offered no more', async () => {
  await page.goto(`${portal.server.url}/portal/operator/catalogue?part=stocks`)
  await page.getByRole('link', { name: 'Add' }).click()
  const text = page.getByLabel('As the file has it')
  const paper = { key: 'recycled-80', name: 'Recycled', gsm: 80, coated: false }
  await text.fill(JSON.stringify({ ...paper, colourProfile: 'FOGRA29', maxInkPercent: 280 }))
  await press('See what this changes')
  await dialog().getByRole('button', { name: 'Make it so' }).click()
  await page.getByRole('heading', { level: 1, name: 'Recycled' }).waitFor()
  await press('Offer it no more …')
  await dialog().getByRole('button', { name: 'Make it so' }).click()
  await page.getByText('Not offered', { exact: true }).waitFor()
})

test('the whole is saved as a file, and a file is brought', async () => {
  await page.goto(`${portal.server.url}/portal/operator/catalogue`)
  await page.getByRole('link', { name: 'Postcard A6' }).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), press('Save as a file')])
  const saved = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(saved)).toEqual(await file())
  await bring('catalogue.txt', 'no JSON')
  await says('This file is not JSON.')
  await bring('catalogue.json', saved)
  await dialog().getByText('It changes nothing.').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await bring('catalogue.json', saved.replace('"name": "Postcard A6"', '"name": "Small card"'))
  await dialog().getByRole('button', { name: 'Make it so' }).click()
  await page.getByRole('link', { name: 'Small card' }).waitFor()
})

test('a sample of a country is looked at, and becomes the catalogue', async () => {
  await page.goto(`${portal.server.url}/portal/operator/catalogue`)
  await press('Belgium')
  await dialog().getByText('letter-dl-duplex').first().waitFor()
  await dialog().getByRole('button', { name: 'Make it so' }).click()
  await page.getByRole('link', { name: 'DL letter, on both sides' }).waitFor()
  const { countryZones } = await file()
  expect(countryZones.filter(({ archived }: { archived?: true }) => !archived)).toMatchObject([
    { key: 'by-distance', origin: 'BE' },
  ])
})

test('nothing was refused by the policy, and nothing went wrong in the console', () => {
  expect(portal.errors).toEqual([])
})
