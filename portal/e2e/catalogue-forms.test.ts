import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionOf } from '../../test/support/font-collection.ts'
import { brandFont } from '../../test/support/render-fixtures.ts'
import { callAsPerson, openPortal, type Portal, setUp } from './portal.ts'
import { profile, thai } from './screens/fonts.ts'

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
const open = (path: string) => page.goto(`${portal.server.url}/portal/operator/catalogue/${path}`)
const file = async () => (await callAsPerson(page, 'GET', '/platform/catalogue')).file
const specification = async (key: string) =>
  (await file()).specifications.find((one: { key: string }) => one.key === key)
const confirm = async (heading: string) => {
  await dialog().getByRole('button', { name: 'Apply changes' }).click()
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
}

test('an operator adds an A5 card with prices, and sees the changes before they are saved', async () => {
  await open('?part=specifications')
  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Thank-you card')
  await page.getByLabel('Paper', { exact: true }).selectOption({ label: 'Silk-coated board' })
  await page.getByLabel('Finishing').fill('rounded corners\nlaminated')
  // Every product needs a price everywhere: the check reports missing ones before anything changes.
  await page.getByLabel('Domestic, Standard').fill('1.29')
  await press('Review changes')
  await dialog()
    .getByText('No price list for all organisations has a price for thank-you-card in the zone europe')
    .waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await page.locator('main li.tone-bad', { hasText: 'thank-you-card' }).waitFor()
  await page.getByLabel('Europe, Standard').fill('2,05')
  await page.getByLabel('World, Standard').fill('2.4')
  await page.locator('main li.tone-bad').waitFor({ state: 'detached' })
  await press('Review changes')
  await dialog().getByText('New: Thank-you card.').waitFor()
  await dialog().getByText('Thank-you card, Europe: €2.05').waitFor()
  await confirm('Thank-you card')
  expect(await specification('thank-you-card')).toMatchObject({
    format: 'A5',
    sheet: { trim: { w: 210, h: 148 }, plex: 'duplex' },
    stock: 'silk-300',
    finishing: ['rounded corners', 'laminated'],
  })
  const lines = (await file()).priceLists[0].lines.slice(-3)
  expect(lines.map(({ zone, steps }: { zone: string; steps: object[] }) => [zone, steps])).toEqual([
    ['domestic', [{ from: 1, priceCents: 129 }]],
    ['europe', [{ from: 1, priceCents: 205 }]],
    ['world', [{ from: 1, priceCents: 240 }]],
  ])
})

test('a copy has the sheet and prices of the original, and its zones move with a new size', async () => {
  await open('specifications/postcard-a6')
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Large card')
  expect(await page.getByLabel('Domestic, Standard').inputValue()).toBe('0.89')
  await page.getByLabel('Page size').selectOption('A5')
  await press('Review changes')
  await confirm('Large card')
  const { id, format, sheet } = await specification('large-card')
  expect(id).not.toBe((await specification('postcard-a6')).id)
  expect(format).toBe('A5')
  // 15 mm from the right and 30 mm from the bottom, as on the smaller card.
  const address = sheet.zones.find(({ kind }: { kind: string }) => kind === 'address')
  expect(address).toMatchObject({ x: 210 - 148 + 75, y: 148 - 105 + 45, w: 58, h: 30 })
})

test('a zone is moved by keyboard and mouse, and an error is shown next to it', async () => {
  await open('specifications/postcard-a5?change=form')
  const mark = page.getByRole('button', { name: /^Mark: / })
  const fields = page.getByRole('group', { name: 'Area 5: Mark' })
  await mark.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowUp')
  expect(await fields.getByLabel('Left').inputValue()).toBe('13')
  expect(await fields.getByLabel('Top').inputValue()).toBe('126.4')
  const { x, y, width, height } = (await mark.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 30, y + height / 2, { steps: 4 })
  await page.mouse.up()
  expect(Number(await fields.getByLabel('Left').inputValue())).toBeGreaterThan(15)
  await fields.getByLabel('Left').fill('200')
  await press('Review changes')
  await dialog().getByText('The mark zone extends beyond the sheet').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await fields.getByText('The mark zone extends beyond the sheet of 210 × 148 mm.').waitFor()
  await fields.getByLabel('Left').fill('14')
  await fields.getByText('The mark zone').waitFor({ state: 'detached' })
  await press('Review changes')
  await dialog().getByText('Postcard A5 gets version 2').waitFor()
  await confirm('Postcard A5')
})

