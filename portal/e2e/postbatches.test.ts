import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workbook } from '../../test/support/workbooks.ts'
import { asSuggested, mappingOf } from '../src/screens/postbatches/columns.ts'
import { callAsPerson, nameSeller, openPortal, type Portal, raiseLimits, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  // Printed mail leads to a public URL.
  portal = await openPortal(['--base-url', 'http://mail.example'])
  page = await portal.newPage()
  await setUp(portal, page)
  await raiseLimits(page, await seeded(portal))
})
afterAll(() => portal?.close())

const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
/** Chooses a rarely used action. */
const more = async (name: string) => {
  await press('More actions')
  await page.getByRole('menuitem', { name }).click()
}
const tested = () => page.getByRole('heading', { name: 'Test done' }).waitFor()
const step = (name: string) => page.locator('[aria-current=step]').filter({ hasText: name }).waitFor()
const heading = 'Voornaam;Naam;Straat;Huisnr;Postcode;Plaats'
const line = (number: number, postalCode = '1012 LG') =>
  `Person${number};Person${number} de Vries;Damrak;${number};${postalCode};Amsterdam`

const begin = async (name: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
  await page.goto(`${portal.server.url}/portal/postbatches/new`)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('radio', { name: /^Welcome card/ }).check()
  await press('Continue')
  await step('Recipients')
  await page.locator('input[type=file]').setInputFiles(file)
}

/** Returns the positions of the piece and of the headline beside it. */
const places = () =>
  Promise.all([
    page.locator('figure img').first().boundingBox(),
    page.getByRole('heading', { name: 'A test with 4 cards' }).boundingBox(),
  ])

describe('the columns of a list', () => {
  const suggested = {
    fields: {
      'recipient.name': { columns: ['Voornaam', 'Naam'] },
      'recipient.street': { column: 'Straat', split: 'streetAndNumber' as const },
    },
  }
  test.each([
    ['nothing selected', {}, undefined],
    [
      'everything as suggested',
      { 'recipient.name': asSuggested, 'recipient.street': 'Straat' },
      suggested.fields,
    ],
    [
      'a column for the number, so that the street is not split',
      { 'recipient.street': 'Straat', 'recipient.houseNumber': 'Nr' },
      { 'recipient.street': { column: 'Straat' }, 'recipient.houseNumber': { column: 'Nr' } },
    ],
    [
      'no column for the city, so that it is looked for next to the postal code',
      { 'recipient.postalCode': 'Plaats', 'recipient.city': '' },
      { 'recipient.postalCode': { column: 'Plaats', split: 'postalCodeAndCity' } },
    ],
  ])('are mapped with %s', (_what, choices, fields) => {
    expect(mappingOf(choices, suggested)?.fields).toEqual(fields)
  })
})

