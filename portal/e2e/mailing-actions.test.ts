import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, sampled } from './portal.ts'
import type { Sample } from './screens/screen.ts'
import { settled } from './settled.ts'

let portal: Portal
let page: Page
let sample: Sample
/** A plain letter with an address and without a code. */
let letter: { id: string; versionId: string }

beforeAll(async () => {
  portal = await openPortal(['--base-url', 'http://mail.example'])
  page = await portal.newPage()
  sample = await sampled(portal, page, 0)
  const { data } = await sample.call('GET', '/products')
  const products = await Promise.all(
    data.map(({ id }: { id: string }) => sample.call('GET', `/products/${id}`)),
  )
  const { id: productSpecificationId } = products.flatMap(({ specifications }) => specifications)[0]
  const { id } = await sample.callLive('POST', '/templates', { name: 'Plain', productSpecificationId })
  const { id: versionId } = await sample.callLive('POST', `/templates/${id}/publish`)
  letter = { id, versionId }
})
afterAll(() => portal?.close())

const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
/** Chooses a rarely used action. */
const more = async (name: string) => {
  await press('More actions')
  await page.getByRole('menuitem', { name }).click()
}
const dialog = () => page.locator('dialog[open]')
const step = (name: string) => page.locator('[aria-current=step]').filter({ hasText: name }).waitFor()
const heading = 'Naam;Straat;Huisnr;Postcode;Plaats;Land'
const line = (number: number, postalCode = '1012 LG') =>
  `Person${number} de Vries;Damrak;${number};${postalCode};Amsterdam;`

