import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAsPerson, openPortal, type Portal, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  await seeded(portal)
})
afterAll(() => portal?.close())

const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
/** Chooses a rarely used action. */
const more = async (name: string) => {
  await press('More actions')
  await page.getByRole('menuitem', { name }).click()
}
const cell = (column: string, row: number) => page.getByLabel(`${column}, Row ${row}`, { exact: true })
const heading = 'Voornaam;Naam;Straat;Huisnr;Postcode;Plaats'
const line = (name: string, street: string, code: string, town = 'Amsterdam') =>
  [name, `${name} de Vries`, street, '2', code, town].join(';')

const begin = async (name: string) => {
  await page.goto(`${portal.server.url}/portal/postbatches/new`)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('radio', { name: /^Welcome card/ }).check()
  await press('Continue')
}
const give = async (name: string, lines: readonly string[]) => {
  const buffer = Buffer.from([heading, ...lines].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await press('Check the list')
}

const good = [line('Ada', 'Prinsengracht', '1017 AB'), line('Bob', 'Prinsengracht', '1017 AB')]
const ofOneHouse = ['Cas', 'Dik', 'Eva'].map((name) => line(name, 'Kerkstraat', '3511'))
const others = [
  line('Fay', 'Kerkstraat', '3512'),
  line('Guy', 'Oudegracht', '1O17 AB', 'Utrecht'),
  line('Hua', 'Prinsengracht', '1O17 AB'),
]

describe('bad rows of a list', () => {
  test('with the same fault at the same address are corrected together, and reset together', async () => {
    await begin('Spring')
    await give('customers.csv', [...good, ...ofOneHouse, ...others])
    await page.getByRole('heading', { name: '6 rows to correct' }).waitFor()
    expect(await page.getByRole('button', { name: /^Do the same/ }).count()).toBe(0)
    await cell('Postcode', 5).fill('1017 AC')
    await press('Do the same in 2 other rows with “3511”, Kerkstraat 2, Amsterdam')
    const codes = () => Promise.all([4, 5, 6, 7].map((row) => cell('Postcode', row).inputValue()))
    expect(await codes()).toEqual(['1017 AC', '1017 AC', '1017 AC', '3512'])
    await press('Undo in 2 other rows')
    expect(await codes()).toEqual(['3511', '1017 AC', '3511', '3512'])
    await press('Undo, Row 5')
    expect(await codes()).toEqual(['3511', '3511', '3511', '3512'])
    await cell('Postcode', 4).fill('1017 AC')
    await press(/^Do the same in 2 other rows/)
  })

  test('with a postal code that other rows have in another city say so, before and after it is accepted', async () => {
    const ofRow = (row: number) => page.locator('main li').filter({ has: cell('Postcode', row) })
    const warning = '1017 AB is Amsterdam in other rows.'
    await ofRow(8).getByText(warning).waitFor()
    await press('Use 1017 AB, Row 8')
    await ofRow(8).getByText(warning).waitFor()
    await press('Use 1017 AB, Row 9')
    expect(await page.getByText(warning).count()).toBe(1)
    // The city is in doubt, so its field is shown immediately.
    await cell('Plaats', 8).fill('amsterdam')
    await expect.poll(() => page.getByText(warning).count()).toBe(0)
  })

  test('have their buttons in view, and the page scrolls under the pointer', async () => {
    const { y, height } = (await page.getByRole('button', { name: /^Check \d+ rows$/ }).boundingBox())!
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height)
    await cell('Postcode', 5).hover()
    await page.mouse.wheel(0, 5000)
    const last = page.getByRole('main').getByRole('listitem').last()
    await expect.poll(async () => (await last.boundingBox())!.y).toBeLessThan(page.viewportSize()!.height)
    // Typed values are compared with other rows too, before anything is checked.
    await press('All fields, Row 9')
    await cell('Plaats', 9).fill('Breda')
    await press(/^Check \d+ rows?$/)
    await page.getByText('Row 9: 1017 AB is Amsterdam in other rows. Nothing was checked yet').waitFor()
    await press('Use Amsterdam, Row 9')
    expect(await cell('Plaats', 9).inputValue()).toBe('Amsterdam')
    await press(/^Check \d+ rows?$/)
    await page.getByRole('heading', { name: '1 row to correct' }).waitFor()
    await page.getByText('The other 7 are ready.').waitFor()
    expect(await page.getByText('Nothing was checked yet').count()).toBe(0)
    await press('Leave 1 out')
    await page.getByText('Piece 1 of 7').waitFor()
  })
})

describe('a list that is added to a mailing', () => {
  test('without new recipients says that nothing is needed, and can be skipped', async () => {
    await more('Add another list')
    await page.getByText(/^7 recipients are in the mailing and stay\./).waitFor()
    await give('again.csv', good)
    await page.getByRole('heading', { name: '2 rows are already in this mailing' }).waitFor()
    await page.getByText('again.csv adds nobody.').waitFor()
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Add|Leave|Check) / })
        .count(),
    ).toBe(0)
    await press('Continue without again.csv')
    await page.getByText('Piece 1 of 7').waitFor()
  })

  test('with some existing recipients counts them separately from rows to correct', async () => {
    await more('Add another list')
    await give('more.csv', [...good, line('Ian', 'Prinsengracht', 'x')])
    await page.getByRole('heading', { name: '1 row to correct' }).waitFor()
    await page.getByText('2 left out').waitFor()
    await page.getByText('Correct at least one row to continue.').waitFor()
    expect(await page.getByRole('button', { name: /^Add \d/ }).count()).toBe(0)
    await page.getByText('Show the 2 rows that are already in this mailing').click()
    await page.getByText('This recipient is already in this mailing').first().waitFor()
    await cell('Postcode', 4).fill('1017 AB')
    await press('All fields, Row 4')
    await cell('Plaats', 4).fill('Utrecht')
    const warning = 'Row 4: 1017 AB is Amsterdam in other rows.'
    await press(/^Check \d+ rows?$/)
    await page.getByText(warning).waitFor()
    // A second check confirms the value.
    await press(/^Check \d+ rows?$/)
    await press('Add 1 recipient')
    await page.getByText('Piece 1 of 8').waitFor()
  })
})

test('causes no page errors', () => {
  expect(portal.errors).toEqual([])
})

test('a list in a selected encoding is imported with the characters that were shown', async () => {
  await begin('Old program')
  const list = [heading, line('Ren#', 'Prinsengracht', '1017 AB'), line('Ada', 'Kerkstraat', '1017 AB')]
  const buffer = Buffer.from(list.join('\r\n'), 'latin1')
  for (let at = buffer.indexOf('#'); at >= 0; at = buffer.indexOf('#')) buffer[at] = 0x82
  await page.locator('input[type=file]').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer })
  await page.locator('input[type=radio][value=cp850]').check()
  await page.locator('td', { hasText: 'René' }).first().waitFor()
  await press('Check the list')
  await press('Add 2 recipients')
  await page.getByText('Piece 1 of 2').waitFor()
  const { data } = await callAsPerson(page, 'GET', '/items?limit=2')
  expect(data.map(({ recipient }: { recipient: { name: string } }) => recipient.name).toSorted()).toEqual([
    'Ada de Vries',
    'René de Vries',
  ])
})
