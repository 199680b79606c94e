import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfOf } from '../../test/support/pdf-files.ts'
import { callAsPerson, openPortal, type Portal, setUpInBrowser } from './portal.ts'
import { shoot } from './shoot.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal(['--base-url', 'http://mail.example'])
  page = await portal.newPage()
})
afterAll(() => portal?.close())

const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
const dialog = () => page.locator('dialog[open]')
const clickButton = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const points = (mm: number) => (mm / 25.4) * 72
const letter = {
  name: 'Spring letter.pdf',
  mimeType: 'application/pdf',
  buffer: pdfOf([`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${points(210)} ${points(297)}]>>`]),
}
const noMoney = async () => {
  const words = page.getByText(/€|charge|\bprice|\bpaid\b|balance|invoice|\bVAT\b|\bcosts\b/i)
  expect(await words.filter({ visible: true }).allTextContents()).toEqual([])
}

test('an organisation that prints its own mail starts with a letter and a list, without commands', async () => {
  await setUpInBrowser(portal, page, 'We print it ourselves')
  await page.getByRole('heading', { name: 'Your first letter is ready' }).waitFor()
  await page.getByRole('img', { name: 'Your first letter' }).waitFor()
  expect(await page.getByText('curl').isVisible()).toBe(false)
  await shoot(page, 'desk')
  await noMoney()
  const address = {
    companyName: 'Fern & Field',
    street: 'Kade',
    houseNumber: '1',
    postalCode: '1011 AA',
    city: 'Amsterdam',
    country: 'NL',
  }
  await callAsPerson(
    page,
    'POST',
    '/organisation/return-addresses',
    { name: 'Office', address },
    { 'X-Mode': 'live' },
  )
})

test('a custom letter is uploaded for a mailing, which waits for it', async () => {
  await page.getByRole('link', { name: 'Send a mailing' }).click()
  await page.getByRole('radio', { name: /Send it for real/ }).check()
  await page.getByLabel('Name', { exact: true }).fill('Spring')
  await shoot(page, 'new-mailing')
  await press(/^Upload your letter/)
  // Product and name are taken from the file.
  expect(await dialog().getByLabel('Product').count()).toBe(0)
  expect(await dialog().getByLabel('Name of the template').count()).toBe(0)
  await dialog().getByLabel('PDF file').setInputFiles(letter)
  await dialog().getByText('The pages fit').waitFor()
  expect(await dialog().getByLabel('Name of the template').inputValue()).toBe('Spring letter')
  await shoot(page, 'begin-pdf')
  await clickButton('Create template')
  await page.getByText('The mailing “Spring” waits for this letter.').waitFor()
  await page.locator('figure img').first().waitFor()
  await press('Publish')
  await dialog().getByText('Publishing sends nothing').waitFor()
  await dialog().getByText('If the edges are white, no change is needed').waitFor()
  await clickButton('Publish')
  await page.getByText('The letter is ready for the mailing “Spring”.').waitFor()
  const continueLink = page.getByRole('link', { name: 'Continue with the mailing' })
  expect(await continueLink.getAttribute('class')).toContain('primary')
  const toList = page.getByRole('link', { name: 'Send to a list' })
  expect(await toList.getAttribute('class')).not.toContain('primary')
  await shoot(page, 'published')
  await continueLink.click()
  await page.getByRole('heading', { name: 'Your letter: Spring letter' }).waitFor()
  await page.locator('main form img').first().waitFor()
  const upload = page.getByRole('button', { name: /^Upload your letter/ })
  expect(await upload.isVisible()).toBe(false)
  const { y, height } = (await page.getByRole('button', { name: 'Continue' }).boundingBox())!
  expect(y + height).toBeLessThanOrEqual(800)
  await shoot(page, 'came-back')
  await page.getByText('Choose another letter').click()
  await upload.waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Spring')
  await press('Continue')
  await page.locator('[aria-current=step]').filter({ hasText: 'Recipients' }).waitFor()
})

test('a letter in a postal code is corrected with one press, and pieces are found by number and name', async () => {
  const list = [
    'Naam;Straat;Huisnr;Postcode;Plaats',
    'Anna Bakker;Damrak;1;1O12 LG;Amsterdam',
    'Bram Visser;Damrak;2;1012 LG;Amsterdam',
    'Cato Smit;Damrak;3;1012 LG;Amsterdam',
  ].join('\r\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await press('Check the list')
  await page.getByText('“1O12 LG” has the letter O. Is it 1012 LG?').waitFor()
  // Only invalid cells are fields; the others are text.
  expect(await page.locator('main li').getByRole('textbox').count()).toBe(1)
  await page.getByLabel('Postcode, Row 2', { exact: true }).waitFor()
  await shoot(page, 'mend')
  await press(/^Use 1012 LG/)
  await press('Check 1 row')
  await press('Add 3 recipients')
  await page.getByText('Piece 1 of 3').waitFor()
  await page.getByText('Bram Visser', { exact: true }).waitFor()
  const find = page.getByLabel('Number, name or address')
  for (const [query, at] of [
    ['2', 2],
    ['anna', 3],
  ] as const) {
    await find.fill(query)
    await find.press('Enter')
    await page.getByText(`Piece ${at} of 3`).waitFor()
  }
  await shoot(page, 'approve')
  await noMoney()
})

test('an approved mailing shows its printer, offers the PDF, and can be marked as posted', async () => {
  await page.getByLabel(/^Type \d+ to confirm/).fill('3')
  await press('Approve')
  await page.getByText('You can print its PDF after').first().waitFor()
  await press('More actions')
  await page.getByRole('menuitem', { name: 'Cancel the mailing …' }).waitFor()
  await page.keyboard.press('Escape')
  await shoot(page, 'approved')
  await press(/^Print it now/)
  await clickButton('Print it now')
  await page.getByRole('heading', { name: 'Now you: print, fold, post' }).waitFor()
  await page.locator('dt', { hasText: 'To print and post' }).waitFor()
  expect(await page.getByText('Being printed').count()).toBe(0)
  expect(await page.locator('[role=menuitem]', { hasText: 'Cancel the mailing' }).count()).toBe(0)
  await page.getByText('Print at 100%').waitFor()
  await page.getByText('Print on one side').waitFor()
  await shoot(page, 'print')
  await noMoney()
  const coming = page.waitForEvent('download')
  await press('Download for your own printer (PDF)')
  const path = await (await coming).path()
  const info = execFileSync('pdfinfo', [path], { encoding: 'utf8' })
  expect(info).toMatch(/Pages:\s+3\n/)
  expect(info).toMatch(/Page size:.*A4/)

  await page.goto(`${portal.server.url}/portal/`)
  await page.getByRole('link', { name: '1 print run is ready Now you: print, fold, post.' }).waitFor()
  await shoot(page, 'home')
  await noMoney()
  await page.getByRole('link', { name: '1 print run is ready Now you: print, fold, post.' }).click()
  await page.getByRole('button', { name: 'Download for your own printer (PDF)' }).waitFor()
  await shoot(page, 'run')
  await noMoney()
  await press('Mark as posted')
  await clickButton('Mark as posted')
  await page.getByText('Marked as posted.').waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Now you: print, fold, post' }).count()).toBe(0)
  expect(portal.errors).toEqual([])
})