test('values without a form field are kept, and the window stays clear', async () => {
  const { revision } = await callAsPerson(page, 'GET', '/platform/catalogue')
  const before = await specification('window-letter-c5')
  const advanced = {
    ...before,
    sources: [{ rule: 'Window of DIN 5008', source: null, verified: false }],
    sheet: { ...before.sheet, trayPieces: 400 },
    inserts: [{ key: 'leaflet', name: 'Leaflet', grams: 4 }],
  }
  await callAsPerson(page, 'PUT', '/platform/catalogue/specifications/window-letter-c5', advanced, {
    'If-Match': `"${revision}"`,
  })
  await open('specifications/window-letter-c5?change=form')
  await page.getByLabel('Name', { exact: true }).first().fill('Letter with a window')
  await press('Keep the window clear')
  await press('Review changes')
  await confirm('Letter with a window')
  const after = await specification('window-letter-c5')
  const { zones } = advanced.sheet
  const sorted = (all: object[]) => all.map((zone) => JSON.stringify(zone)).sort()
  expect({ ...after, sheet: { ...after.sheet, zones } }).toEqual({
    ...advanced,
    name: 'Letter with a window',
  })
  expect(sorted(after.sheet.zones.filter(({ kind }: { kind: string }) => kind !== 'clear'))).toEqual(
    sorted(zones.filter(({ kind }: { kind: string }) => kind !== 'clear')),
  )
  expect(after.sheet.zones.filter(({ kind }: { kind: string }) => kind === 'clear').length).toBeGreaterThan(2)
})

test('a kind and a postage product are added in Dutch', async () => {
  await page.evaluate(() => localStorage.setItem('lettershop.language', 'nl'))
  await open('products/new')
  await page.getByLabel('Naam').fill('Uitnodiging')
  await page.getByLabel('Omschrijving').fill('Een kaart met een rand.')
  await press('Wijzigingen bekijken')
  await dialog().getByRole('button', { name: 'Wijzigingen doorvoeren' }).click()
  await page.getByRole('heading', { level: 1, name: 'Uitnodiging', exact: true }).waitFor()
  await open('postageProducts/new')
  await page.getByLabel('Naam').fill('Zakelijke post')
  await page.getByLabel('Bezorger', { exact: true }).fill('PostNL')
  await page.getByLabel('Tarief van de bezorger').fill('0,5x')
  await press('Wijzigingen bekijken')
  await dialog().getByText('Los de problemen hieronder op').waitFor()
  await dialog().getByRole('button', { name: 'Sluiten' }).click()
  await page.locator('[aria-invalid=true]:focus').waitFor()
  await page.getByLabel('Tarief van de bezorger').fill('0,58')
  await page.getByLabel('Frankeermerk').fill('Port betaald\nPort payé\n')
  await press('Wijzigingen bekijken')
  await dialog().getByRole('button', { name: 'Wijzigingen doorvoeren' }).click()
  await page.getByRole('heading', { level: 1, name: 'Zakelijke post', exact: true }).waitFor()
  const { products, postageProducts } = await file()
  expect(products.find(({ key }: { key: string }) => key === 'uitnodiging')).toMatchObject({
    kind: 'POSTCARD',
    sortOrder: 30,
  })
  expect(postageProducts).toEqual([
    {
      key: 'zakelijke-post',
      name: 'Zakelijke post',
      carrier: 'PostNL',
      indicia: 'Port betaald\nPort payé',
      costCents: 58,
    },
  ])
})

