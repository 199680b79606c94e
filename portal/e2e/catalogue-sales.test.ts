import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleRecipient } from '../../bin/demo/steps.ts'
import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import { greetingCard } from '../../test/support/greeting-card.ts'
import { callAsPerson, openPortal, type Portal, sampled } from './portal.ts'

/** Makes the test independent of the current date. */
const year = new Date().getFullYear() + 1

let portal: Portal
let page: Page
let sample: Awaited<ReturnType<typeof sampled>>

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 0)
})
afterAll(() => portal?.close())

/** Creates a live run that waits for its cutoff, with one item. */
const liveRun = async ({ callLive }: typeof sample): Promise<string> => {
  await callLive('POST', '/organisation/return-addresses', {
    name: 'Office',
    address: {
      companyName: 'Fern & Field',
      street: 'Keizersgracht',
      houseNumber: '1',
      postalCode: '1015 CJ',
      city: 'Amsterdam',
      country: 'NL',
    },
    isDefault: true,
  })
  const { id: topUp } = await callAsPerson(page, 'POST', '/billing/top-ups', { amountCents: 25_000 })
  await callAsPerson(page, 'POST', `/billing/top-ups/${topUp}/confirm`, {})
  const design = { name: 'Greeting', productSpecificationId: sampleIds.a6, document: greetingCard() }
  const template = await callLive('POST', '/templates', design)
  await callLive('POST', `/templates/${template.id}/publish`)
  const postflow = await callLive('POST', '/postflows', { name: 'Greeting', templateId: template.id })
  await callLive('POST', `/postflows/${postflow.id}/activate`)
  const recipient = sampleRecipient(0)
  await callLive('POST', '/items', { postflowId: postflow.id, recipient, data: { firstName: 'Noor' } })
  let run: string | null = null
  await expect
    .poll(async () => {
      const { data } = await callLive('GET', '/runs/calendar')
      run = data.find((one: { runId: string | null }) => one.runId !== null)?.runId ?? null
      return run
    })
    .not.toBe(null)
  return run!
}

