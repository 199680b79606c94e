import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workbook } from '../../test/support/workbooks.ts'
import { callAsPerson, openPortal, type Portal, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page
let sample: Awaited<ReturnType<typeof seeded>>

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  sample = await seeded(portal)
})
afterAll(() => portal?.close())

const dialog = () => page.getByRole('dialog')
const open = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const tab = (name: string) => page.getByLabel('Parts of Do not mail').getByRole('link', { name }).click()
const rows = () => page.locator('tbody tr a').allTextContents()

/** Fills in the address fields of the page. */
const fillAddress = async (houseNumber: string, name = '') => {
  await expect.poll(() => page.getByLabel('Country', { exact: true }).inputValue()).toBe('NL')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Street', { exact: true }).fill('Keizersgracht')
  await page.getByLabel('Number', { exact: true }).fill(houseNumber)
  await page.getByLabel('Postal code', { exact: true }).fill('1015 CJ')
  await page.getByLabel('City', { exact: true }).fill('Amsterdam')
}

describe('the suppression list', () => {
  test('is empty at first, and an address is added manually', async () => {
    await open('/suppressions')
    await page.getByRole('heading', { name: 'Nobody has opted out yet' }).waitFor()
    await page.getByRole('link', { name: 'Add an address' }).click()
    await fillAddress('201', 'Willem van den Broek')
    await page.getByText('Stops all mail.').waitFor()
    await page.getByLabel('Only this person or company').check()
    await press('Add to Do not mail')
    await page.getByText('Willem van den Broek is on Do not mail.').waitFor()
    await page.getByRole('link', { name: 'Willem van den Broek' }).waitFor()
  })

  test('reports doubts about an address that was added manually', async () => {
    await open('/suppressions/new')
    await fillAddress('2026-03-01', 'NULL')
    await press('Add to Do not mail')
    await page.getByRole('heading', { name: 'Saved, but check these values' }).waitFor()
    const texts = await page.locator('section li').allTextContents()
    expect(texts.map((text) => text.trim())).toEqual([
      expect.stringContaining('“NULL” is a placeholder'),
      expect.stringContaining('“2026-03-01” looks like a number'),
      expect.stringContaining('stops no correctly addressed mail'),
    ])
    await page.getByRole('link', { name: 'Open entry' }).click()
    await press('Remove from Do not mail')
    await confirm('Remove from Do not mail')
    await page.getByText('Address removed from Do not mail.').waitFor()
  })

  test('shows whether mail to an address is created, and why not', async () => {
    await tab('Check an address')
    await fillAddress('201')
    await press('Check address')
    await page.getByText('This mail would be sent.').waitFor()
    await fillAddress('201', 'W. van den Broek')
    await press('Check address')
    await page.getByText('This mail would be sent.').waitFor()
    await fillAddress('201', 'Willem van den Broek')
    await press('Check address')
    await page.getByText('This mail would be stopped.').waitFor()
    await page.getByText('Matches address and name').waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  test('is filtered by reason, origin and name', async () => {
    const recipient = {
      name: null,
      street: 'Markt',
      houseNumber: '3',
      postalCode: '2611 GP',
      city: 'Delft',
      country: 'NL',
    }
    await callAsPerson(page, 'POST', '/suppressions', { recipient, reason: 'sticker' })
    await open('/suppressions')
    await expect.poll(rows).toEqual(['–', 'Willem van den Broek'])
    await page.getByLabel('Reason').selectOption({ label: 'Letterbox refuses advertising' })
    await expect.poll(rows).toEqual(['–'])
    await page.getByLabel('Source').selectOption({ label: 'Opt-out page' })
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await press('Clear the filters')
    await page.getByRole('searchbox').fill('broek')
    await page.getByRole('searchbox').press('Enter')
    await expect.poll(rows).toEqual(['Willem van den Broek'])
  })

  test('changes an entry, and removes it after showing why it is there', async () => {
    await page.getByRole('link', { name: 'Willem van den Broek' }).click()
    await press('Edit')
    await dialog().getByLabel('Reason').selectOption({ label: 'Moved away' })
    await confirm('Save')
    await page.getByText('Entry saved.').waitFor()
    await page.locator('dd').filter({ hasText: 'Moved away' }).waitFor()
    await press('Remove from Do not mail')
    await dialog().getByText('reason is: Moved away').waitFor()
    await confirm('Remove from Do not mail')
    await page.getByText('Address removed from Do not mail.').waitFor()
    await expect.poll(rows).toEqual(['–'])
  })

  test('is not extended by a returned test piece', async () => {
    const { id } = await sample.createItem(3)
    await sample.advance()
    for (const event of ['HANDED_TO_CARRIER', 'RETURNED']) {
      await sample.call('POST', `/developers/simulate/items/${id}`, { event })
    }
    const { data } = await callAsPerson(page, 'GET', '/suppressions/test-entries')
    expect(data).toMatchObject([{ isTest: true, status: 'PROPOSED', itemId: id }])
    await tab('Suggested')
    await page.getByRole('heading', { name: 'No suggestions' }).waitFor()
    expect(await page.locator('tbody a').count()).toBe(0)
  })
})

test('several entries are removed at once, after a confirmation that counts those requested by the recipient', async () => {
  for (const houseNumber of ['301', '303', '305']) {
    const recipient = {
      street: 'Keizersgracht',
      houseNumber,
      postalCode: '1015 CJ',
      city: 'Amsterdam',
      country: 'NL',
    }
    await callAsPerson(page, 'POST', '/suppressions', {
      recipient,
      reason: houseNumber === '303' ? 'opt_out' : 'moved',
    })
  }
  const { data: before } = await callAsPerson(page, 'GET', '/suppressions?limit=100')
  await open('/suppressions')
  await page
    .getByRole('checkbox', { name: /Keizersgracht 30[13]/ })
    .first()
    .check()
  await page
    .getByRole('checkbox', { name: /Keizersgracht 30[13]/ })
    .last()
    .check()
  await press('Remove …')
  await dialog().getByText('1 of them asked for no more mail').waitFor()
  await confirm('Remove 2 addresses')
  await page.getByText('2 addresses removed from Do not mail.').waitFor()
  const { data: after } = await callAsPerson(page, 'GET', '/suppressions?limit=100')
  expect(after.length).toBe(before.length - 2)
  await page.getByRole('checkbox', { name: 'Keizersgracht 305', exact: false }).waitFor()
})

describe('reasons', () => {
  test('can be added, are selected, and are deleted only if unused', async () => {
    await open('/suppressions/reasons')
    await page.getByRole('link', { name: 'Advertising categories' }).waitFor()
    await press('New reason')
    await dialog().getByLabel('Name').fill('Asked at the counter')
    await dialog().getByLabel('Stops').selectOption({ label: 'Advertising' })
    await confirm('Save')
    await page.getByText('Reason “Asked at the counter” saved.').waitFor()
    await open('/suppressions/new')
    await fillAddress('12')
    await page.getByLabel('Reason').selectOption({ label: 'Asked at the counter' })
    await page.getByText('Stops advertising.').waitFor()
    await press('Add to Do not mail')
    await page.getByText('The address is on Do not mail.').waitFor()
    await tab('Reasons')
    await page.getByRole('link', { name: 'Asked at the counter' }).click()
    await confirm('Delete')
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('alert').waitFor()
    portal.errors = portal.errors.filter((error) => !/status of 409/.test(error))
  })
})

describe('a list', () => {
  const heading = ['Naam', 'Straat', 'Huisnr', 'Postcode', 'Plaats']
  const drop = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

  test('is read with its columns, and its bad rows are downloaded, corrected and imported', async () => {
    await open('/suppressions/imports')
    await page.getByRole('link', { name: 'Import a list' }).click()
    const csv = [
      heading,
      ['Eva', 'Damrak', '1', '1012 LG', 'Amsterdam'],
      ['Jan', '', '', '1012 LG', 'Amsterdam'],
    ]
    await drop('list.csv', Buffer.from(csv.map((cells) => cells.join(';')).join('\n')))
    await expect.poll(() => page.getByLabel('Number', { exact: true }).inputValue()).toBe('Huisnr')
    await page.getByRole('cell', { name: 'Damrak' }).waitFor()
    await page.getByLabel('Reason', { exact: true }).last().selectOption({ label: 'Moved away' })
    await press('Import')
    await page.getByText('1 address was added.').waitFor()
    await page.getByText('1 row couldn’t be imported.').waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), press('Download rows to correct')])
    const errors = readFileSync(await file.path(), 'utf8')
    expect(errors).toContain('The address needs a street.')
    await press('Choose another file')
    await drop('mended.csv', Buffer.from(errors.replace('Jan;;;', 'Jan;Markt;3;')))
    await press('Import')
    await page.getByText('1 address was added.').waitFor()
    await page.getByRole('link', { name: 'Open Do not mail' }).click()
    await page.getByRole('link', { name: 'Jan' }).waitFor()
    await page.getByRole('link', { name: 'Eva' }).waitFor()
  })

  test('asks for its encoding and heading, and about an unused column', async () => {
    const list = [
      'Retour 2026;;;;;',
      'Aanhef;Naam;Straat;Huisnr;Postcode;Plaats',
      'Mw;J. R#d;Damrak;7;1012 LG;Amsterdam',
    ]
    const bytes = Buffer.from(list.join('\r\n'), 'latin1')
    bytes[bytes.indexOf('#')] = 0x9b
    await open('/suppressions/imports/new')
    await drop('dos.csv', bytes)
    const start = page.getByRole('button', { name: 'Import' })
    await page.getByText('Answer the questions to continue').waitFor()
    expect(await start.isDisabled()).toBe(true)
    await page.getByRole('radio', { name: /^Western European \(DOS\)/ }).click()
    await expect
      .poll(() => page.getByLabel('Encoding of the file', { exact: true }).inputValue())
      .toBe('cp850')
    await page
      .getByRole('cell', { name: /J. Rød/ })
      .first()
      .waitFor()
    await page.getByLabel('Row with the column names').selectOption({ index: 1 })
    await expect.poll(() => page.getByLabel('Number', { exact: true }).inputValue()).toBe('Huisnr')
    await page.getByRole('radio', { name: 'Include it' }).check()
    await press('Import')
    await page.getByText('1 address was added.').waitFor()
    await page.getByRole('link', { name: 'Open Do not mail' }).click()
    await page.getByRole('link', { name: 'Mw J. Rød' }).waitFor()
  })

  test('may be a sheet of a workbook', async () => {
    await open('/suppressions/imports/new')
    const buffer = workbook({
      sheets: [
        { name: 'Notes', rows: [['made in March']] },
        { name: 'People', rows: [heading, ['Ada', 'Coolsingel', '40', '3011 AD', 'Rotterdam']] },
      ],
    })
    await drop('people.xlsx', Buffer.from(buffer))
    await page.getByLabel('Sheet').selectOption('People')
    await page.getByRole('cell', { name: 'Coolsingel' }).waitFor()
    await press('Import')
    await page.getByText('1 address was added.').waitFor()
    await page.getByRole('link', { name: 'Imports' }).first().click()
    await expect.poll(rows).toEqual(['people.xlsx', 'dos.csv', 'mended.csv', 'list.csv'])
  })

  test('that cannot be read says so', async () => {
    await open('/suppressions/imports/new')
    await drop('picture.xlsx', Buffer.from('PK no workbook'))
    await page.getByRole('alert').waitFor()
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
  })

  test('of all entries is downloaded as CSV', async () => {
    await open('/suppressions/imports')
    const [file] = await Promise.all([page.waitForEvent('download'), press('Download list (CSV)')])
    expect(readFileSync(await file.path(), 'utf8')).toContain('Coolsingel')
  })
})

describe('an entry of test mode', () => {
  test('is made live by a user, and then suppresses live mail too', async () => {
    await sample.call('POST', '/suppressions', {
      recipient: {
        name: 'Anna Visser',
        street: 'Prinsengracht',
        houseNumber: '12',
        postalCode: '1015 DV',
        city: 'Amsterdam',
        country: 'NL',
      },
      reason: 'opt_out',
    })
    await open('/suppressions')
    expect(await rows()).not.toContain('Anna Visser')
    await tab('Test entries')
    await page.getByText('Anna Visser').waitFor()
    await page.getByRole('radio', { name: 'To decide' }).check()
    await page.getByRole('heading', { name: 'Nothing to decide' }).waitFor()
    await page.getByRole('radio', { name: 'All test entries' }).check()
    const entry = page.getByRole('row', { name: 'Anna Visser' })
    await entry.getByRole('button', { name: 'Make live' }).click()
    await page.getByText('The entry for Anna Visser is live now.').waitFor()
    await expect.poll(() => entry.count()).toBe(0)
    await tab('On the list')
    await page.getByRole('link', { name: 'Anna Visser' }).waitFor()
  })
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
