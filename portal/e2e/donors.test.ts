import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, sampled } from './portal.ts'
import { thankYouLetter, twoGifts } from './screens/donors.ts'
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
  await page.getByRole('heading', { name: '3 rows to correct' }).waitFor()
  const questions = page.getByRole('region', { name: '2 questions about this list' })
  await questions.waitFor()
  await page
    .getByText(
      '2 rows have a surname alone. With the form of address they are printed as “Fam. de Vries”, “Dhr. en mevr. Bakker”.',
    )
    .waitFor()
  await press('Print the form of address in 2 rows')
  await page.getByText('“Fam. de Vries” is printed.').waitFor()
  await press('Undo, Row 4')
  await press('Print “Dhr. en mevr. Bakker”, Row 4')
  await page.getByText('“Dhr. en mevr. Bakker” is printed.').waitFor()
  await press('Check 2 rows')
  await page.getByRole('heading', { name: '1 row to correct' }).waitFor()
  await page.getByRole('region', { name: 'One question about this list' }).waitFor()
  await press('Send both letters, Row 5')
  await press('Check 1 row')
  await page.getByRole('heading', { name: '4 rows are ready' }).waitFor()
  expect(await page.getByRole('region', { name: /question/ }).count()).toBe(0)
  await press('Add 4 recipients')
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

test('one value fills an empty column in all rows, except those already corrected', async () => {
  const templateId = await thankYouLetter(sample, 'Without amounts')
  const { id } = await sample.call('POST', '/postbatches', { name: 'Without amounts', templateId })
  await page.goto(`${portal.server.url}/portal/postbatches/${id}?mode=test`)
  const heading = 'Aanhef;Voornaam;Achternaam;Straat;Huisnr;Postcode;Plaats;Bedrag'
  const row = (number: number, amount = '') => `Dhr.;Jan;Smit;Damrak;${number};1012 LG;Amsterdam;${amount}`
  const buffer = Buffer.from([heading, row(1, '5,00'), row(2), row(3), row(4)].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await press('Check the list')
  const group = page.getByRole('region', { name: 'Bedrag is empty' })
  await group.getByText('3 rows').waitFor()
  await group.getByLabel('Bedrag, Row 4').fill('20,00')
  await group.getByLabel('Bedrag for all rows').fill('10,00')
  await press('Fill all 2')
  const amounts = () =>
    Promise.all([3, 4, 5].map((row) => group.getByLabel(`Bedrag, Row ${row}`).inputValue()))
  expect(await amounts()).toEqual(['10,00', '20,00', '10,00'])
  await press('Check 3 rows')
  await page.getByRole('heading', { name: '4 rows are ready' }).waitFor()
  expect(portal.errors).toEqual([])
})

test('one value fills a column in more rows than are shown, and the other rows are corrected as typed', async () => {
  const templateId = await thankYouLetter(sample, 'Many without amounts')
  const { id } = await sample.call('POST', '/postbatches', { name: 'Many without amounts', templateId })
  await page.goto(`${portal.server.url}/portal/postbatches/${id}?mode=test`)
  const heading = 'Aanhef;Voornaam;Achternaam;Straat;Huisnr;Postcode;Plaats;Bedrag'
  const row = (number: number, amount = '', code = '1012 LG') =>
    `Dhr.;Jan;Smit;Damrak;${number};${code};Amsterdam;${amount}`
  const many = Array.from({ length: 230 }, (_, index) => row(index + 3))
  const lines = [heading, row(1, '5,00'), row(2, '', '12'), ...many]
  const buffer = Buffer.from(lines.join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await press('Check the list')
  const group = page.getByRole('region', { name: 'Bedrag is empty' })
  await group.getByText('231 rows', { exact: true }).waitFor()
  await group.getByText('31 more rows have this problem.').waitFor()
  await group.getByLabel('Bedrag, Row 5', { exact: true }).fill('20,00')
  await group.getByLabel('Bedrag for all rows').fill('10,00')
  await press('Fill all 230')
  await group.getByText('31 more rows get “10,00”.').waitFor()
  // What is typed and filled survives a reload.
  await page.reload()
  await group.getByText('31 more rows get “10,00”.').waitFor()
  await press('Check 231 rows')
  await page.getByRole('heading', { name: '1 row to correct' }).waitFor()
  await page.getByText('The other 231 are ready.').waitFor()
  await press('Leave 1 out')
  await page.getByText('Piece 1 of 231').waitFor()
  await page.getByText('Not sent: Jan Smit.').waitFor()
  const items = `/items?filter[postbatchId]=${id}&limit=200`
  const first = await sample.call('GET', items)
  const rest = await sample.call('GET', `${items}&cursor=${first.nextCursor}`)
  const given = [...first.data, ...rest.data].map((item: { data: { bedrag: string } }) => item.data.bedrag)
  const countOf = (amount: number) => given.filter((one) => Number(one) === amount).length
  expect([5, 10, 20].map(countOf)).toEqual([1, 229, 1])
  expect(portal.errors).toEqual([])
})