describe('fonts and profiles of the server', () => {
  const openFiles = (search = '') => page.goto(`${portal.server.url}/portal/operator/fonts${search}`)
  const upload = (files: Readonly<Record<string, Buffer>>) =>
    page.locator('main input[type=file]').setInputFiles(
      Object.entries(files).map(([name, buffer]) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer,
      })),
    )
  const cardOf = (name: string) => page.locator('main li', { hasText: name })
  const row = (name: string) => page.locator('tbody tr', { hasText: name })

  test('a font is uploaded, described, and previewed in its own letters', async () => {
    await page.evaluate(() => localStorage.setItem('lettershop.language', 'en'))
    await page.goto(`${portal.server.url}/portal/operator/printers`)
    await page.getByRole('link', { name: 'Server', exact: true }).click()
    await page.getByRole('link', { name: 'Fonts' }).click()
    await page.getByText('No fonts added yet').waitFor()
    await row('Noto Sans Arabic Bold').getByText('Arabic, Latin').waitFor()
    await upload({ 'NotoSansThai-Regular.ttf': thai })
    const form = cardOf('NotoSansThai-Regular.ttf')
    expect(await form.getByLabel('ID').inputValue()).toBe('NotoSansThai-Regular')
    await form.getByLabel('Name').fill('Noto Sans Thai')
    await form.getByLabel('Licence').fill('OFL-1.1')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Noto Sans Thai added.').waitFor()
    await row('Noto Sans Thai').getByText('Latin, Thai').waitFor()
    await page.getByRole('link', { name: 'Noto Sans Thai' }).click()
    await dialog().getByText('ฝรั่งเศส').waitFor()
    await dialog().getByText('OFL-1.1').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).click()
  })

  test('the user selects one font of a collection', async () => {
    await upload({ 'Several.ttc': collectionOf(thai, brandFont) })
    const form = cardOf('Several.ttc')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await form.getByText('This file contains 2 fonts').waitFor()
    const second = form.getByRole('group').getByRole('button').last()
    const name = (await second.textContent())!.trim()
    await second.click()
    await page.getByText(`${name} added.`).waitFor()
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
  })

  test('each unusable file shows its reason, and the others wait for their names', async () => {
    await upload({
      'Screen.icc': profile('sRGB'),
      'Letter.ttf': Buffer.from('Dear Sir or Madam'),
      'Half.ttf': thai.subarray(0, 5_000),
      'Again.ttf': thai,
    })
    await cardOf('Screen.icc can’t be used').getByText('a profile of a screen').waitFor()
    await cardOf('Letter.ttf can’t be used').getByText('neither a font').waitFor()
    await cardOf('Half.ttf').getByRole('button', { name: 'Add', exact: true }).click()
    await cardOf('Half.ttf')
      .getByRole('alert')
      .getByText(/truncated/)
      .waitFor()
    await cardOf('Again.ttf').getByLabel('ID').fill('NotoSansThai-Regular')
    await cardOf('Again.ttf').getByRole('button', { name: 'Add', exact: true }).click()
    await cardOf('Again.ttf')
      .getByText('A file with the id NotoSansThai-Regular already exists')
      .first()
      .waitFor()
    for (let left = 4; left > 0; left--) {
      await page
        .getByRole('button', { name: /^(Don’t add|Dismiss)$/ })
        .first()
        .click()
      await expect.poll(() => page.locator('main li').count()).toBe(left - 1)
    }
  })

  test('a profile is selected for a paper, which lists that paper and cannot be removed', async () => {
    await page.getByRole('link', { name: 'Output profiles' }).click()
    await upload({ 'Press 7.icc': profile('FOGRA39'), 'Press 8.icc': profile('FOGRA29') })
    for (const name of ['Press 7', 'Press 8']) {
      await cardOf(`${name}.icc`).getByRole('button', { name: 'Add', exact: true }).click()
      await row(name).getByText('none').waitFor()
    }
    await open('stocks/silk-300?change=form')
    await page.getByLabel('Colour profile').selectOption('Press-7 (Press 7)')
    await press('Review changes')
    await confirm('Silk-coated board')
    await openFiles('?kind=ICC_PROFILE')
    await row('Press 7').getByRole('link', { name: 'Silk-coated board' }).waitFor()
    await page.getByRole('link', { name: 'Press 7' }).click()
    await dialog().getByText('A paper uses it').waitFor()
    expect(await dialog().getByRole('button', { name: 'Remove …' }).count()).toBe(0)
    await dialog().getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Press 8' }).click()
    await dialog().getByRole('button', { name: 'Remove …' }).click()
    await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Press 8 removed.').waitFor()
    await row('Press 8').waitFor({ state: 'detached' })
  })

  test('a profile used in printed runs can’t be removed, and the dialog names the runs', async () => {
    const { stocks } = await file()
    const silk = stocks.find(({ key }: { key: string }) => key === 'silk-300')
    const { revision } = await callAsPerson(page, 'GET', '/platform/catalogue')
    await callAsPerson(
      page,
      'PUT',
      '/platform/catalogue/stocks/silk-300',
      { ...silk, colourProfile: 'FOGRA39' },
      { 'If-Match': `"${revision}"` },
    )
    await openFiles('?kind=ICC_PROFILE&file=Press-7')
    await dialog().getByRole('button', { name: 'Remove …' }).click()
    await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
    await dialog()
      .getByText(/use it, or did: .*“Postcard A5”/)
      .waitFor()
    portal.errors = portal.errors.filter((error) => !/status of (409|422)/.test(error))
  })

  test('an operator with only the catalogue permission can view but not change them', async () => {
    await page.route('**/v1/session', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const user = { ...body.user, operatorScopes: ['catalogue.manage'] }
      await route.fulfill({ response: answer, json: { ...body, user } })
    })
    await openFiles('?file=NotoSansThai-Regular')
    await dialog().getByRole('link', { name: 'Download' }).waitFor()
    expect(await dialog().getByRole('button').allTextContents()).not.toContain('Remove …')
    expect(await page.locator('main input[type=file]').count()).toBe(0)
    expect(await page.locator('#navigation').getByText('Server').count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
