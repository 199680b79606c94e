import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amountText, centsIn } from '../src/screens/money/amounts.ts'
import { choose } from './navigate.ts'
import { callAsPerson, nameSeller, openPortal, type Portal, setUp } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  await nameSeller(portal)
})
afterAll(() => portal?.close())

const dialog = () => page.getByRole('dialog')
const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
/** Opens a tab of Billing. */
const openTab = (name: string) =>
  page.getByRole('navigation', { name: 'Billing' }).getByRole('link', { name, exact: true }).click()
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
/** Chooses an action of the operator's menu. */
const act = async (name: string) => {
  await press('More actions')
  await page.getByRole('menuitem', { name }).click()
}
const balance = async () => (await callAsPerson(page, 'GET', '/billing/balance')).availableCents
/** Locates the value of a fact or figure by its name. */
const fact = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')

describe('typed amounts', () => {
  test.each([
    ['50', 5_000],
    ['12,5', 1_250],
    ['12.50', 1_250],
    ['€ 1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1.234', 123_400],
    ['0', 0],
  ])('%s means %i cents', (text, cents) => {
    expect(centsIn(text)).toBe(cents)
  })

  test.each(['', 'much', '-5', '1,2,3', '5.123,4,5', '12,345,6'])('%j means no amount', (text) => {
    expect(centsIn(text)).toBeUndefined()
  })

  test('are formatted as they are parsed', () => {
    for (const locale of ['en', 'nl', 'de', 'fr', 'de-AT', 'de-CH', 'fr-CH']) {
      expect(centsIn(amountText(123_456, locale))).toBe(123_456)
    }
  })
})

describe('a top-up', () => {
  test('is refused beforehand if no seller is configured, and tells the customer whom to contact', async () => {
    const asCustomer = async (route: Route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const user = { ...body.user, operatorScopes: [] }
      await route.fulfill({ response: answer, json: { ...body, user } })
    }
    const unnamed = async (route: Route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), payTo: null } })
    }
    await page.route('**/v1/session', asCustomer)
    await page.route('**/v1/billing/settings', unnamed)
    await page.goto(`${portal.server.url}/portal/balance/top-ups`)
    await page.getByText('the operator of this server has set no bank account').waitFor()
    await page.getByRole('link', { name: 'Ask the operator' }).waitFor()
    expect(await page.getByRole('button', { name: 'Top up' }).count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(`${portal.server.url}/portal/`)
  })

  test('is requested with an amount, and answered with the transfer amount, account and reference', async () => {
    await follow('Billing')
    await page.getByText('No transactions yet').waitFor()
    await follow('Top-ups')
    await page.getByLabel('Amount in euros').fill('lots')
    await page.getByText('Enter an amount, for example').waitFor()
    expect(await page.getByRole('button', { name: 'Top up' }).isDisabled()).toBe(true)
    await page.getByLabel('Amount in euros').fill('250,00')
    await page.getByText('you transfer €302.50').waitFor()
    await press('Top up')
    await dialog().getByText('Top-up of €250.00').waitFor()
    const [topUp] = (await callAsPerson(page, 'GET', '/billing/top-ups')).data
    expect(await dialog().getByLabel('Reference', { exact: true }).inputValue()).toBe(topUp.reference)
    expect(await dialog().getByLabel('IBAN').inputValue()).toBe('NL91ABNA0417164300')
    expect(await dialog().getByLabel('Amount in euros').inputValue()).toBe('302.50')
    expect(await balance()).toBe(0)
  })

  test('increases the balance when an operator records the payment', async () => {
    await dialog().getByLabel('Payment reference').fill('bank-1')
    await dialog().getByRole('button', { name: 'Confirm payment' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm payment' })
    await question.getByRole('button', { name: 'Confirm payment' }).click()
    await page.getByText(/Invoice \d{4}-000001 is issued/).waitFor()
    await page.getByRole('cell', { name: 'Paid' }).waitFor()
    await openTab('Balance')
    await expect.poll(() => fact('Available').textContent()).toBe('€250.00')
    await page.locator('tbody tr', { hasText: '+€250.00' }).waitFor()
  })

  test('that is not needed is cancelled', async () => {
    await follow('Top-ups')
    await page.getByLabel('Amount in euros').fill('10')
    await press('Top up')
    await dialog().getByRole('button', { name: 'Cancel top-up' }).click()
    await page.getByRole('cell', { name: 'Cancelled' }).waitFor()
    await page.getByLabel('Status').selectOption('Paid')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    expect(page.url()).toContain('status=PAID')
  })
})

