import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, sampled } from './portal.ts'
import { saluted } from './screens/salutations.ts'
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

test('salutations are checked and corrected before approval', async () => {
  const id = await saluted(sample)
  await page.goto(`${portal.server.url}/portal/postbatches/${id}?mode=test`)
  const salutations = page.getByRole('region', { name: 'Salutations' })
  const first = salutations.getByRole('listitem').first()
  await first.getByText('Geachte heer/mevrouw de Vries').waitFor()
  expect(await first.getByText('Check', { exact: true }).isVisible()).toBe(true)
  await salutations.getByText('2 letters, for example to J.M. Wielinga-van den Broek').waitFor()
  await salutations.getByRole('button', { name: 'Correct Geachte mevrouw Wielinga-van den Broek' }).click()
  await salutations.getByLabel('Corrected salutation').fill('Beste buren')
  await salutations.getByRole('button', { name: 'Save' }).click()
  await salutations.getByRole('button', { name: 'Correct Beste buren' }).waitFor()
  const { data } = await sample.call('GET', `/items?filter[postbatchId]=${id}`)
  const corrected = data.filter((item: { data: object }) => 'letterSalutation' in item.data)
  expect(corrected).toMatchObject([
    { data: { letterSalutation: 'Beste buren' } },
    { data: { letterSalutation: 'Beste buren' } },
  ])
  // The correction triggers another pricing, after which the input must be confirmed again.
  const status = async () => (await sample.call('GET', `/postbatches/${id}`)).status
  await expect.poll(status).toBe('VALIDATED')
  await page.reload()
  await page.getByLabel(/^Type \d+ to confirm/).fill('6')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'Test done' }).waitFor()
  expect(portal.errors).toEqual([])
})

test('a list with forms of address is mapped, imported and gets salutations', async () => {
  const { templateId } = await sample.call('GET', `/postbatches/${await saluted(sample)}`)
  await page.goto(`${portal.server.url}/portal/postbatches/new?template=${templateId}`)
  await page.getByLabel('Name', { exact: true }).fill('Members')
  await page.getByRole('button', { name: 'Continue' }).click()
  const heading = 'Aanhef;Voornaam;Achternaam;Straat;Huisnr;Postcode;Plaats'
  const row = (form: string, name: string, number: number) =>
    `${form};${name};Damrak;${number};1012 LG;Amsterdam`
  const lines = [heading, row('Dhr.', 'Jan;van Dijk', 1), row('Mevr.', 'Anna;Bos', 2)]
  const buffer = Buffer.from(lines.join('\r\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  const form = page.getByLabel('Salutation or form of address')
  await form.waitFor()
  expect(await form.inputValue()).toBe('Aanhef')
  await page.getByLabel('Country').selectOption('Not used')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByRole('button', { name: 'Add 2 recipients' }).click()
  const salutations = page.getByRole('region', { name: 'Salutations' })
  await salutations.getByText('Geachte heer van Dijk').waitFor()
  await salutations.getByText('Geachte mevrouw Bos').waitFor()
  expect(portal.errors).toEqual([])
})
