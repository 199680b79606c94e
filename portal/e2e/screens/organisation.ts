import type { Page } from 'playwright-core'
import { callAsPerson } from '../portal.ts'
import type { Screen } from './screen.ts'

/** What the screens show, created once for each page: keys may not create it, so the page's user does. */
const prepared = new WeakMap<Page, Promise<{ role: string }>>()
const colleagues = (page: Page) => {
  const known = prepared.get(page) ?? makeColleagues(page)
  prepared.set(page, known)
  return known
}

const makeColleagues = async (page: Page) => {
  const role = await callAsPerson(page, 'POST', '/organisation/roles', {
    name: 'Front desk',
    permissions: ['items.read', 'items.write', 'templates.read'],
  })
  const invite = (email: string, roles: string[]) =>
    callAsPerson(page, 'POST', '/organisation/invitations', { email, roles })
  const { id } = await invite('former.colleague@example.com', ['viewer'])
  await callAsPerson(page, 'POST', `/organisation/invitations/${id}/revoke`)
  await invite('finance@fern-and-field.example', ['finance', 'viewer'])
  const address = (name: string, city: string, postalCode: string, street: string) => ({
    name,
    address: { companyName: 'Fern & Field', street, houseNumber: '12', postalCode, city, country: 'NL' },
  })
  for (const body of [
    address('Head office', 'Amsterdam', '1012 LG', 'Damrak'),
    address('Warehouse', 'Utrecht', '3511 AB', 'Oudegracht'),
  ]) {
    await callAsPerson(page, 'POST', '/organisation/return-addresses', body)
  }
  await callAsPerson(page, 'POST', '/advertising-categories', { label: 'Bulbs and seeds' })
  await invite('anna@fern-and-field.example', [role.id])
  return { role: role.id as string }
}

/** Creates what the screens show, once for each page, and reloads the page with it. */
const withColleagues = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').first().waitFor()
  if (prepared.has(page)) return
  await colleagues(page)
  await page.reload()
}

export const organisationScreens: readonly Screen[] = [
  {
    name: 'organisation-members',
    path: () => '/members',
    ready: async (page) => {
      await withColleagues(page)
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'organisation-member',
    path: () => '/members',
    ready: async (page) => {
      await withColleagues(page)
      await page.locator('tbody a').first().click()
      await page.getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'organisation-invite',
    path: () => '/members/roles/editor',
    ready: async (page) => {
      await withColleagues(page)
      await page.locator('main .head button').click()
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'organisation-invitations',
    path: () => '/members/invitations',
    ready: async (page) => {
      await withColleagues(page)
      await page.getByText('anna@fern-and-field.example').waitFor()
    },
  },
  {
    name: 'organisation-invitation',
    path: () => '/members/invitations',
    ready: async (page) => {
      await withColleagues(page)
      await page.getByText('anna@fern-and-field.example').click()
      await page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  },
  {
    name: 'organisation-roles',
    path: () => '/members/roles',
    ready: async (page) => {
      await withColleagues(page)
      await page.getByText('Front desk').waitFor()
    },
  },
  {
    name: 'organisation-role',
    path: () => '/members/roles',
    ready: async (page) => {
      await withColleagues(page)
      await page.getByText('Front desk').click()
      await page.locator('main input:checked').first().waitFor()
    },
  },
  {
    name: 'organisation-role-builtin',
    path: () => '/members/roles/finance',
    ready: (page) => page.locator('main fieldset p').first().waitFor(),
  },
  {
    name: 'organisation-role-new',
    path: () => '/members/roles/new',
    ready: (page) => page.locator('main').getByRole('checkbox').first().waitFor(),
  },
  {
    name: 'organisation-settings',
    path: () => '/settings',
    ready: (page) => page.locator('main code').waitFor(),
  },
  {
    name: 'organisation-unsaved',
    path: () => '/settings',
    ready: async (page) => {
      await page.locator('main input').first().fill('Fern & Field, wholesale')
      await page.locator('main [type=submit]').waitFor()
    },
  },
  {
    name: 'organisation-return-addresses',
    path: () => '/settings/return-addresses',
    ready: async (page) => {
      await withColleagues(page)
      await page.getByText('Warehouse').waitFor()
    },
  },
  {
    name: 'organisation-return-address',
    path: () => '/settings/return-addresses',
    ready: async (page) => {
      await withColleagues(page)
      await page.getByText('Warehouse').click()
      await page.locator('main input').first().waitFor()
    },
  },
  {
    name: 'organisation-return-address-new',
    path: () => '/settings/return-addresses/new',
    ready: (page) => page.locator('main input').first().waitFor(),
  },
  {
    name: 'organisation-categories',
    path: () => '/settings/categories',
    ready: async (page) => {
      await withColleagues(page)
      await page.getByText('Bulbs and seeds').waitFor()
    },
  },
  {
    name: 'organisation-category',
    path: () => '/settings/categories?category=bulbs_and_seeds',
    ready: async (page) => {
      await withColleagues(page)
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  { name: 'audit-log', path: () => '/audit-log', ready: (page) => page.getByRole('table').waitFor() },
  {
    name: 'audit-entry',
    path: async (_sample, person) => {
      await colleagues(person)
      return '/audit-log?kind=returnAddress'
    },
    ready: async (page) => {
      await page.getByRole('table').waitFor()
      await page.locator('tbody a').first().click()
      await page.waitForURL(/\/audit-log\/\w+/)
      await page.locator('main table').waitFor()
    },
  },
]