/** Creates a mailing in review with two recipients, the second skipped because of its postal code. */
const checked = async (name: string) => {
  await page.goto(`${portal.server.url}/portal/postbatches/new?template=${letter.id}`)
  await page.getByRole('heading', { name: 'Your letter: Plain' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await press('Continue')
  const buffer = Buffer.from([heading, line(1), line(2, 'x')].join('\r\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await step('Columns')
  await page.getByText('Empty rows: Netherlands').waitFor()
  await page.getByLabel('Country').selectOption('Not used')
  await page.getByText('All rows: Netherlands').waitFor()
  await press('Check the list')
  await press('Leave 1 out')
  await page.getByText('Piece 1 of 1').waitFor()
  await page.locator('figure img').first().waitFor()
  return page.url().split('/').at(-1)!
}

test('its author can cancel a mailing during review without a reason', async () => {
  const id = await checked('Winter')
  await more('Send back …')
  await dialog().getByText('cancel it instead').waitFor()
  await dialog().getByRole('button', { name: 'Cancel', exact: true }).click()
  const requests: string[] = []
  const note = (request: Request) => void (request.method() === 'POST' && requests.push(request.url()))
  page.on('request', note)
  await more('Cancel the mailing …')
  await dialog().getByRole('button', { name: 'Cancel the mailing' }).click()
  await page.getByRole('heading', { name: 'This mailing was cancelled' }).waitFor()
  page.off('request', note)
  // The menu is inside the approval form, which it must not submit too.
  expect(requests.map((url) => url.replace(/.*\//, ''))).toEqual(['cancel'])
  expect((await sample.call('GET', `/postbatches/${id}`)).status).toBe('CANCELLED')
  expect(await page.getByRole('link', { name: /^New mailing for/ }).count()).toBe(0)
})

test('activity elsewhere does not block the decision', async () => {
  const id = await checked('Summer')
  const approve = page.getByRole('button', { name: 'Approve' })
  await page.getByLabel(/^Type \d+ to confirm/).fill('1')
  await expect.poll(() => approve.isEnabled()).toBe(true)
  const other = await sample.call('POST', '/postbatches', { name: 'Other', templateId: letter.id })
  const requests: string[] = []
  const note = (request: Request) => void requests.push(new URL(request.url()).pathname)
  // The menu loads its counts, and their script, only some seconds after the page.
  const counts = `${portal.server.url}/v1/attention`
  await expect
    .poll(() => page.evaluate((url) => performance.getEntriesByName(url).length, counts))
    .toBeGreaterThan(0)
  await settled(page)
  page.on('request', note)
  const seen = page.waitForResponse((response) => response.url().endsWith(`/v1/postbatches/${id}`))
  await sample.call('POST', `/postbatches/${other.id}/cancel`)
  await seen
  await settled(page)
  page.off('request', note)
  // If the page requested the price or the pieces again, it would block the decision until they arrived. The
  // counts of the menu don't.
  const ofMailing = requests.filter((path) => path !== '/v1/attention').sort()
  expect(ofMailing).toEqual([`/v1/postbatches/${id}`, `/v1/postbatches/${id}/imports`])
  expect(await approve.isEnabled()).toBe(true)
})

test('a rejected mailing links to its bad rows, and requests no web page that it does not print', async () => {
  await checked('Autumn')
  await more('Send back …')
  await dialog().getByLabel('What is wrong?').fill('The date is over')
  await dialog().getByRole('button', { name: 'Send back' }).click()
  await page.getByRole('button', { name: 'Ask for approval again' }).waitFor()
  await page.getByText('1 of 2 recipients of list.csv').waitFor()
  expect(await page.getByLabel('Web page').count()).toBe(0)
  await press('Correct it')
  await page.getByLabel('Postcode, Row 3').waitFor()
})

test('skipped recipients get their own mailing with the same letter and settings', async () => {
  const id = await checked('Spring')
  await page.getByLabel(/^Type \d+ to confirm/).waitFor()
  // Leave the page, which would otherwise calculate the price automatically in between.
  await page.goto(`${portal.server.url}/portal/`)
  await sample.call('PATCH', `/postbatches/${id}`, {
    trackingTargetUrl: 'https://example.com/spring',
    billingGroup: 'Sales',
  })
  await sample.validate(id)
  await page.goto(`${portal.server.url}/portal/postbatches/${id}`)
  await page.locator('figure img').first().waitFor()
  await page.getByLabel(/^Type \d+ to confirm/).fill('1')
  await press('Approve')
  await page.getByRole('heading', { name: 'Test done' }).waitFor()
  await page.getByText('With the whole list, everyone would get a second piece.').waitFor()
  await page.getByRole('link', { name: 'New mailing for this one' }).click()
  await page.getByText('For those left out of “Spring”').waitFor()
  await page.getByRole('heading', { name: 'Your letter: Plain' }).waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Spring: those left out')
  await press('Continue')
  await step('Recipients')
  const later = await sample.call('GET', `/postbatches/${page.url().split('/').at(-1)}`)
  expect(later).toMatchObject({
    templateVersionId: letter.versionId,
    trackingTargetUrl: 'https://example.com/spring',
    billingGroup: 'Sales',
    status: 'DRAFT',
    itemCount: 0,
  })
  await page.goto(`${portal.server.url}/portal/postbatches/${id}`)
})

test('the test clock advances to the day on which the last piece arrives', async () => {
  await page.getByRole('link', { name: 'Its print run' }).waitFor()
  await sample.advance()
  await page.getByText('The test printer has it.').waitFor()
  await page.getByRole('button', { name: /^Test clock/ }).click()
  const arrival = dialog().getByRole('button', { name: /^Advance until the last of it arrives: \w+ \d+/ })
  await arrival.waitFor()
  expect(await dialog().getByLabel('Advance to').inputValue()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  expect(
    await dialog()
      .getByRole('button', { name: /next cutoff/ })
      .count(),
  ).toBe(0)
  await arrival.click()
  await page.getByText('Everything has arrived, in the test.').waitFor()
  await page.getByText('It should have arrived.').waitFor()
  await page.getByRole('button', { name: /^Test clock/ }).click()
  await dialog().getByText('No test mail waits to be printed or is on its way.').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
})

test('causes no page errors', () => {
  expect(portal.errors).toEqual([])
})
