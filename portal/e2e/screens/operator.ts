import type { Page } from 'playwright-core'
import { callAsPerson, person } from '../portal.ts'
import type { Screen } from './screen.ts'

interface Prepared {
  bakery: string
  mailHouse: string
  ticket: { organisation: string; id: string }
  user: string
}

/** What operators manage, created once for each page: keys may not create it, so the page's user does. */
const prepared = new WeakMap<Page, Promise<Prepared>>()

const make = async (page: Page): Promise<Prepared> => {
  const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    callAsPerson(page, method, path, body, more)
  const { organisationId } = await call('GET', '/session')
  // A user with several organisations must select one.
  await call('POST', `/organisations/${organisationId}/switch`)
  /**
   * Creates an organisation. A user's requests count across organisations, so each one's limit must suffice
   * for all screens.
   */
  const founded = async (body: object, rateLimits: object = {}): Promise<string> => {
    const { id } = await call('POST', '/organisations', body)
    await call('PATCH', `/organisations/${id}/limits`, { rateLimits: { general: 6000, ...rateLimits } })
    return id
  }
  const bakery = await founded({ name: 'Bakery De Korenaar', country: 'BE' }, { itemCreate: 6000 })
  const late = await founded({ name: 'Overdue Ltd.' })
  await founded({ name: 'Print house', ownMail: true })
  await call('POST', `/organisations/${late}/suspend`, { reason: 'Two invoices are overdue since October.' })
  await call('POST', '/organisation/return-addresses', {
    name: 'Office',
    address: {
      companyName: 'Fern & Field',
      street: 'Damrak',
      houseNumber: '1',
      postalCode: '1012 LG',
      city: 'Amsterdam',
      country: 'NL',
    },
  })
  const ticket = await call(
    'POST',
    '/support/tickets',
    { subject: 'Our limit on Friday', text: 'We send 9,000 invitations on Friday. Can our limit be raised?' },
    { 'X-Organisation-Id': bakery },
  )
  const user = await call('POST', '/platform/users', {
    email: 'anna@korenaar.example',
    name: 'Anna Claes',
    organisationId: bakery,
    roles: ['editor'],
    currentPassword: 'correct horse battery',
  })
  const codes = [
    { carrier: 'Korenpost', code: '12', reason: 'UNKNOWN', meaning: 'Niet bekend op dit adres' },
    { carrier: 'Korenpost', code: '14', reason: 'MOVED', meaning: 'Verhuisd', source: 'Handbook, page 31' },
  ]
  await call('PUT', '/platform/return-codes', { codes })
  const mailHouse = await call('POST', '/platform/printers', {
    key: 'mail-house',
    name: 'Mail house De Zwaan',
    kind: 'HTTPS',
    settings: { url: 'https://print.zwaan.example/lettershop/' },
    secret: 'a long secret that signs',
    capabilities: { plex: ['simplex', 'duplex'], colour: true },
  })
  const cellar = await call('POST', '/platform/printers', {
    key: 'cellar',
    name: 'The press in the cellar',
    kind: 'SFTP',
    settings: {
      host: 'press.korenaar.example',
      user: 'lettershop',
      path: '/in',
      hostKey: 'SHA256:2vF0m2c3bGZ8bq4v3l0m3v4k8m1y8u1J9n3t5w7z9B1',
    },
    secret: 'correct horse',
  })
  await call('POST', `/platform/printers/${cellar.id}/pause`)
  // These rules apply to an organisation without mail, so that the runs of the samples are unaffected.
  const match = { organisationId: bakery }
  const rules = [
    {
      match: { ...match, countries: ['BE', 'FR'] },
      printers: [cellar.id, mailHouse.id],
      fallBackMinutes: 60,
    },
    { match: { ...match, minItems: 500 }, printers: [mailHouse.id] },
  ]
  await call('PUT', '/platform/printer-rules', { rules, currentPassword: person.password })
  return { mailHouse: mailHouse.id, bakery, ticket: { organisation: bakery, id: ticket.id }, user: user.id }
}

/** Creates the samples once, then opens the given path, or reloads the page if it has just created them. */
const openPrepared = async (page: Page, path?: (all: Prepared) => string): Promise<void> => {
  await page.getByRole('navigation').first().waitFor()
  const isNew = !prepared.has(page)
  if (isNew) prepared.set(page, make(page))
  const all = await prepared.get(page)!
  if (path) await page.goto(`${new URL(page.url()).origin}/portal${path(all)}`)
  else if (isNew) await page.reload()
}

const table = async (page: Page): Promise<void> => {
  await openPrepared(page)
  await page.locator('tbody td').first().waitFor()
}