describe('a mailing in test mode', () => {
  test('with two bad rows in a CSV is checked, imported, corrected, priced, reviewed and approved', async () => {
    const list = [heading, line(1), line(2, '12'), line(3), line(4, 'x')].join('\r\n')
    await begin('Spring', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await step('Columns')
    expect(await page.getByLabel('Postal code', { exact: true }).inputValue()).toBe('Postcode')
    await page.getByLabel('Remember these columns as').fill('Our members')
    await press('Check the list')
    await page.getByRole('heading', { name: '2 rows to correct' }).waitFor()
    await page.getByText('The other 2 are ready.').waitFor()
    await page.getByLabel('Postcode, Row 3').fill('1012 LG')
    await page.getByLabel('Postcode, Row 5').fill('x')
    await page.reload()
    expect(await page.getByLabel('Postcode, Row 3').inputValue()).toBe('1012 LG')
    await press('Check 2 rows')
    await page.getByRole('heading', { name: '1 row to correct' }).waitFor()
    await page.getByText('1 row is still to correct.').waitFor()
    await page.getByLabel('Postcode, Row 5').fill('1012 LG')
    await press('Check 1 row')
    await press('Add 4 recipients')
    await step('Approve')
    await page.getByText('Piece 1 of 4').waitFor()
    await page.locator('figure img').first().waitFor()
    await page.getByRole('heading', { name: 'Needed before you send it for real' }).waitFor()
    for (const lacks of [
      'A return address is missing',
      'The QR code leads nowhere yet',
      /is missing from the balance/,
    ])
      await page.getByRole('heading', { name: lacks }).waitFor()
    await page.getByRole('link', { name: 'Company on invoices' }).waitFor()
    const [paper, beside] = await places()
    expect(paper!.x + paper!.width).toBeLessThan(beside!.x)
    await page.setViewportSize({ width: 390, height: 844 })
    const [above, below] = await places()
    expect(above!.y).toBeLessThan(below!.y)
    await page.setViewportSize({ width: 1280, height: 800 })
    await press('Next piece')
    await page.getByText('Piece 2 of 4').waitFor()
    const approve = page.getByRole('button', { name: 'Approve' })
    const { y, height } = (await approve.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(800)
    await page.getByLabel(/^Type \d+ to confirm/).fill('3')
    expect(await approve.isDisabled()).toBe(true)
    await page.getByLabel(/^Type \d+ to confirm/).fill('4')
    await approve.click()
    await page.getByText('Test: “Spring” is approved, with 4 pieces.').waitFor()
    await tested()
    await page.getByText('Nothing was printed, posted or charged.').waitFor()
  })

  test('whose recipients already get the same mail says so, and links to that mailing', async () => {
    const spring = page.url()
    const list = [heading, line(1), line(4), line(5)].join('\r\n')
    await begin('Once more', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await step('Columns')
    await press('Check the list')
    await press('Add 3 recipients')
    await page.getByText('Piece 1 of 3').waitFor()
    const notice = page.getByRole('region', { name: '2 recipients already got this template' })
    // The quotation marks are those of the language, and not part of the text.
    await notice.getByText(/^In the last 30 days, most recently on .* in the mailing Spring\./).waitFor()
    expect(await notice.locator('q').allTextContents()).toEqual(['Spring'])
    await page.getByLabel(/^Type \d+ to confirm/).fill('3')
    await expect.poll(() => page.getByRole('button', { name: 'Approve' }).isEnabled()).toBe(true)
    await notice.getByRole('link', { name: 'Spring' }).click()
    await tested()
    expect(page.url()).toBe(spring)
  })

  test('opened in live mode says that it is a test, and stays one', async () => {
    await page.getByText('Live', { exact: true }).first().click()
    await page.getByText('This mailing is a test').waitFor()
    expect(await page.getByText('Loading').count()).toBe(0)
    await press('Show it in test mode')
    await tested()
    // The browser logs the missing resource.
    portal.errors = portal.errors.filter((error) => !error.includes('status of 404'))
  })

  test('of an Excel file asks for the sheet, and continues with it', async () => {
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
    await page.getByRole('heading', { name: '2 rows are ready' }).waitFor()
    await press('Add 2 recipients')
    await page.getByText('Piece 1 of 2').waitFor()
    // In test mode, the page already asks for what the live mailing will need.
    await page.getByLabel('Web page').fill('example.com/members')
    await press('Use this page')
    await page.getByRole('heading', { name: 'A return address is missing' }).waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'The QR code leads' }).count()).toBe(0)
  })

  test('skips a duplicate recipient, with a button', async () => {
    const list = [heading, line(31), line(32), line(31)].join('\r\n')
    await begin('Twice', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await step('Columns')
    await press('Check the list')
    await page.getByRole('heading', { name: '2 rows are ready' }).waitFor()
    await page.getByText('1 left out').waitFor()
    await page.getByText('Show the row that is twice in the list').click()
    await page.getByText('is already in this mailing (row 2).').waitFor()
    expect(await page.locator('main li input[aria-invalid]').count()).toBe(0)
    await press('All fields, Row 4')
    await page.getByLabel('Plaats, Row 4').fill('Diemen')
    await press('Leave out, Row 4')
    await page.getByText('Will be left out when you check.').waitFor()
    expect(await page.getByLabel('Plaats, Row 4').inputValue()).toBe('Diemen')
    await press('Keep, Row 4')
    expect(await page.getByLabel('Plaats, Row 4').inputValue()).toBe('Diemen')
    expect(await page.getByLabel('Naam, Row 4', { exact: true }).inputValue()).toBe('Person31 de Vries')
    await press('Leave out, Row 4')
    await press('Check 1 row')
    await page.getByText('1 row is left out.').waitFor()
    expect(await page.getByText('correct now').count()).toBe(0)
    await press('Add 2 recipients')
    await page.getByText('Piece 1 of 2').waitFor()
    // The skipped row is still shown after a reload.
    await page.reload()
    await page.getByText('Row 4 of list.csv was left out by hand').click()
    const row = page.locator('li').filter({ hasText: 'Row 4' })
    await row.getByText('is already in this mailing (row 2).').waitFor()
    expect(await row.textContent()).toContain('Person31 de Vries')
  })

  test('says for a duplicate recipient that nothing is missing, before and after approval', async () => {
    const message = page.getByText('1 row of list.csv was already in this mailing')
    const list = [heading, line(33), line(33)].join('\r\n')
    await begin('Once', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await step('Columns')
    await press('Check the list')
    await press('Add 1 recipient')
    await page.getByText('Piece 1 of 1').waitFor()
    await message.click()
    const row = page.locator('li').filter({ hasText: 'Row 3' })
    expect(await row.textContent()).toContain('is already in this mailing (row 2).')
    expect(await page.getByRole('button', { name: /^(Correct|Download)/ }).count()).toBe(0)
    await page.getByLabel(/^Type \d+ to confirm/).fill('1')
    await press('Approve')
    await tested()
    await message.waitFor()
    expect(await page.getByRole('link', { name: /^New mailing for/ }).count()).toBe(0)
  })

  test('lists skipped rows and stopped items with the reason', async () => {
    const list = [heading, line(21), line(22, 'x')].join('\r\n')
    await begin('Winter', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await step('Columns')
    await press('Check the list')
    await press('Leave 1 out')
    await page.getByText('Piece 1 of 1').waitFor()
    await page.getByText('1 of 2 recipients of list.csv; row 3 was left out').click()
    const row = page.locator('li').filter({ hasText: 'Row 3' })
    expect(await row.textContent()).toContain('Person22')
    const saved = page.waitForEvent('download')
    await press('Download the row')
    const file = await saved
    expect(file.suggestedFilename()).toBe('list - rows to correct.csv')
    const [columns, ...rows] = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(columns).toBe(`\uFEFF${heading};lettershop_row;lettershop_problem`)
    expect(rows[0]).toMatch(new RegExp(`^${line(22, 'x')};3;`))
    await press('Correct it')
    await page.getByLabel('Postcode, Row 3').waitFor()
  })

  test('that was priced accepts another list, or continues without it', async () => {
    const added = [heading, line(23)].join('\r\n')
    const upload = async () => {
      await more('Add another list')
      await page.getByText(/^1 recipient is in the mailing and stays\./).waitFor()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(added) })
      await step('Columns')
    }
    await upload()
    await press('Continue without more.csv')
    await page.getByText('Piece 1 of 1').waitFor()
    await upload()
    await press('Check the list')
    await press('Add 1 recipient')
    await page.getByText('Piece 1 of 2').waitFor()
  })

  test('with another list takes its columns from the preset, and keeps a change to them', async () => {
    const list = [`${heading};Toev`, `${line(7)};A`].join('\r\n')
    await begin('Summer', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await step('Columns')
    await page.getByLabel('Columns from').selectOption('Our members')
    expect(await page.getByLabel('Postal code', { exact: true }).inputValue()).toBe('Postcode')
    await page.getByText('from the preset').first().waitFor({ state: 'attached' })
    await page.getByText(/^\d+ more fields: /).click()
    await page.getByLabel('Suffix', { exact: true }).selectOption('Toev')
    // Chosen columns survive a reload.
    await page.reload()
    await expect.poll(() => page.getByLabel('Columns from').inputValue()).not.toBe('')
    expect(await page.getByLabel('Suffix', { exact: true }).inputValue()).toBe('Toev')
    await page.getByLabel('Save the changes in the preset “Our members”').check()
    await press('Check the list')
    await page.getByText('1 row is ready').waitFor()
    const other = ['Voornaam;Straat;Huisnr;Postcode', 'Noor;Damrak;1;1012 LG'].join('\r\n')
    await begin('Autumn', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(other) })
    await step('Columns')
    await page.getByLabel('Columns from').selectOption('Our members')
    await page.getByText(/This list has no column .*Toev/).waitFor()
  })

  test('with a list with a column more than the preset asks about it, wherever it has values', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `${line(index + 100)};`)
    const list = [`${heading};Adresregel 2`, ...rows, `${line(200)};Achterhuis`].join('\r\n')
    await begin('Late', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await step('Columns')
    const question = page.getByRole('group', { name: /Adresregel 2/ })
    expect(await question.count()).toBe(0)
    await page.getByLabel('Columns from').selectOption('Our members')
    await question.getByText('Achterhuis').waitFor()
    expect(await page.getByRole('button', { name: 'Check the list' }).isDisabled()).toBe(true)
    await question.getByRole('radio').first().check()
    await press('Check the list')
    await page.getByText('61 rows are ready').waitFor()
  })

  test('previews joined columns, one recipient at a time', async () => {
    const list = [
      'Voornaam;Achternaam;Straat;Huisnr;Postcode;Plaats',
      'Noor;Bakker;Damrak;1;1012 LG;Amsterdam',
    ]
    const other = 'Ada;Smit;Damrak;2;1012 LG;Amsterdam'
    const buffer = Buffer.from([...list, other].join('\r\n'))
    await begin('Joined', { name: 'list.csv', mimeType: 'text/csv', buffer })
    await step('Columns')
    await page.getByRole('cell', { name: 'Noor Bakker, Ada Smit' }).waitFor()
  })

  test('saves its columns for the next list, until they are deleted', async () => {
    await page.goto(`${portal.server.url}/portal/presets`)
    await press('Delete: Our members')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No presets yet').waitFor()
  })
})

