import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSheets } from '../../test/support/read-sheets.ts'
import { openPortal, type Portal, person, sampled } from './portal.ts'
import { order } from './screens/developers.ts'
import type { Sample } from './screens/screen.ts'

let portal: Portal
let page: Page
let sample: Sample

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 3)
})
afterAll(() => portal?.close())

const open = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialogButton = (name: string) => page.getByRole('dialog').getByRole('button', { name })
const tab = (name: string) => page.locator('main nav').getByRole('link', { name })
const notice = (text: string | RegExp) => page.locator('[aria-live=polite]').getByText(text).waitFor()
/** Reads the secret from the dialog that shows it once, and closes it. */
const takeSecret = async (label: string): Promise<string> => {
  await button('I have kept it').waitFor()
  const secret = await page.getByRole('dialog').getByLabel(label, { exact: true }).inputValue()
  await button('I have kept it').click()
  return secret
}
const statusWith = async (key: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${key}` }
  return (await fetch(`${portal.server.url}/v1/items?limit=1`, { headers })).status
}

describe('an API key', () => {
  let key: string
  let fresh: string

  test('is created with scopes and an expiry, and works', async () => {
    await open('/keys')
    await button('New API key').click()
    await page.getByLabel('Name').fill('Web shop')
    await page.getByLabel('It ends').selectOption('in 90 days')
    expect(await button('Create the key').isDisabled()).toBe(true)
    await page.getByLabel('See mail').check()
    await button('Create the key').click()
    key = await takeSecret('API key')
    expect(key).toMatch(/^svc_test_/)
    await page.getByRole('heading', { name: 'Web shop' }).waitFor()
    await page.locator('dd', { hasText: person.name }).waitFor()
    expect(await page.getByText('Never').count()).toBe(0)
    expect(await statusWith(key)).toBe(200)
  })

  test('is rotated: both keys work until the old one expires', async () => {
    await button('Rotate').click()
    await page.getByLabel('The old key works on').selectOption('for 1 hour')
    await dialogButton('Make the new key').click()
    fresh = await takeSecret('API key')
    expect([await statusWith(key), await statusWith(fresh)]).toEqual([200, 200])
    await page.getByText(fresh.slice(0, 13)).waitFor()
  })

  test('is revoked, and rejected from then on', async () => {
    await button('Revoke').click()
    await dialogButton('Revoke').click()
    await notice('The key works no more.')
    expect(await statusWith(fresh)).toBe(401)
    await open('/keys')
    expect(await page.getByText(`${fresh.slice(0, 13)}…`).count()).toBe(0)
    await page.getByLabel('Also those that were revoked').check()
    await page.getByText(`${fresh.slice(0, 13)}…`).waitFor()
  })

  test('lists its requests; a row opens the details', async () => {
    const refused = await fetch(`${portal.server.url}/v1/items`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{}',
    })
    const requestId = refused.headers.get('x-request-id')!
    await open('/keys')
    await page
      .getByRole('row', { name: key.slice(0, 13) })
      .getByRole('link')
      .click()
    await page.getByRole('link', { name: 'What it asked of the API' }).click()
    await page.getByLabel('Answer').selectOption('refused')
    await page.getByRole('link', { name: 'POST /v1/items' }).click()
    await page.getByText('The key may not do this.').waitFor()
    await page.getByText(requestId).waitFor()
    await page.getByRole('link', { name: 'Web shop' }).waitFor()
    await open('/requests')
    await page.getByLabel('Find a request by its id').fill(requestId)
    await page.getByLabel('Find a request by its id').press('Enter')
    await page.getByText('items.create').waitFor()
  })
})

describe('a connector', () => {
  let url: string
  const post = async (body: string): Promise<number> =>
    (await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).status

  test('is created from an example payload of a shop', async () => {
    await open('/integrations')
    await button('New connector').first().click()
    await page.getByLabel('Name', { exact: true }).fill('Orders of the web shop')
    await page.getByLabel('Postflow').selectOption({ label: 'Welcome card' })
    await page.getByLabel('An example of what is sent').fill(JSON.stringify(order))
    const places = {
      Name: 'customer.first + customer.last',
      Street: 'customer.street',
      'House number': 'customer.number',
      'Postal code': 'customer.zip',
      Town: 'customer.city',
      'Merge field firstName': 'customer.first',
      Reference: 'id',
    }
    for (const [field, place] of Object.entries(places)) {
      await page.getByLabel(`${field}: Place`, { exact: true }).fill(place)
    }
    await page.getByText('Finds: Johanna Wielinga').waitFor()
    await page.getByLabel('Country (two letters): Comes from').selectOption('Always the same')
    await page.getByLabel('Country (two letters): Value').fill('NL')
    await page.getByLabel('Place of its own id').fill('id')
    await button('Create the connector').click()
    url = await takeSecret('Address')
    await page.getByRole('heading', { name: 'Orders of the web shop' }).waitFor()
  })

  test('previews the result of a payload before one is sent', async () => {
    await tab('Try').click()
    await page.getByLabel('JSON as the other program would send it').fill(JSON.stringify(order))
    await button('See what it becomes').click()
    await page.getByText('It becomes this item').waitFor()
    await page.getByText('It would be made, at this price:').waitFor()
    await page.getByLabel('JSON as the other program would send it').fill('[]')
    await button('See what it becomes').click()
    await page.getByText('It has no id of its own').waitFor()
  })

  test('creates items from received payloads, once, and says why it rejects one', async () => {
    expect([await post(JSON.stringify(order)), await post(JSON.stringify(order))]).toEqual([200, 200])
    expect(await post('order 1002')).toBeGreaterThanOrEqual(400)
    await tab('What arrived').click()
    for (const outcome of ['Item made', 'Was there already', 'Refused'])
      await page.getByText(outcome).waitFor()
    await page.getByRole('link', { name: 'Item', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Johanna Wielinga' }).waitFor()
    await page.goBack()
  })

  test('is changed, disabled, given another URL, and deleted', async () => {
    await tab('Settings').click()
    await page.getByLabel('Postal code: Changed to').selectOption('CAPITALS')
    await page.getByLabel('Signature').selectOption('The sender signs with a secret')
    await page.getByLabel('Header').fill('x-shop-signature')
    await page.getByLabel('Secret of the sender').fill('a secret of the shop')
    await button('Save').click()
    await notice('The connector was changed.')
    await tab('Overview').click()
    await page.getByText('The sender signs in the header x-shop-signature.').waitFor()
    await button('Switch off').click()
    await page.getByText('It is off').waitFor()
    await button('Switch on').click()
    await page.getByText('It is off').waitFor({ state: 'detached' })
    await button('New address').click()
    await dialogButton('New address').click()
    expect(await takeSecret('Address')).not.toBe(url)
    expect(await post(JSON.stringify(order))).toBe(404)
    await button('Delete').click()
    await dialogButton('Delete').click()
    await page.getByText('No connector yet').waitFor()
  })
})

describe('an export', () => {
  /** Exports the items of the current mode; returns the downloaded file. */
  const download = async (): Promise<string> => {
    await open('/exports/new')
    await page.getByLabel('What is in it').selectOption('Items')
    await button('Make the export').click()
    await button(/^Download/).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), button(/^Download/).click()])
    expect(file.suggestedFilename()).toMatch(/^items-\d{4}-\d{2}-\d{2}\.csv$/)
    return readFileSync(await file.path(), 'utf8')
  }

  test('is created and downloaded, in either mode with the data of that mode', async () => {
    const { data } = await sample.call('GET', '/items?limit=200')
    const inTest = await download()
    expect(inTest.trimEnd().split('\n')).toHaveLength(data.length + 1)
    await open('/exports')
    await page.getByText('Live', { exact: true }).click()
    const inLive = await download()
    expect(inLive.trimEnd().split('\n')).toHaveLength(1)
    await open('/exports')
    await page.getByText('Test', { exact: true }).click()
  })

  test('is downloaded as a workbook', async () => {
    const { data } = await sample.call('GET', '/items?limit=200')
    await open('/exports/new')
    await page.getByLabel('What is in it').selectOption('Items')
    await page.getByLabel('Kind of file').selectOption('Excel workbook (XLSX)')
    await button('Make the export').click()
    await button(/^Download/).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), button(/^Download/).click()])
    expect(file.suggestedFilename()).toMatch(/^items-\d{4}-\d{2}-\d{2}\.xlsx$/)
    const { rows } = await readSheets(readFileSync(await file.path()))
    expect(rows).toHaveLength(data.length + 1)
    await button('Delete').click()
    await dialogButton('Delete').click()
    await notice('The export was deleted.')
  })

  test('of suppressions in test mode says that live ones are not included, and links to live mode', async () => {
    await open('/exports/new')
    await page.getByLabel('What is in it').selectOption('Suppressions')
    await page.getByText('entries of test mode only').waitFor()
    await button('Show it in live mode').click()
    await page.getByText('The file holds live mail').waitFor()
    await page.getByText('Test', { exact: true }).click()
  })

  test('of a period says so, and is deleted', async () => {
    await open('/exports/new')
    await page.getByLabel('What is in it').selectOption('Events')
    await page.getByLabel('Which events').selectOption('Items')
    await page.getByLabel('From day').fill('2026-01-05')
    await button('Make the export').click()
    await page.getByText('From Jan 5, 2026').waitFor()
    await button('Delete').click()
    await dialogButton('Delete').click()
    await notice('The export was deleted.')
    // The heading, and the export of the items.
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
  })
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
