import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workbook } from '../../test/support/workbooks.ts'
import { asSuggested, mappingOf } from '../src/screens/postbatches/columns.ts'
import { openPortal, type Portal, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  await seeded(portal)
}, 60_000)
afterAll(() => portal?.close())

const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
const step = (name: string) => page.locator('[aria-current=step]').filter({ hasText: name }).waitFor()
const heading = 'Voornaam;Naam;Straat;Huisnr;Postcode;Plaats'
const line = (number: number, postalCode = '1012 LG') =>
  `Person${number};Person${number} de Vries;Damrak;${number};${postalCode};Amsterdam`

const begin = async (name: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
  await page.goto(`${portal.server.url}/portal/postbatches/new`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Design').selectOption({ index: 1 })
  await press('Begin')
  await step('Recipients')
  await page.locator('input[type=file]').setInputFiles(file)
}

describe('the columns of a list', () => {
  const suggested = {
    fields: {
      'recipient.name': { columns: ['Voornaam', 'Naam'] },
      'recipient.street': { column: 'Straat', split: 'streetAndNumber' as const },
    },
  }
  test.each([
    ['nothing chosen', {}, undefined],
    [
      'what was suggested, as a whole',
      { 'recipient.name': asSuggested, 'recipient.street': 'Straat' },
      suggested.fields,
    ],
    [
      'a column for the number, so that the street is not split',
      { 'recipient.street': 'Straat', 'recipient.houseNumber': 'Nr' },
      { 'recipient.street': { column: 'Straat' }, 'recipient.houseNumber': { column: 'Nr' } },
    ],
    [
      'no column for the city, so that it is looked for beside the postal code',
      { 'recipient.postalCode': 'Plaats', 'recipient.city': '' },
      { 'recipient.postalCode': { column: 'Plaats', split: 'postalCodeAndCity' } },
    ],
  ])('are mapped with %s', (_what, choices, fields) => {
    expect(mappingOf(choices, suggested)?.fields).toEqual(fields)
  })
})

describe('a mailing in test mode', () => {
  test('of a CSV with two bad rows is checked, taken in, mended, priced, looked at and approved', async () => {
    const list = [heading, line(1), line(2, '12'), line(3), line(4, 'x')].join('\r\n')
    await begin('Spring', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await step('Columns')
    expect(await page.getByLabel('Postal code', { exact: true }).inputValue()).toBe('Postcode')
    await page.getByLabel(/Keep these columns/).fill('Our members')
    await press('Check the list')
    await page.getByText('2 rows are good, 2 need mending.').waitFor()
    await page.getByLabel('Postcode, Row 3').fill('1012 LG')
    await page.getByLabel('Postcode, Row 5').fill('x')
    await page.reload()
    expect(await page.getByLabel('Postcode, Row 3').inputValue()).toBe('1012 LG')
    await press('Check the mended rows')
    await page.getByText('3 rows are good, 1 need mending.').waitFor()
    await page.getByText('1 row still needs mending.').waitFor()
    await page.getByLabel('Postcode, Row 5').fill('1012 LG')
    await press('Check the mended rows')
    await press('Take in 4 recipients')
    await step('Look and price')
    await page.getByText('Piece 1 of 4').waitFor()
    await page.locator('figure img').first().waitFor()
    await press('Next piece')
    await page.getByText('Piece 2 of 4').waitFor()
    const approve = page.getByRole('button', { name: 'Approve' })
    await page.getByLabel('Number of pieces').fill('3')
    expect(await approve.isDisabled()).toBe(true)
    await page.getByLabel('Number of pieces').fill('4')
    await approve.click()
    await step('On its way')
  }, 120_000)

  test('leads on to the same in live mode, with its name and its design', async () => {
    const design = await page.evaluate(`fetch('/v1/postbatches?limit=1', { headers: { 'X-Mode': 'test' } })
      .then((answer) => answer.json()).then(({ data }) => data[0].templateId)`)
    await press('Begin it for real, in live mode')
    await page.getByRole('heading', { name: 'New mailing' }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Spring')
    await expect.poll(() => page.getByLabel('Design').inputValue()).toBe(design)
    await page.getByText('Test', { exact: true }).first().click()
  })

  test('of an Excel file asks for the sheet, and goes on from there', async () => {
    const rows = [heading, line(11), line(12)].map((text) => text.split(';'))
    const buffer = Buffer.from(
      workbook({
        sheets: [
          { name: 'Notes', rows: [['made in March']] },
          { name: 'Members', rows },
        ],
      }),
    )
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await begin('Members', { name: 'members.xlsx', mimeType, buffer })
    await page.getByLabel('Sheet').selectOption('Members')
    await press('Use this sheet')
    await step('Columns')
    await press('Check the list')
    await page.getByText('All 2 rows are good.').waitFor()
    await press('Take in 2 recipients')
    await page.getByText('Piece 1 of 2').waitFor()
  }, 120_000)

  test('lists who is left out with the reason: rows that were not taken in, and items that are stopped', async () => {
    const list = [heading, line(21), line(22, 'x')].join('\r\n')
    await begin('Winter', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await step('Columns')
    await press('Check the list')
    await press('Take in 1 recipient, without 1 bad row')
    await page.getByText('Piece 1 of 1').waitFor()
    await page.getByText('1 row of list.csv was not taken in').click()
    const row = page.locator('li').filter({ hasText: 'Row 3' })
    expect(await row.textContent()).toContain('Person22')
    const saved = page.waitForEvent('download')
    await press('Save errors.csv')
    expect((await saved).suggestedFilename()).toBe('errors.csv')
    await press('Mend them')
    await page.getByLabel('Postcode, Row 3').waitFor()
  }, 120_000)

  test('of another list takes its columns from the preset, and keeps a change in it', async () => {
    const list = [`${heading};Toev`, `${line(7)};A`].join('\r\n')
    await begin('Summer', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await step('Columns')
    await page.getByLabel('Columns as in').selectOption('Our members')
    expect(await page.getByLabel('Postal code', { exact: true }).inputValue()).toBe('Postcode')
    await page.getByText('from the preset').first().waitFor()
    await page.getByLabel('Suffix', { exact: true }).selectOption('Toev')
    await page.getByLabel('Keep the change in the preset “Our members”').check()
    await press('Check the list')
    await page.getByText('All 1 rows are good.').waitFor()
    const other = ['Voornaam;Straat;Huisnr;Postcode', 'Noor;Damrak;1;1012 LG'].join('\r\n')
    await begin('Autumn', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(other) })
    await step('Columns')
    await page.getByLabel('Columns as in').selectOption('Our members')
    await page.getByText(/This list has no column .*Toev/).waitFor()
  }, 120_000)

  test('keeps its columns for the next list, until they are deleted', async () => {
    await page.goto(`${portal.server.url}/portal/presets`)
    await press('Delete: Our members')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No presets yet').waitFor()
  })
})

test('nothing went wrong in the pages', () => {
  expect(portal.errors).toEqual([])
})
