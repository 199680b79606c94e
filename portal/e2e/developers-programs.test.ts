import { execFileSync } from 'node:child_process'
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
const menu = async (choice: string) => {
  await button('More actions').click()
  await page.getByRole('menuitem', { name: choice }).click()
}
const tab = (name: string) => page.locator('main nav').getByRole('link', { name })
const notice = (text: string | RegExp) => page.locator('[aria-live=polite]').getByText(text).waitFor()
/** Reads the secret from the dialog that shows it once, and closes it. */
const takeSecret = async (label: string): Promise<string> => {
  await button('Done').waitFor()
  const secret = await page.getByRole('dialog').getByLabel(label, { exact: true }).inputValue()
  await button('Done').click()
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
    await button('New key').click()
    await page.getByLabel('Name').fill('Web shop')
    await page.getByLabel('Expires').selectOption('in 90 days')
    await page.getByLabel('Choose permissions').check()
    expect(await button('Create key').isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: 'View mail' }).check()
    await button('Create key').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Your key is ready' }).waitFor()
    key = await dialog.getByLabel('API key', { exact: true }).inputValue()
    expect(key).toMatch(/^svc_test_/)
    await dialog.getByText(`/v1/developers/whoami -H "Authorization: Bearer ${key}"`).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Web shop' }).waitFor()
    await page.locator('dd', { hasText: person.name }).waitFor()
    expect(await page.getByText('Never').count()).toBe(0)
    expect(await statusWith(key)).toBe(200)
  })

  test('for real mail comes with a command that only reads, even if there is a Postflow', async () => {
    const postflows = /\/v1\/postflows\b/
    await page.route(postflows, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-mode': 'test' } }),
    )
    await open('/keys/new')
    await page.getByLabel('Name').fill('Real orders')
    await page.getByLabel('Mode').selectOption('Live')
    expect(await page.getByLabel('Send mail').isChecked()).toBe(true)
    await button('Create key').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('this request only asks who you are. It sends no mail.').waitFor()
    const live = await dialog.getByLabel('API key', { exact: true }).inputValue()
    expect(live).toMatch(/^svc_live_/)
    const command = (await dialog.locator('pre').textContent())!
    expect(command).toMatch(new RegExp(`^curl \\S+/v1/developers/whoami -H "Authorization: Bearer ${live}"$`))
    expect(await dialog.getByText('TypeScript').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Real orders' }).waitFor()
    await page.unroute(postflows)
  })

  test('of a preset comes with a command that runs as copied, and its first request is awaited', async () => {
    await open('/keys/new')
    await page.getByLabel('Name').fill('Mail of the shop')
    expect(await page.getByLabel('Send mail').isChecked()).toBe(true)
    await button('Create key').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Waiting for your first request.').waitFor()
    await dialog.getByText('"postflowId": "pfl_').waitFor()
    const command = (await dialog.locator('pre').textContent())!
    expect(command).toContain(portal.server.url)
    execFileSync('sh', ['-c', command], { stdio: 'pipe' })
    await dialog.getByText('Your first letter is on the Desk.').waitFor()
    await dialog.getByText('POST /v1/items').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Permissions: Send mail' }).waitFor()
    await open('/keys')
    await page.getByRole('row', { name: 'Mail of the shop' }).getByText('Send mail').waitFor()
    await page.getByRole('link', { name: 'Web shop' }).click()
  })

  test('is rotated: both keys work until the old one expires', async () => {
    await button('Rotate').click()
    await page.getByLabel('Old key works').selectOption('for 1 hour')
    await dialogButton('Create new key').click()
    fresh = await takeSecret('API key')
    expect([await statusWith(key), await statusWith(fresh)]).toEqual([200, 200])
    await page.getByText(fresh.slice(0, 13)).waitFor()
  })

  test('is revoked, and rejected from then on', async () => {
    await menu('Revoke')
    await dialogButton('Revoke').click()
    await notice('The key no longer works.')
    expect(await statusWith(fresh)).toBe(401)
    await open('/keys')
    expect(await page.getByText(`${fresh.slice(0, 13)}…`).count()).toBe(0)
    await page.getByLabel('Show revoked keys').check()
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
    await page.getByRole('link', { name: 'Logs of this key' }).click()
    await page.getByLabel('Status').selectOption('refused')
    await page.getByRole('link', { name: 'POST /v1/items' }).click()
    await page.getByText('The key lacks the permission for this.').waitFor()
    await page.getByText(requestId).waitFor()
    await page.getByRole('link', { name: 'Web shop' }).waitFor()
    await open('/requests')
    await page.getByLabel('Find a log entry by its request ID').fill(requestId)
    await page.getByLabel('Find a log entry by its request ID').press('Enter')
    await page.getByText('items.create').waitFor()
  })
})

