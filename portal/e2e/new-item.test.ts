import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import { greetingCard } from '../../test/support/greeting-card.ts'
import { openPortal, type Portal, sampled } from './portal.ts'
import type { Sample } from './screens/screen.ts'
import { settled } from './settled.ts'

let portal: Portal
let page: Page
let sample: Sample

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 1)
})
afterAll(() => portal?.close())

const goTo = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor()
const button = (name: string | RegExp) => page.getByRole('button', { name })
const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
const errorOf = (label: string) =>
  page
    .locator('.field')
    .filter({ has: page.getByLabel(label, { exact: true }) })
    .locator('.wrong')

const address = async (postalCode: string) => {
  await fill('Name', 'Noor Bakker')
  await fill('Street', 'Oudegracht')
  await fill('Number', '12')
  await fill('Postal code', postalCode)
  await fill('City', 'Utrecht')
}

describe('a new item by form', () => {
  test('starts with c on the list and a Postflow, and shows the paper, price and date', async () => {
    await goTo('/items')
    await page.getByRole('table').waitFor()
    await page.keyboard.press('c')
    await heading('What do you want to send?')
    await page.locator('main li img').first().waitFor()
    await button(/Welcome card.*Postcard A6, 148\s×\s105\smm\s*Published/).click()
    await heading('New mail: Welcome card')
    await page.getByText('Preview with an example address').waitFor()
    await address('3511 AB')
    await fill('First name', 'Noor')
    await page.getByText('Should arrive').waitFor()
    expect(await page.locator('main dl strong').textContent()).toMatch(/^€\d/)
    const first = await page.locator('main figure img').getAttribute('src')
    await fill('First name', 'Noortje')
    await expect.poll(() => page.locator('main figure img').getAttribute('src')).not.toBe(first)
    await page.getByRole('radio', { name: 'Back' }).check()
    await page.getByRole('img', { name: 'Preview: Back' }).waitFor()
  })

  test('reports errors at their fields, and creates nothing until they are fixed', async () => {
    await fill('Postal code', '12')
    await expect.poll(() => errorOf('Postal code').textContent()).toMatch(/12/)
    await button('Create test card').click()
    await page.getByText('Correct the marked fields first.').waitFor()
    expect((await sample.call('GET', '/items')).data).toHaveLength(1)
    await fill('Postal code', '3511 AB')
    await expect.poll(() => errorOf('Postal code').count()).toBe(0)
    await button('Create test card').click()
    await heading('Noor Bakker')
    expect(await page.getByText('Mail to Noor Bakker created.').count()).toBe(1)
    const { data } = await sample.call('GET', '/items')
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({ status: 'SCHEDULED', data: { firstName: 'Noortje' } })
    expect(page.url()).toContain(data[0].id)
  })

  test('may be saved incomplete, or with an address confirmed as it is', async () => {
    const create = async () => {
      await goTo(`/items/new?postflow=${sample.postflowIds[0]}`)
      await address('12')
      await fill('First name', 'Noor')
      await page.getByText('Price, excluding VAT').waitFor()
    }
    await create()
    await button('Create test card').click()
    await button('Save it anyway').click()
    await heading('Noor Bakker')
    await create()
    await page.getByLabel('Print the address as written').check()
    await button('Create test card').click()
    await heading('Noor Bakker')
    const { data } = await sample.call('GET', '/items')
    expect(data.slice(0, 2).map(({ status }: { status: string }) => status)).toEqual([
      'SCHEDULED',
      'NEEDS_ATTENTION',
    ])
  })

  test('is not checked again once it is being created, even right after a change', async () => {
    // A fake clock applies to the whole browser context, so this page gets its own.
    const storageState = await page.context().storageState()
    const hasty = await portal.newPage(undefined, { storageState })
    await hasty.clock.install()
    await hasty.goto(`${portal.server.url}/portal/items/new?postflow=${sample.postflowIds[0]}`)
    const fillIn = (label: string, value: string) => hasty.getByLabel(label, { exact: true }).fill(value)
    await fillIn('Name', 'Noor Bakker')
    await fillIn('Street', 'Oudegracht')
    await fillIn('Number', '12')
    await fillIn('Postal code', '3511 AB')
    await fillIn('City', 'Utrecht')
    await hasty.clock.pauseAt(Date.now() + 3_600_000)
    await settled(hasty)
    const requests: string[] = []
    hasty.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() === 'POST' && pathname.startsWith('/v1/items')) requests.push(pathname)
    })
    await hasty.route('**/v1/items', async (route) => {
      // Let the time pass after which the last change would be checked.
      await hasty.clock.runFor(5_000)
      await route.continue()
    })
    await fillIn('First name', 'Noor')
    await hasty.getByRole('button', { name: 'Create test card' }).click()
    await hasty.getByRole('heading', { name: 'Noor Bakker' }).waitFor()
    expect(requests).toEqual(['/v1/items/validate', '/v1/items'])
    await hasty.context().close()
  })

  test('with a design without a Postflow creates one for it', async () => {
    const copy = await sample.callLive('POST', '/template-library/energy-letter/copy', { name: 'Thanks' })
    await sample.callLive('POST', `/templates/${copy.id}/publish`)
    await goTo('/items/new')
    await button(/Thanks/).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByLabel('Advertising for')
      .selectOption({ label: 'Nothing: the recipient needs this mail' })
    await dialog.getByRole('button', { name: 'Create Postflow' }).click()
    await heading('New mail: Thanks')
    const { data } = await sample.call('GET', '/postflows?filter[name]=Thanks')
    expect(data).toMatchObject([{ status: 'ACTIVE', advertisingCategory: null, templateId: copy.id }])
  })

  test('states in live mode its price, and that it will be printed', async () => {
    const place = { street: 'Keizersgracht', houseNumber: '1', postalCode: '1015 CJ', city: 'Amsterdam' }
    const office = { ...place, companyName: 'Office', country: 'NL' }
    await sample.callLive('POST', '/organisation/return-addresses', {
      name: 'Office',
      address: office,
      isDefault: true,
    })
    const design = { name: 'Greeting', productSpecificationId: sampleIds.a6, document: greetingCard() }
    const template = await sample.callLive('POST', '/templates', design)
    await sample.callLive('POST', `/templates/${template.id}/publish`)
    const postflow = await sample.callLive('POST', '/postflows', {
      name: 'Greeting',
      templateId: template.id,
    })
    await sample.callLive('POST', `/postflows/${postflow.id}/activate`)
    await goTo('/items/new')
    await page.getByText('Live', { exact: true }).click()
    await button(/Greeting/).click()
    await heading('New mail: Greeting')
    await address('3511 AB')
    await fill('First name', 'Noor')
    await page.getByText(/Printed and posted for €\d/).waitFor()
    await page.getByText('The balance is too low.').waitFor()
    await button(/Print and post for €\d/).waitFor()
    await page.getByText('Test', { exact: true }).click()
    await heading('What do you want to send?')
  })
})

test('causes no policy violations or console errors', () => {
  // The browser logs the resource that is missing in the other mode.
  const elsewhere = /status of 404 .*\/v1\/postflows\//
  expect(portal.errors.filter((error) => !elsewhere.test(error))).toEqual([])
})