describe('an invoice', () => {
  test('shows its lines and total, and can be downloaded as PDF and UBL', async () => {
    await follow('Invoices')
    // Select the row by its number, because the list of top-ups stays until this one has loaded.
    await page.getByRole('link', { name: /^\d{4}-000001$/ }).click()
    await page.getByRole('heading', { level: 1, name: /^Invoice \d{4}-000001/ }).waitFor()
    expect(await page.locator('tfoot tr').last().textContent()).toContain('€302.50')
    // How a PDF is displayed depends on the browser's viewer, so check only that a window opens with a PDF
    // response.
    const opened = page.context().waitForEvent('page')
    const pdfResponse = page.waitForResponse((response) => response.url().endsWith('/pdf'))
    await press('Open PDF')
    await opened
    expect((await pdfResponse).headers()['content-type']).toBe('application/pdf')
    const coming = page.waitForEvent('download')
    await press('Download for bookkeeping (UBL)')
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/^\d{4}-000001\.xml$/)
    expect(readFileSync(await download.path(), 'utf8')).toContain('<cbc:PayableAmount')
  })

  test('is partly credited, and the refund is recorded on the credit note', async () => {
    await act('Credit …')
    await dialog().getByLabel('How much').selectOption('An amount')
    await dialog().getByLabel('Reason').fill('Transferred twice')
    await dialog().getByRole('button', { name: 'Credit' }).click()
    await dialog().getByText('Enter an amount').waitFor()
    await dialog().getByLabel('Amount without VAT').fill('100')
    await dialog().getByRole('button', { name: 'Credit' }).click()
    await page.getByRole('heading', { level: 1, name: /^Credit note CN\d{4}-000001/ }).waitFor()
    expect(await fact('Reason').textContent()).toBe('Transferred twice')
    expect(await balance()).toBe(15_000)
    await act('Record refund …')
    await dialog().getByLabel('Amount paid').fill('21')
    await dialog().getByRole('button', { name: 'Record refund' }).click()
    await expect.poll(() => fact('Paid so far').textContent()).toBe('€21.00')
    await act('Record refund …')
    await dialog().getByText('€100.00 is open').waitFor()
    await dialog().getByRole('button', { name: 'Record refund' }).click()
    await expect.poll(() => fact('Status').textContent()).toContain('Paid')
    await follow('Invoice')
    await page.getByRole('link', { name: /^CN/ }).waitFor()
  })

  test('cannot be credited for more than the remainder, which the message states', async () => {
    await act('Credit …')
    await dialog().getByLabel('How much').selectOption('An amount')
    await dialog().getByLabel('Amount without VAT').fill('200')
    await dialog().getByLabel('Reason').fill('Too much')
    await dialog().getByRole('button', { name: 'Credit' }).click()
    await dialog().getByRole('alert').waitFor()
    await dialog().getByRole('button', { name: 'Back' }).click()
  })
})

test('prices are listed by zone, and the price of a mailing is calculated while typing', async () => {
  await follow('Prices')
  await page.getByRole('region', { name: 'Prices per piece' }).waitFor()
  const listed = await callAsPerson(page, 'GET', '/billing/prices')
  const [first] = listed.data
  await page.getByLabel('Pieces').fill('1000')
  const total = (first.unitPriceCents * 1000 * (100 + listed.vatRate)) / 10_000
  const written = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(total)
  await expect.poll(() => page.locator('.total td').textContent()).toBe(written)
  await press('Add country')
  await expect.poll(() => page.locator('.result tr').count()).toBe(5)
  expect(await page.locator('.result').textContent()).toContain('Belgium')
  await press('Remove Belgium')
  await expect.poll(() => page.locator('.result tr').count()).toBe(4)
})

