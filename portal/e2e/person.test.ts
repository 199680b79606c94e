import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, sampled } from './portal.ts'
import type { Sample } from './screens/screen.ts'

let portal: Portal
let page: Page
let sample: Sample
let recipient: Record<string, string>
const mine: string[] = []

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 2)
  recipient = (await sample.call('GET', `/items/${sample.itemId}`)).recipient
  mine.push(sample.itemId, (await sample.createItem(1)).id)
  await sample.call('POST', `/items/${mine[0]}/cancel`)
})
afterAll(() => portal?.close())

const goTo = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const downloaded = async (name: string) => {
  const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()])
  return JSON.parse(await readFile(await download.path(), 'utf8'))
}

describe('personal data', () => {
  test('is found from an item, and by a typed address', async () => {
    await goTo(`/items/${mine[0]}`)
    await page.getByRole('link', { name: 'All data about this person' }).click()
    await page
      .getByText('Stored: 2 pieces, 0 Do not mail entries, 0 previews and 0 messages of incoming webhooks.')
      .waitFor()
    expect(page.url()).not.toContain(encodeURIComponent(recipient.name!))
    await goTo('/person')
    await page.getByLabel('Name', { exact: true }).fill(recipient.name!)
    await page.getByLabel('Street').fill('Nowhere')
    await page.getByLabel('Number').fill('1')
    await page.getByLabel('Postal code').fill('1000 AA')
    await page.getByLabel('City').fill('Ee')
    await button('Find data').click()
    await page.getByRole('heading', { name: 'Nothing is stored about this person.' }).waitFor()
  })

  test('of a recipient known only by name is found at the addresses of their items', async () => {
    await goTo('/person')
    await page.getByText('Do you only know the name?').click()
    await page.getByLabel('Recipient').fill(recipient.name!.split(' ')[0]!)
    await button('Search by name').click()
    await button(new RegExp(recipient.street!)).click()
    await page.getByText('2 pieces, 0 Do not mail entries').waitFor()
  })

  test('is downloaded as a file', async () => {
    const data = await downloaded('Download data')
    expect(data.items.map(({ item }: { item: { id: string } }) => item.id).sort()).toEqual([...mine].sort())
    expect(data.recipient).toMatchObject({ name: recipient.name, street: recipient.street })
  })

  test('is erased after a confirmation once processing has ended, but not for items in progress', async () => {
    await page.getByText('1 piece is still on its way').waitFor()
    await button('Erase mail').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Do not mail entries').waitFor()
    const erase = dialog.getByRole('button', { name: 'Erase permanently' })
    await dialog.getByLabel(/^Type erase/).fill('no')
    await erase.click()
    expect((await sample.call('GET', `/items/${mine[0]}`)).erasure).toBeNull()
    await dialog.getByLabel(/^Type erase/).fill('erase')
    await erase.click()
    await page.getByRole('main').getByText('1 piece erased.').waitFor()
    await page.getByText('1 piece, 0 Do not mail entries').waitFor()
    expect((await downloaded('Download record')).erased).toMatchObject([{ id: mine[0] }])
    expect(await sample.call('GET', `/items/${mine[0]}`)).toMatchObject({
      recipient: { name: null, country: recipient.country },
      erasure: { requestedAt: expect.any(String) },
    })
    expect((await sample.call('GET', `/items/${mine[1]}`)).erasure).toBeNull()
  })
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
