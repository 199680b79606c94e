import type { Screen } from './screen.ts'

/** An operator's products: lists, entries and their forms. */
export const catalogueScreens: readonly Screen[] = [
  {
    name: 'operator-catalogue',
    path: () => '/operator/catalogue',
    ready: (page) => page.locator('main tbody td').first().waitFor(),
  },
  {
    name: 'operator-catalogue-file',
    path: () => '/operator/catalogue?part=file',
    ready: (page) => page.locator('main section .row button').nth(4).waitFor(),
  },
  {
    name: 'operator-specification',
    path: () => '/operator/catalogue/specifications/window-letter-c5',
    ready: (page) => page.locator('main svg[role=img]').first().waitFor(),
  },
  {
    name: 'operator-price-list',
    path: () => '/operator/catalogue/priceLists/standard',
    ready: (page) => page.locator('main table td').first().waitFor(),
  },
  {
    name: 'operator-form-price-list',
    path: () => '/operator/catalogue/priceLists/standard?change=form',
    ready: (page) => page.locator('main table input').first().waitFor(),
  },
  {
    name: 'operator-form-calendar',
    path: () => '/operator/catalogue/calendars/weekdays-ten?change=form',
    ready: async (page) => {
      await page.locator('main ol li').nth(9).waitFor()
      await page.locator('main td button.holiday, main td button').first().waitFor()
    },
  },
  {
    name: 'operator-form-country-zones',
    path: () => '/operator/catalogue/countryZones/by-distance?change=form',
    ready: async (page) => {
      await page.getByRole('button', { name: /^Zone 2, Europe: Split/ }).click()
      await page.getByRole('combobox', { name: /^Zone 2/ }).fill('BE')
      await page.getByRole('combobox', { name: /^Zone 2/ }).press('Enter')
      await page.locator('main .said .row').first().waitFor()
    },
  },
  {
    name: 'operator-form-specification',
    path: () => '/operator/catalogue/specifications/window-letter-c5?change=form',
    ready: async (page) => {
      await page.locator('main svg[role=group]').first().waitFor()
      await page.locator('main table input').first().waitFor()
    },
  },
  {
    name: 'operator-form-preflight',
    path: () => '/operator/catalogue/specifications/postcard-a6?change=form',
    ready: async (page) => {
      await page.locator('main table input').first().waitFor()
      await page.locator('main details summary').first().click()
      await page.locator('main details select').nth(2).selectOption('warning')
      await page
        .locator('main details summary')
        .first()
        .evaluate((summary) => summary.scrollIntoView())
    },
  },
  {
    name: 'operator-form-copy',
    path: () => '/operator/catalogue/specifications/new?from=postcard-a5',
    ready: async (page) => {
      await page
        .getByLabel(/^(Name|Naam)$/)
        .first()
        .fill('A5 card, matte')
      await page.locator('main svg[role=group] g').first().focus()
    },
  },
  {
    name: 'operator-form-product',
    path: () => '/operator/catalogue/products/postcard?change=form',
    ready: (page) => page.locator('main form select').first().waitFor(),
  },
  {
    name: 'operator-form-paper',
    path: () => '/operator/catalogue/stocks/silk-300?change=form',
    ready: (page) => page.locator('main form option[value=GRACoL2006]').waitFor({ state: 'attached' }),
  },
  {
    name: 'operator-form-faults',
    path: () => '/operator/catalogue/postageProducts/new',
    ready: async (page) => {
      await page.locator('main form input:not([type=radio])').first().fill('Business mail')
      await page.locator('main form button[type=submit]').click()
      await page.locator('dialog[open] li').first().waitFor()
      await page.locator('dialog[open] button').last().click()
      await page.locator('main form .wrong').first().waitFor()
    },
  },
  {
    name: 'operator-catalogue-changes',
    path: () => '/operator/catalogue/priceLists/standard?change=form',
    ready: async (page) => {
      await page.locator('main table input').first().fill('0.95')
      await page.locator('main form > .row button').first().click()
      await page.locator('dialog[open] li').first().waitFor()
    },
  },
]