const goTo = (path: string) => page.goto(`${portal.server.url}/portal/operator/catalogue/${path}`)
const button = (name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const dialog = () => page.getByRole('dialog')
const see = () => button('Review changes').click()
const make = async () => {
  await dialog().getByRole('button', { name: 'Apply changes' }).click()
  await page.getByText('The catalogue is changed.').first().waitFor()
}
const file = async () => (await callAsPerson(page, 'GET', '/platform/catalogue')).file
// biome-ignore lint/suspicious/noExplicitAny: tests look into any shape
type File = any

describe('a calendar', () => {
  test('with a later cutoff names the run that still closes earlier, and shows its next cutoffs', async () => {
    await liveRun(sample)
    await goTo('calendars/weekdays-ten?change=form')
    const next = page.locator('section', { has: page.getByRole('heading', { name: 'Next cutoffs' }) })
    await expect.poll(() => next.locator('ol li').count()).toBe(10)
    await next.getByText(/10:00/).first().waitFor()
    await next.getByText(/Postcard A6: posted/).waitFor()
    await page.getByLabel('Time 1').fill('16:00')
    await page.getByLabel('Time 1').press('Tab')
    await next.getByText(/16:00/).first().waitFor()
    await button('Saturday').click()
    await next
      .getByText(/^Saturday/)
      .first()
      .waitFor()
    await see()
    await dialog()
      .getByText(/A run of Postcard A6 with 1 piece still closes on .*10:00/)
      .waitFor()
    await dialog()
      .getByText(/the next cutoff is .*16:00.* instead of .*10:00/)
      .waitFor()
    await make()
    expect((await file()).calendars[0].cron).toBe('0 16 * * 1-6')
  })

  test('has the holidays of a region, and custom open and closed days', async () => {
    await goTo('calendars/weekdays-ten?change=form')
    await page.getByRole('combobox', { name: 'Add holidays of another country' }).fill('duits')
    await page.getByRole('option', { name: 'Germany' }).click()
    await page.getByLabel('Region', { exact: true }).last().selectOption({ label: 'Bayern' })
    // New Year is a holiday in both countries.
    while (!(await page.getByText(`January ${year}`, { exact: true }).isVisible()))
      await button('Next month').click()
    await button(new RegExp(`Jan 1, ${year}, holiday`)).click()
    await button(new RegExp(`Jan 1, ${year}, open`)).waitFor()
    await button(new RegExp(`Jan 4, ${year}$`)).click()
    await button(new RegExp(`Jan 4, ${year}, closed`)).waitFor()
    await see()
    await make()
    expect((await file()).calendars[0]).toMatchObject({
      holidays: [{ country: 'NL' }, { country: 'DE', region: 'BY' }],
      closedOn: ['2025-05-05', `${year}-01-04`, '2030-05-05'].sort(),
      openOn: [`${year}-01-01`],
    })
  })

  test('reports an error at its field before anything is submitted', async () => {
    await goTo('calendars/weekdays-ten?change=form')
    await button('Add time').click()
    await page.getByLabel('Time 2').fill('17:30')
    await page.getByLabel('Time 2').press('Tab')
    await page.getByText('All times must fall on the same minutes').waitFor()
    await page.getByRole('radio', { name: 'Cron expression' }).check()
    const cron = page.getByRole('textbox', { name: 'Cron expression' })
    await cron.fill('*/5 * * * *')
    await page.getByText(/are 5 minutes apart/).waitFor()
    expect(await cron.getAttribute('aria-invalid')).toBe('true')
    await button('Discard').click()
    await expect.poll(() => cron.inputValue()).toBe('0 16 * * 1-6')
  })
})

describe('zones', () => {
  test('are split: the new one starts with the prices of the old one, and a country in both is reported immediately', async () => {
    await goTo('countryZones/by-distance?change=form')
    await page.getByText('Every country is in a zone.').waitFor()
    await button('Zone 2, Europe: Split').click()
    const near = page.getByRole('region', { name: /^Zone 2/ })
    await near.getByLabel('Name').fill('Near')
    await near.getByLabel('Code').fill('near')
    await near.getByText('Add a country. Its prices start').waitFor()
    await near.getByRole('combobox', { name: /Add country/ }).fill('Belg')
    await page.getByRole('option', { name: 'Belgium' }).click()
    await near.getByText('Its prices start as those of Europe.').waitFor()
    await page.getByText('Belgium is in Near and in Europe.').waitFor()
    await button('Only in Near').click()
    await page.getByText('Every country is in a zone.').waitFor()
    await see()
    await dialog()
      .getByText(/Postcard A6, .*: €1.45/)
      .waitFor()
    await make()
    const { countryZones, priceLists } = await file()
    const [, first, second] = countryZones[0].zones
    expect(first).toEqual({ code: 'near', name: 'Near', countries: ['BE'] })
    expect(second.countries).not.toContain('BE')
    expect(priceLists[0].lines.filter(({ zone }: File) => zone === 'near')).toHaveLength(3)
  })

  test('list the countries in none of them, in Dutch', async () => {
    await page.evaluate(() => localStorage.setItem('lettershop.language', 'nl'))
    await goTo('countryZones/by-distance?change=form')
    await button('Zone 4, World: Verwijderen').click()
    await page.getByText(/landen hebben geen zone:\s+Afghanistan/).waitFor()
    await page.getByLabel('Geen post naar andere landen').check()
    await page.getByText('Elk land zit in een zone.').waitFor()
    await page.getByLabel('Geen post naar andere landen').uncheck()
    await button('Zone voor alle andere toevoegen').click()
    await page.getByText('Elk land zit in een zone.').waitFor()
    await button('Weggooien').click()
    await page.evaluate(() => localStorage.setItem('lettershop.language', 'en'))
  })
})

describe('a price list', () => {
  test('is copied as the next one, from the first of a month, with every price raised', async () => {
    await goTo('priceLists/standard')
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await page.getByLabel('Name').first().fill('From February')
    await page.getByLabel('Valid from').fill(`${year}-02-01`)
    await page.getByLabel('By (%)').fill('2,5')
    await button('Change all prices').click()
    await page.getByText('All prices are changed by 2,5%.').waitFor()
    // 89 cents plus 2.5 % is 91.225 cents.
    await expect
      .poll(() => page.getByLabel('Postcard A6, Domestic, from the first piece').inputValue())
      .toBe('0.91')
    await page.getByLabel('Add quantity').first().fill('1000')
    await page.getByLabel('Add quantity').first().press('Enter')
    await page.getByLabel('Postcard A6, Domestic, from 1,000').fill('0,8')
    await page.getByText('Every product has a price.').waitFor()
    await see()
    await dialog()
      .getByText(`Postcard A6, Domestic: €0.91, €0.80 from 1,000 pieces instead of €0.89, from `)
      .waitFor()
    await make()
    const { priceLists } = await file()
    expect(priceLists.find(({ key }: File) => key === 'from-february')).toMatchObject({
      validFrom: `${year}-02-01`,
    })
    expect(priceLists.find(({ key }: File) => key === 'standard').lines[0].steps).toEqual([
      { from: 1, priceCents: 89 },
    ])
  })

  test('reports missing prices before it is saved, and an error at its field', async () => {
    await goTo('priceLists/from-february?change=form')
    const price = page.getByLabel('Window letter C5, World, from the first piece')
    await price.fill('')
    await page.getByLabel('Window letter C5, World, from 1,000').fill('')
    await page.getByText('Window letter C5: World').waitFor()
    await price.fill('2,055')
    await see()
    await dialog().getByText('Correct the problems below').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true')
    await expect
      .poll(() => page.locator(':focus').getAttribute('aria-label'))
      .toBe('Window letter C5, World, from the first piece')
    await button('Discard').click()
  })
})

test('causes no policy violations or console errors', () => {
  // The browser logs the response to the preview of an invalid schedule.
  expect(portal.errors.filter((error) => !/status of 422 .*calendar-preview/.test(error))).toEqual([])
})