describe('a live mailing', () => {
  const priced = async () => {
    await step('Approve')
    await page.getByRole('heading', { name: 'Needed before you can approve' }).waitFor()
  }

  test('starts with the recipients of the test, and shows what is missing, each with a way to fix it', async () => {
    await page.goto(`${portal.server.url}/portal/postbatches`)
    await page.getByRole('link', { name: 'Spring' }).click()
    await press('Send it for real')
    await priced()
    await page.getByText('All 4 recipients were copied from the test.').waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await page.getByText('A return address is missing').waitFor()
    await page.getByText(/is missing from the balance/).waitFor()
    await press('Add a return address')
    const dialog = page.getByRole('dialog', { name: 'Add a return address' })
    await dialog.getByText('your first address is the default').waitFor()
    await dialog.getByLabel('Name of the address').fill('Office')
    await dialog.getByLabel('Company').fill('Fern & Field')
    await dialog.getByLabel('Street').fill('Damrak')
    await dialog.getByLabel('Number', { exact: true }).fill('1')
    await dialog.getByLabel('Postal code').fill('1012 LG')
    await dialog.getByLabel('City').fill('Amsterdam')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Return address').waitFor()
    await expect.poll(() => page.getByText('A return address is missing').count()).toBe(0)
  })

  test('says beforehand that a spending cap would reject it, and by how much', async () => {
    const mailing = page.url()
    await callAsPerson(page, 'PATCH', '/billing/settings', { spendingCapCents: 100 })
    await page.reload()
    await page.getByRole('heading', { name: /^Above the spending cap for/ }).waitFor()
    await page.getByText(/Of the cap of €1\.00, €1\.00 is left: €\d\.\d\d too little/).waitFor()
    await page.getByRole('link', { name: 'View spending caps' }).click()
    await press('Remove cap')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove cap' }).click()
    await page.getByText('Mail is never held because of its cost.').waitFor()
    await page.goto(mailing)
    await priced()
    expect(await page.getByRole('heading', { name: /^Above the spending cap/ }).count()).toBe(0)
  })

  test('links to a top-up of the missing amount and back, and needs none once the organisation prints its own mail', async () => {
    const mailing = page.url()
    await page.getByText('Nobody can top up yet').waitFor()
    await page.getByRole('link', { name: 'Company on invoices' }).waitFor()
    expect(await page.getByRole('link', { name: /^Top up €/ }).count()).toBe(0)
    await nameSeller(portal, { iban: false })
    await page.reload()
    await page.getByRole('link', { name: /^Top up €/ }).click()
    await page.getByLabel('Amount in euros').waitFor()
    expect(await page.getByLabel('Amount in euros').inputValue()).toMatch(/^\d+\.\d\d$/)
    await press('Top up')
    const dialog = page.getByRole('dialog').first()
    await dialog.getByText('can’t be paid yet: Print B.V. has no bank account here').waitFor()
    expect(await dialog.getByText('Transfer €').count()).toBe(0)
    // A second request for the same amount is not made silently.
    await page.goto(mailing)
    await page.getByText(/^You requested a top-up of €/).waitFor()
    await page.getByRole('link', { name: 'How to pay' }).click()
    await dialog.getByText('can’t be paid yet').waitFor()
    await dialog.getByRole('link', { name: 'Company on invoices' }).waitFor()
    await dialog.getByRole('button', { name: 'We print it ourselves' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'We print it ourselves' }).click()
    await page.getByText('so nothing is charged').waitFor()
    await page.getByRole('link', { name: 'Back to the mailing' }).click()
    await page.waitForURL(mailing)
    // The sample design prints a code.
    await page.getByLabel('Web page').fill('example.com/spring')
    await press('Use this page')
    await page.getByText(/If you approve now, the PDF is ready/).waitFor()
    await page.getByLabel(/^Type \d+ to confirm/).fill('4')
    await press('Approve')
    await page.getByRole('heading', { name: '4 cards to print and post' }).waitFor()
    await page.getByText(/Posted on .*, it should arrive on/).waitFor()
  })
})

