import type { Page } from 'playwright-core'
import { sampleRecipient } from '../../../bin/demo/steps.ts'
import { callAsPerson } from '../portal.ts'
import { once, type Sample, type Screen } from './screen.ts'

/** Top-ups of each page, created once: keys may not top up, so the page's user does. */
const prepared = new WeakMap<Page, Promise<{ invoiceId: string }>>()
const topUps = (page: Page) => {
  const known = prepared.get(page) ?? makeTopUps(page)
  prepared.set(page, known)
  return known
}

const makeTopUps = async (page: Page) => {
  const request = (amountCents: number) => callAsPerson(page, 'POST', '/billing/top-ups', { amountCents })
  const confirm = ({ id }: { id: string }) => callAsPerson(page, 'POST', `/billing/top-ups/${id}/confirm`, {})
  const { id } = await confirm(await request(25_000))
  await confirm(await request(100_000))
  await callAsPerson(page, 'POST', `/billing/invoices/${id}/credit-notes`, {
    reason: 'Transferred twice',
    amountCents: 10_000,
  })
  const cancelled = await request(5_000)
  await callAsPerson(page, 'POST', `/billing/top-ups/${cancelled.id}/cancel`)
  await request(50_000)
  return { invoiceId: id as string }
}

/** Creates the top-ups and reloads the page with them. */
const withTopUps = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').first().waitFor()
  if (prepared.has(page)) return
  await topUps(page)
  await page.reload()
}

const table = async (page: Page) => {
  await withTopUps(page)
  await page.locator('tbody td').first().waitFor()
}

/** Items with two cost centres, and some with none. */
const costCentres = once(async ({ call, postflowIds }: Sample) => {
  for (const [index, billingGroup] of ['Marketing', 'Marketing', 'Members and donors'].entries()) {
    const recipient = sampleRecipient(60 + index)
    const data = { firstName: recipient.name!.split(' ')[0] }
    await call('POST', '/items', { postflowId: postflowIds[0], recipient, data, billingGroup })
  }
})

export const moneyScreens: readonly Screen[] = [
  { name: 'money-balance', path: () => '/balance', ready: table },
  { name: 'money-top-ups', path: () => '/balance/top-ups', ready: table },
  {
    name: 'money-top-up',
    path: () => '/balance/top-ups',
    ready: async (page) => {
      await table(page)
      await page.locator('tbody a').first().click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'money-settings',
    path: () => '/balance/settings',
    ready: (page) => page.locator('form input').first().waitFor(),
  },
  {
    name: 'money-spending',
    path: () => '/balance/spending',
    ready: async (page) => {
      await page.getByRole('navigation').first().waitFor()
      await callAsPerson(page, 'PATCH', '/billing/settings', { spendingCapCents: 25_000 })
      await page.reload()
      await page.locator('meter').waitFor()
    },
  },
  {
    name: 'money-cost-centres',
    path: async (sample) => {
      await costCentres(sample)
      return '/balance/cost-centres'
    },
    ready: (page) => page.locator('main dl').waitFor(),
  },
  {
    name: 'items-of-cost-centre',
    path: async (sample) => {
      await costCentres(sample)
      return '/items?costCentre=Marketing'
    },
    ready: (page) => page.locator('tbody td').first().waitFor(),
  },
  { name: 'money-invoices', path: () => '/invoices', ready: table },
  {
    name: 'money-invoice',
    path: () => '/invoices',
    ready: async (page) => {
      await table(page)
      await page.locator('tbody a', { hasText: '000001' }).last().click()
      await page.locator('tfoot').waitFor()
    },
  },
  {
    name: 'money-credit',
    path: () => '/invoices',
    ready: async (page) => {
      await table(page)
      await page.locator('tbody a', { hasText: '000002' }).last().click()
      await page
        .getByRole('button', { name: 'More actions' })
        .or(page.getByRole('button', { name: 'Meer acties' }))
        .click()
      await page.getByRole('menuitem').last().click()
      await page.getByRole('dialog').getByRole('combobox').selectOption('lines')
    },
  },
  {
    name: 'money-prices',
    path: () => '/prices',
    ready: (page) => page.locator('.result').waitFor(),
  },
]