describe('a connector', () => {
  let url: string
  const post = async (body: string): Promise<number> =>
    (await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).status

  test('is created from an example payload of a shop', async () => {
    await open('/integrations')
    await page.getByRole('link', { name: 'New incoming webhook' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Orders of the web shop')
    await page.getByLabel('Postflow').selectOption({ label: 'Welcome card' })
    await page.getByLabel('Example message').fill(JSON.stringify(order))
    const places = {
      Name: 'customer.first + customer.last',
      Street: 'customer.street',
      'House number': 'customer.number',
      'Postal code': 'customer.zip',
      City: 'customer.city',
      'Merge field firstName': 'customer.first',
      Reference: 'id',
    }
    for (const [field, place] of Object.entries(places)) {
      await page.getByLabel(`${field}: Path`, { exact: true }).fill(place)
    }
    await page.getByText('Finds: Johanna Wielinga').waitFor()
    await page.getByLabel('Country (two letters): Source').selectOption('Fixed value')
    await page.getByLabel('Country (two letters): Value').fill('NL')
    await page.getByLabel('Path of the message ID').fill('id')
    await button('Create incoming webhook').click()
    url = await takeSecret('URL')
    await page.getByRole('heading', { name: 'Orders of the web shop' }).waitFor()
  })

  test('previews the result of a payload before one is sent', async () => {
    await tab('Try it').click()
    await page.getByLabel('JSON as the other program sends it').fill(JSON.stringify(order))
    await button('Check message').click()
    await page.getByText('It becomes this letter').waitFor()
    await page.getByText('It would be created, at this price:').waitFor()
    await page.getByLabel('JSON as the other program sends it').fill('[]')
    await button('Check message').click()
    await page.getByText('It has no ID').waitFor()
  })

  test('creates items from received payloads, once, and says why it rejects one', async () => {
    expect([await post(JSON.stringify(order)), await post(JSON.stringify(order))]).toEqual([200, 200])
    expect(await post('order 1002')).toBeGreaterThanOrEqual(400)
    await tab('Received').click()
    for (const outcome of ['Mail created', 'Already received', 'Refused'])
      await page.getByText(outcome).waitFor()
    await page.getByRole('link', { name: 'Piece', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Johanna Wielinga' }).waitFor()
    await page.goBack()
  })

  test('is changed, disabled, given another URL, and deleted', async () => {
    await tab('Settings').click()
    await page.getByLabel('Postal code: Format').selectOption('UPPER CASE')
    await page.getByLabel('Signature').selectOption('The sender signs with a secret')
    await page.getByLabel('Header').fill('x-shop-signature')
    await page.getByLabel('Secret of the sender').fill('a secret of the shop')
    await button('Save').click()
    await notice('Incoming webhook saved.')
    await tab('Overview').click()
    await page.getByText('The sender signs in the header x-shop-signature.').waitFor()
    await menu('Pause')
    await page.getByText('Paused: messages are refused.').waitFor()
    await button('Resume').click()
    await page.getByText('Paused: messages are refused.').waitFor({ state: 'detached' })
    await menu('New URL')
    await dialogButton('New URL').click()
    expect(await takeSecret('URL')).not.toBe(url)
    expect(await post(JSON.stringify(order))).toBe(404)
    await menu('Delete')
    await dialogButton('Delete').click()
    await page.getByText('No incoming webhooks yet').waitFor()
  })
})

describe('an export', () => {
  /** Exports the items of the current mode; returns the downloaded file. */
  const download = async (): Promise<string> => {
    await open('/exports/new')
    await page.getByLabel('Contents').selectOption('All mail')
    await button('Create export').click()
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
    await page.getByLabel('Contents').selectOption('All mail')
    await page.getByLabel('Format').selectOption('Excel workbook (XLSX)')
    await button('Create export').click()
    await button(/^Download/).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), button(/^Download/).click()])
    expect(file.suggestedFilename()).toMatch(/^items-\d{4}-\d{2}-\d{2}\.xlsx$/)
    const { rows } = await readSheets(readFileSync(await file.path()))
    expect(rows).toHaveLength(data.length + 1)
    await menu('Delete')
    await dialogButton('Delete').click()
    await notice('Export deleted.')
  })

  test('of suppressions in test mode says that live ones are not included, and links to live mode', async () => {
    await open('/exports/new')
    await page.getByLabel('Contents').selectOption('Do not mail')
    await page.getByText('entries of test mode only').waitFor()
    await button('Show it in live mode').click()
    await page.getByText('The file contains names and addresses of real mail').waitFor()
    await page.getByText('Test', { exact: true }).click()
  })

  test('of a period says so, and is deleted', async () => {
    await open('/exports/new')
    await page.getByLabel('Contents').selectOption('Events')
    await page.getByLabel('Events').selectOption('Letters and cards')
    await page.getByLabel('From').fill('2026-01-05')
    await button('Create export').click()
    await page.getByText('From Jan 5, 2026').waitFor()
    await menu('Delete')
    await dialogButton('Delete').click()
    await notice('Export deleted.')
    // The heading, and the export of the items.
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
  })
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
