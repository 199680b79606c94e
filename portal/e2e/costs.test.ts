import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleRecipient } from '../../bin/demo/steps.ts'
import { enterCosts } from './enter-costs.ts'
import { callAsPerson, openPortal, type Portal, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page
let sample: Awaited<ReturnType<typeof seeded>>

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  sample = await seeded(portal)
  for (let index = 0; index < 3; index++) await sample.createItem(index)
  await sample.advance()
})
afterAll(() => portal?.close())

const open = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const cap = () => page.getByLabel('At most a month, without VAT')
/** Returns the value of a fact by its name. */
const fact = (name: string) =>
  page.locator('main dt', { hasText: name }).first().locator('xpath=following-sibling::dd[1]').textContent()

describe('a spending cap', () => {
  test('of the organisation is set, changed and removed, next to the costs of the month', async () => {
    await open('/balance')
    await page.getByRole('navigation', { name: 'Billing' }).getByRole('link', { name: 'Spending' }).click()
    await page.getByText('Mail is never held because of its cost.').waitFor()
    await cap().fill('much')
    await page.getByText('Enter an amount, for example').waitFor()
    await cap().fill('250')
    await press('Set cap')
    await page.getByText('Cap set.').waitFor()
    await expect.poll(() => fact('Left')).toBe('€250.00')
    await cap().fill('99,50')
    await press('Change cap')
    await expect.poll(() => fact('Cap a month')).toBe('€99.50')
    await press('Remove cap')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove cap' }).click()
    await page.getByText('Mail is never held because of its cost.').waitFor()
    expect((await callAsPerson(page, 'GET', '/billing/spending')).capCents).toBeNull()
  })

  test('of a key is set on its page, and listed with the others', async () => {
    const body = { name: 'Web shop', mode: 'live', scopes: 'all' }
    const { id } = await callAsPerson(page, 'POST', '/developers/keys', body)
    await open(`/keys/${id}`)
    await cap().fill('50')
    await press('Set cap')
    await expect.poll(() => fact('Cap a month')).toBe('€50.00')
    await open('/balance/spending')
    await page.locator('li', { hasText: 'Web shop' }).getByText('€0.00 of €50.00').waitFor()
    await page.getByRole('link', { name: 'Web shop' }).click()
    await page.getByRole('heading', { level: 1, name: 'Web shop' }).waitFor()
  })
})

describe('a cost centre', () => {
  let mailing: string

  test('is assigned to a mailing, and suggested from then on', async () => {
    await open('/postbatches/new')
    await page.getByLabel('Name', { exact: true }).fill('Spring')
    await page.getByRole('radio', { name: /^Welcome card/ }).check()
    await page.getByLabel('Cost centre').fill('Marketing')
    await press('Continue')
    await page.waitForURL(/pbt_/)
    const id = new URL(page.url()).pathname.split('/').at(-1)
    expect((await sample.call('GET', `/postbatches/${id}`)).billingGroup).toBe('Marketing')
    await open('/balance/cost-centres')
    await page.getByRole('link', { name: 'Marketing' }).waitFor()
    mailing = id!
  })

  test('of a mailing and its recipients can be changed until approval, and the price is updated', async () => {
    const recipients = [5, 6].map((index) => ({
      recipient: sampleRecipient(index),
      data: { firstName: 'A' },
    }))
    const items = [recipients[0], { ...recipients[1], billingGroup: 'Board' }]
    await sample.call('POST', `/postbatches/${mailing}/items`, { items })
    await sample.validate(mailing)
    await open(`/postbatches/${mailing}`)
    await page.getByText('Cost centre: Marketing').waitFor()
    await press('More actions')
    await page.getByRole('menuitem', { name: 'Cost centre …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Applies to all recipients').waitFor()
    await dialog.getByLabel('Cost centre').fill('Members')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Cost centre: Members').waitFor()
    await page.getByLabel(/^Type \d+ to confirm/).waitFor()
    const { data } = await sample.call('GET', `/items?filter[postbatchId]=${mailing}`)
    const groups = data.map(({ billingGroup }: { billingGroup: string }) => billingGroup)
    expect(groups.sort()).toEqual(['Board', 'Members'])
    await sample.call('POST', `/postbatches/${mailing}/approve`)
    await page.locator('[role=menuitem]', { hasText: 'Cost centre' }).waitFor({ state: 'detached' })
    await page.getByText('Cost centre: Members').waitFor()
  })

  test('is a column and filter of items, and a group with its total cost', async () => {
    const recipient = {
      name: 'Ana García',
      street: 'Damrak',
      houseNumber: '7',
      postalCode: '1012 LG',
      city: 'Amsterdam',
      country: 'NL',
    }
    const body = { postflowId: sample.postflowIds[0], recipient, data: { firstName: 'Ana' } }
    await sample.call('POST', '/items', { ...body, billingGroup: 'Events' })
    await open('/balance/cost-centres')
    await page.getByText('Without a cost centre').waitFor()
    await page.getByRole('link', { name: 'Events' }).click()
    await page.locator('tbody tr', { hasText: 'Ana García' }).getByRole('cell', { name: 'Events' }).waitFor()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByLabel('Cost centre').selectOption('')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(6)
  })
})

describe('the costs of a run', () => {
  test('are shown with its earnings, and missing costs are named', async () => {
    await open('/operator/runs?kind=costs')
    await page.locator('tbody tr', { hasText: 'not real' }).first().waitFor()
    await enterCosts(page)
    await sample.createItem(9)
    await sample.advance()
    await page.reload()
    await page.locator('tbody tr a').first().click()
    await page.getByRole('heading', { name: 'Earnings and costs' }).waitFor()
    await page.getByText('A test run: nothing was printed, paid or earned.').waitFor()
    await page.getByText('No cost for postage, so the real margin is smaller.').waitFor()
    await page.locator('dt', { hasText: /sheet/ }).first().waitFor()
    await page.getByRole('link', { name: 'Enter costs' }).click()
    await page.getByRole('link', { name: 'Clicks of the press' }).click()
    await page.locator('dd', { hasText: 'Printed side (click)' }).waitFor()
  })

  test('are entered in a form, and previewed before they apply', async () => {
    await open('/operator/catalogue?part=costs')
    await page.getByRole('link', { name: 'New cost', exact: true }).click()
    await page.getByLabel('Kind', { exact: true }).selectOption('Envelope')
    await page.getByLabel('Product', { exact: true }).selectOption({ label: 'Window letter C5' })
    await page.getByLabel('Name', { exact: true }).fill('C5 with a window')
    await page.getByLabel(/^Per thousand/).fill('29,00')
    await press('Review changes')
    await page.getByRole('dialog').getByText('New: C5 with a window.').waitFor()
    await press('Apply changes')
    await page.getByText('The catalogue is changed.').waitFor()
    const { data } = await callAsPerson(page, 'GET', '/platform/catalogue/costs')
    expect(data).toContainEqual({
      key: 'c5-with-a-window',
      name: 'C5 with a window',
      kind: 'ENVELOPES',
      specification: 'window-letter-c5',
      centsPerThousand: 2_900,
    })
  })

  test('are hidden from operators who only manage runs', async () => {
    const asSteerer = async (route: Route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const user = { ...body.user, operatorScopes: ['runs.manage'] }
      await route.fulfill({ response: answer, json: { ...body, user } })
    }
    await page.route('**/v1/session', asSteerer)
    await open('/operator/runs?view=list')
    await page.locator('tbody td').first().waitFor()
    expect(await page.getByRole('link', { name: 'Costs', exact: true }).count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