export const operatorScreens: readonly Screen[] = [
  { name: 'operator-organisations', path: () => '/operator/organisations', ready: table },
  {
    name: 'operator-organisation',
    path: () => '/operator/organisations',
    ready: async (page) => {
      await openPrepared(page, ({ bakery }) => `/operator/organisations/${bakery}`)
      await page.locator('main dl').nth(1).waitFor()
      await page.locator('main li strong').first().waitFor()
    },
  },
  {
    name: 'operator-suspended',
    path: () => '/operator/organisations?status=SUSPENDED',
    ready: async (page) => {
      await table(page)
      await page.locator('tbody a').first().click()
      await page.getByText('Two invoices').waitFor()
      await page.locator('main dl').nth(1).waitFor()
    },
  },
  {
    name: 'operator-new-organisation',
    path: () => '/operator/organisations/new',
    ready: (page) => page.locator('form input').first().waitFor(),
  },
  {
    name: 'operator-runs-board',
    path: () => '/operator/runs',
    ready: async (page) => {
      await openPrepared(page)
      await page.locator('main h3 a').first().waitFor()
    },
  },
  { name: 'operator-runs', path: () => '/operator/runs?view=list', ready: table },
  {
    name: 'operator-runs-failed',
    path: () => '/operator/runs?kind=failed',
    ready: (page) => page.locator('main h2').waitFor(),
  },
  {
    name: 'operator-returns',
    path: () => '/operator/runs',
    ready: async (page) => {
      await openPrepared(page, () => '/operator/returns')
      await page.locator('form textarea').fill('NOBODY')
      await page.locator('form textarea').press('Enter')
      await page.locator('main ul li').first().waitFor()
    },
  },
  {
    name: 'operator-return-codes',
    path: () => '/operator/runs',
    ready: async (page) => {
      await openPrepared(page, () => '/operator/returns/codes')
      await page.locator('form fieldset').nth(1).waitFor()
    },
  },
  { name: 'operator-printers', path: () => '/operator/printers', ready: table },
  {
    name: 'operator-printer',
    path: () => '/operator/printers',
    ready: async (page) => {
      await openPrepared(page, ({ mailHouse }) => `/operator/printers/${mailHouse}`)
      await page.locator('main dl').nth(1).waitFor()
    },
  },
  {
    name: 'operator-printer-runs',
    path: () => '/operator/printers',
    ready: async (page) => {
      await page.locator('tbody a').first().click()
      await page.locator('main section table a').first().waitFor()
    },
  },
  {
    name: 'operator-printer-settings',
    path: () => '/operator/printers',
    ready: async (page) => {
      await openPrepared(page, ({ mailHouse }) => `/operator/printers/${mailHouse}?tab=settings`)
      await page.locator('form input').first().waitFor()
    },
  },
  {
    name: 'operator-new-printer',
    path: () => '/operator/printers/new',
    ready: (page) => page.locator('form input').first().waitFor(),
  },
  {
    name: 'operator-printer-rules',
    path: () => '/operator/printers',
    ready: async (page) => {
      await openPrepared(page, () => '/operator/printers/rules')
      await page.locator('form section select').first().waitFor()
    },
  },
  { name: 'operator-inbox', path: () => '/operator/inbox', ready: table },
  {
    name: 'operator-ticket',
    path: () => '/operator/inbox',
    ready: async (page) => {
      await openPrepared(page, ({ ticket }) => `/operator/inbox/${ticket.organisation}/${ticket.id}`)
      await page.locator('main ol li').first().waitFor()
    },
  },
  {
    name: 'operator-instance',
    path: () => '/operator/instance',
    ready: (page) => page.locator('main dl').nth(1).waitFor(),
  },
  { name: 'operator-jobs', path: () => '/operator/instance/jobs', ready: table },
  {
    name: 'operator-job',
    path: () => '/operator/instance/jobs',
    ready: async (page) => {
      await table(page)
      await page.locator('tbody a').first().click()
      await page.locator('main dl').waitFor()
    },
  },
  { name: 'operator-users', path: () => '/operator/instance/users', ready: table },
  {
    name: 'operator-user',
    path: () => '/operator/instance/users',
    ready: async (page) => {
      await openPrepared(page, ({ user }) => `/operator/instance/users/${user}`)
      await page.locator('main dl').waitFor()
    },
  },
  {
    name: 'operator-new-user',
    path: () => '/operator/instance/users/new',
    ready: (page) => page.locator('form input').first().waitFor(),
  },
  {
    name: 'operator-seller',
    path: () => '/operator/instance/seller',
    ready: (page) => page.locator('form input').first().waitFor(),
  },
  {
    name: 'operator-check',
    path: () => '/operator/instance/check',
    ready: async (page) => {
      await page.locator('main .content button').first().click()
      await page.locator('main li strong').first().waitFor()
    },
  },
  {
    name: 'operator-backups',
    path: () => '/operator/instance/backups',
    ready: (page) => page.locator('main #last').waitFor(),
  },
  { name: 'operator-log', path: () => '/operator/instance/log', ready: table },
  {
    name: 'operator-log-entry',
    path: () => '/operator/instance/log',
    ready: async (page) => {
      await table(page)
      await page.locator('tbody a').first().click()
      await page.locator('main dl').waitFor()
    },
  },
]
