import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, sampled } from './portal.ts'
import { twoGifts } from './screens/donors.ts'
import type { Sample } from './screens/screen.ts'

let portal: Portal
let page: Page
let sample: Sample

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 1)
})
afterAll(() => portal?.close())

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('donors without a first name and with two gifts are corrected in the rows, and printed accordingly', async () => {
  const id = await twoGifts(sample)
  await page.goto(`${portal.server.url}/portal/postbatches/${id}?mode=test`)
  await page.getByText('1 row is good, 3 need mending.').waitFor()
  const questions = page.getByRole('region', { name: '2 questions about this list' })
  await questions.waitFor()
  await page
    .getByText(
      '2 rows have a surname alone. With the form of address they are printed as “Fam. de Vries”, “Dhr. en mevr. Bakker”.',
    )
    .waitFor()
  await press('Print the form of address in 2 rows')
  await page.getByText('“Fam. de Vries” is printed.').waitFor()
  await press('Put back, Row 4')
  await press('Print “Dhr. en mevr. Bakker”, Row 4')
  await page.getByText('“Dhr. en mevr. Bakker” is printed.').waitFor()
  await press('Check the mended rows')
  await page.getByText('3 rows are good, 1 needs mending.').waitFor()
  await page.getByRole('region', { name: 'One question about this list' }).waitFor()
  await press('Send both letters, Row 5')
  await press('Check the mended rows')
  await page.getByText('All 4 rows are good.').waitFor()
  expect(await page.getByRole('region', { name: /question/ }).count()).toBe(0)
  await press('Take in 4 recipients')
  await page.getByText('Piece 1 of 4').waitFor()
  const { data } = await sample.call('GET', `/items?filter[postbatchId]=${id}&limit=10`)
  expect(data.map(({ recipient }: { recipient: { name: string } }) => recipient.name).sort()).toEqual([
    'Dhr. en mevr. Bakker',
    'Fam. de Vries',
    'Jan Smit',
    'Jan Smit',
  ])
  expect(portal.errors).toEqual([])
})