describe('the invoicing details of the organisation', () => {
  test('are changed, and a warning is set for a low balance', async () => {
    await follow('Billing')
    await openTab('Settings')
    await page.getByLabel('Warn below').fill('500')
    await page.getByLabel('Street').fill('Prinsengracht')
    await page.getByLabel('Number', { exact: true }).fill('263')
    await page.getByLabel('Postal code').fill('1016 GV')
    await page.getByLabel('City').fill('Amsterdam')
    await page.getByLabel('Your reference').fill('PO 12')
    await press('Save')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await callAsPerson(page, 'GET', '/billing/settings')).toMatchObject({
      lowThresholdCents: 50_000,
      reference: 'PO 12',
      address: { street: 'Prinsengracht', postalCode: '1016 GV', country: 'NL' },
    })
    await openTab('Balance')
    await page.getByText('Less than €500.00 is available').waitFor()
  })

  test('show an error at its field, and keep the entered values', async () => {
    await openTab('Settings')
    await page.getByLabel('VAT number').fill('NL1')
    await press('Save')
    await page.locator('.field', { hasText: 'VAT number' }).locator('.wrong').waitFor()
    expect(await page.getByLabel('VAT number').inputValue()).toBe('NL1')
    // The browser logs the refused request.
    portal.errors = portal.errors.filter((error) => !/status of 4(09|22)/.test(error))
  })
})

test('a member with read access sees no buttons', async () => {
  await page.route('**/v1/session', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const permissions = body.permissions.filter((one: string) => !/billing.manage|platform.admin/.test(one))
    await route.fulfill({ response: answer, json: { ...body, permissions } })
  })
  await page.goto(`${portal.server.url}/portal/balance/top-ups`)
  await page.locator('tbody a').first().waitFor()
  expect(await page.getByRole('button', { name: 'Top up' }).count()).toBe(0)
  await page.goto(`${portal.server.url}/portal/balance/settings`)
  await page.getByLabel('VAT number').waitFor()
  expect(await page.getByLabel('VAT number').isDisabled()).toBe(true)
  // What was typed with the right to save it isn't shown as if it was stored.
  expect(await page.getByLabel('VAT number').inputValue()).toBe('')
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})

describe('the words of spending caps', () => {
  const heading = { en: 'Cap of the organisation', nl: 'Limiet van de organisatie' }
  /**
   * Returns the languages whose heading is in a loaded script; the names of scripts don't show their
   * language.
   */
  const loadedLanguages = (tab: Page) => {
    const answers: Promise<string>[] = []
    tab.on('response', (response) => {
      if (response.url().endsWith('.js')) answers.push(response.text())
    })
    return async () => {
      const scripts = await Promise.all(answers)
      return (['en', 'nl'] as const).filter((one) => scripts.some((script) => script.includes(heading[one])))
    }
  }

  test('are loaded in Dutch once Dutch is chosen', async () => {
    const languages = loadedLanguages(page)
    await callAsPerson(page, 'PATCH', '/billing/settings', { spendingCapCents: 123_400 })
    await page.goto(`${portal.server.url}/portal/balance/spending`)
    const month = (locale: string) =>
      new Intl.DateTimeFormat(locale, {
        month: 'long',
        year: 'numeric',
        timeZone: 'Europe/Amsterdam',
      }).format()
    await fact(`Spent in ${month('en')}`).waitFor()
    expect(await page.locator('meter').textContent()).toMatch(/^\s*€0\.00 of €1,234\.00\s*$/)
    expect(await languages()).toEqual(['en'])
    await choose(page, 'nl')
    await fact(`Besteed in ${month('nl')}`).waitFor()
    expect(await languages()).toEqual(['en', 'nl'])
    expect((await page.locator('meter').textContent())!.trim()).toBe('€\u00A00,00 van €\u00A01.234,00')
  })

  test('are not shown in English first', async () => {
    await page.addInitScript(`
      globalThis.english = false
      new MutationObserver(() => {
        globalThis.english ||= document.body?.textContent.includes('Cap of the organisation')
      }).observe(document, { childList: true, subtree: true, characterData: true })
    `)
    await page.reload()
    await page.getByRole('heading', { name: 'Limiet van de organisatie' }).waitFor()
    expect(await page.evaluate('globalThis.english')).toBe(false)
    await choose(page, 'en')
    await page.getByRole('heading', { name: 'Cap of the organisation' }).waitFor()
    await callAsPerson(page, 'PATCH', '/billing/settings', { spendingCapCents: null })
  })
})