test('a skipped row is reported after the approval of the test, and on the live mailing too', async () => {
  const message = page.getByText('1 of 2 recipients of list.csv; row 3 was left out')
  const listed = page.locator('li').filter({ hasText: 'Row 3' }).filter({ hasText: 'Person42' })
  await page.goto(`${portal.server.url}/portal/postbatches`)
  await page.getByText('Test', { exact: true }).first().click()
  const byHand = page.getByText('Row 4 of list.csv was left out by hand')
  const list = [heading, line(41), line(42, 'x'), line(41)].join('\r\n')
  await begin('Short', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await step('Columns')
  await press('Check the list')
  await page.getByText('Show the row that is twice in the list').click()
  await press('Leave out, Row 4')
  await press('Check 1 row')
  await byHand.waitFor()
  await press('Leave 1 out')
  await page.getByText('Piece 1 of 1').waitFor()
  await page.getByLabel(/^Type \d+ to confirm/).fill('1')
  await press('Approve')
  await tested()
  await message.click()
  await listed.waitFor()
  await byHand.waitFor()
  await press('Send it for real')
  await page.getByText('1 of 2 recipients were copied from the test.').waitFor()
  await message.click()
  await listed.waitFor()
  await byHand.waitFor()
  expect(await page.getByText(/^All .*recipients? .* copied/).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Correct/ }).count()).toBe(0)
})

test('a new mailing shows its templates as thumbnails, and asks whether it is a test or live', async () => {
  await page.goto(`${portal.server.url}/portal/postbatches/new`)
  const card = page.locator('label').filter({ hasText: 'Welcome card' })
  // Images are loaded when they become visible.
  await card.scrollIntoViewIfNeeded()
  await card.locator('img').waitFor()
  await expect.poll(() => card.textContent()).toMatch(/Postcard A6, 148\s×\s105\smm\s*Published \w/)
  const real = page.getByRole('radio', { name: /^Send it for real/ })
  await expect.poll(() => real.isChecked()).toBe(true)
  await page.getByRole('radio', { name: /^Test it first/ }).check()
  const test = page.getByRole('group', { name: 'Mode' }).getByRole('radio', { name: 'Test' })
  await expect.poll(() => test.isChecked()).toBe(true)
})

test('causes no page errors', () => {
  expect(portal.errors).toEqual([])
})
