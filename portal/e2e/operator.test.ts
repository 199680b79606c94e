import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callAsPerson,
  enterOperatorArea,
  openPortal,
  type Portal,
  person,
  raiseLimits,
  seeded,
  setUp,
} from './portal.ts'

let portal: Portal
let page: Page
let sample: Awaited<ReturnType<typeof seeded>>
const backups = mkdtempSync(join(tmpdir(), 'lettershop-backups-'))

beforeAll(async () => {
  portal = await openPortal(['--backup-folder', backups])
  page = await portal.newPage()
  await setUp(portal, page)
  sample = await seeded(portal)
})
afterAll(async () => {
  await portal?.close()
  rmSync(backups, { recursive: true })
})

const goTo = (path: string) => page.goto(`${portal.server.url}/portal${path}`)
const dialog = () => page.getByRole('dialog')
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
const confirm = (name: string) => dialog().getByRole('button', { name }).click()
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const more = async (name: string) => {
  await press('More actions')
  await page.getByRole('menuitem', { name }).click()
}
const choose = (label: string) => page.getByLabel(label, { exact: true })
const organisationOf = async (name: string): Promise<string> =>
  (await callAsPerson(page, 'GET', `/organisations?filter[name]=${name}`)).data[0].id

describe('all customers', () => {
  test('one is created, and its creator stays in their own', async () => {
    await enterOperatorArea(page)
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('link', { name: 'New customer' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Bakery')
    await choose('Country').selectOption('BE')
    await press('Create customer')
    await heading('Bakery')
    await page.getByText('Belgium').waitFor()
    await page.locator('main').getByText(person.email).waitFor()
    await page.getByText('Invite the first member of Bakery').waitFor()
    const own = await callAsPerson(page, 'GET', '/session')
    expect(own.organisationId).toBe(sample.organisationId)
  })

  test('they are found by name and status', async () => {
    await page.getByRole('link', { name: 'Customers' }).first().click()
    await page.getByLabel('Search customers').fill('bak')
    await page.getByLabel('Search customers').press('Enter')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await press('Filter')
    await page.getByLabel('Status').selectOption('Suspended')
    await page.getByText('No customer has this name').waitFor()
    await press('Clear the filters')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
  })

  test('limits and terms are changed, and an empty limit restores the default', async () => {
    await page.getByRole('link', { name: 'Bakery' }).click()
    await page.getByText('Rate limits', { exact: true }).click()
    await press('Edit rate limits')
    await dialog().getByLabel('Create mail').fill('6000')
    await confirm('Save')
    await page.getByText('6,000').waitFor()
    await press('Edit rate limits')
    await dialog().getByLabel('Create mail').fill('')
    await confirm('Save')
    await page.getByText('3,000').waitFor()
    await press('Edit payment')
    await dialog().getByLabel('Pays').selectOption('By monthly invoice')
    await dialog().getByLabel('Days to pay').fill('21')
    await confirm('Save')
    await page.getByText('The payment terms are changed').waitFor()
    const header = { 'X-Organisation-Id': await organisationOf('Bakery') }
    const terms = await callAsPerson(page, 'GET', '/billing/settings', undefined, header)
    expect(terms).toMatchObject({ billingMode: 'MONTHLY', paymentTermDays: 21 })
  })

  test('one is suspended with a reason, which all its members see on every page, and resumed', async () => {
    await more('Suspend')
    await dialog().getByLabel('Reason').fill('Two invoices are overdue')
    await confirm('Suspend')
    await page.getByText('Suspended: Two invoices are overdue').waitFor()
    await more('Open as customer')
    await page.getByText('This organisation is suspended').waitFor()
    await page.getByText('Reason: Two invoices are overdue').waitFor()
    await goTo(`/operator/organisations/${await organisationOf('Bakery')}`)
    await more('Resume')
    await confirm('Resume')
    await page.getByText('This organisation is suspended').waitFor({ state: 'detached' })
    await page.getByText('Bakery can work again').waitFor()
    await page.getByRole('button', { name: 'Print shop' }).click()
    await page.getByRole('button', { name: 'Fern & Field' }).click()
    await page.getByRole('heading', { name: /^Good / }).waitFor()
  })
})

describe('all runs', () => {
  const change = (sql: string) => {
    const database = new DatabaseSync(join(portal.data, 'lettershop.db'))
    database.exec('pragma busy_timeout = 5000')
    database.exec(sql)
    database.close()
  }

  test('due runs are listed with their organisation', async () => {
    await sample.createItem(1)
    await enterOperatorArea(page)
    await page.getByRole('radio', { name: 'List' }).check()
    await page.getByRole('link', { name: 'Coming up' }).click()
    const row = page.locator('tbody tr', { hasText: 'Fern & Field' })
    await row.getByRole('cell', { name: 'Postcard A6', exact: true }).waitFor()
    await press('Filter')
    await page.getByLabel('Mode').selectOption('Live')
    await page.getByText('No run matches these filters.').waitFor()
    await press('Clear the filters')
    await row.waitFor()
  })

  test('runs with an uncertain hand-over are counted, and lead to the run in its organisation and mode', async () => {
    await callAsPerson(page, 'POST', '/platform/printing/hold', { reason: 'The press is down.' })
    await page.getByText('Printing is paused: no live run goes to a printer. The press is down.').waitFor()
    await callAsPerson(page, 'POST', '/platform/printing/resume')
    change(`update "runs" set "uncertain" = 1, "reason" = 'Killed while it wrote to /srv/print.'`)
    await page.getByRole('link', { name: /Uncertain\s*1/ }).click()
    await page.getByText('/srv/print').waitFor()
    await press('Filter')
    await page.locator('main').getByLabel('Customer', { exact: true }).selectOption({ label: 'Bakery' })
    await page.getByText('No run matches these filters.').waitFor()
    await press('Clear the filters')
    await page.locator('tbody a').first().click()
    await heading(/Postcard A6/)
    await page.getByText('For operators: Killed while it wrote to /srv/print.').waitFor()
    change(`update "runs" set "uncertain" = 0, "reason" = null`)
  })
})

describe('the inbox', () => {
  test('shows tickets of all organisations; the operator answers and closes one', async () => {
    const header = { 'X-Organisation-Id': await organisationOf('Bakery') }
    const question = { subject: 'More items', text: 'Can our limit be raised?' }
    await callAsPerson(page, 'POST', '/support/tickets', question, header)
    await enterOperatorArea(page)
    await page.getByRole('link', { name: 'Server', exact: true }).click()
    await page.getByRole('link', { name: 'Inbox' }).click()
    const row = page.locator('tbody tr', { hasText: 'Bakery' })
    await row.getByText(person.email).waitFor()
    await row.getByRole('link', { name: 'More items' }).click()
    await page.getByText('Can our limit be raised?').waitFor()
    await page.getByLabel('Answer as the operator').fill('It is raised.')
    await press('Send')
    await page.getByText('It is raised.').waitFor()
    await press(/^Close question/)
    await confirm('Close question')
    await page.getByText('This question is closed').waitFor()
    await page.getByRole('link', { name: 'Inbox' }).first().click()
    await page.getByText('No question waits for an answer').waitFor()
    await page.getByRole('link', { name: 'Closed' }).click()
    await row.waitFor()
  })
})

describe('the instance', () => {
  const fact = (name: string) =>
    page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')

  test('shows what is running and what is configured', async () => {
    await enterOperatorArea(page)
    await page.getByRole('link', { name: 'Server', exact: true }).click()
    await fact('Version').waitFor()
    expect(await fact('Version').textContent()).toMatch(/^\d+\.\d+/)
    // It comes with a request of its own.
    await expect.poll(() => fact('Backup folder').textContent()).toBe(backups)
    expect(await fact('Email').textContent()).toContain('Not set up')
  })

  test('printing and invoicing are paused with a reason, and resumed', async () => {
    for (const what of ['printing', 'invoicing']) {
      await more(`Pause ${what}`)
      await dialog().getByLabel('Reason').fill(`No ${what} today.`)
      await confirm(`Pause ${what}`)
      await page.getByText(`No ${what} today.`).waitFor()
      await press(new RegExp(`^Resume ${what}`))
      await confirm(`Resume ${what}`)
      await page.getByText(`No ${what} today.`).waitFor({ state: 'detached' })
    }
    expect((await callAsPerson(page, 'GET', '/platform/invoicing')).held).toBe(false)
  })

  test('jobs are found by kind, inspected and retried immediately', async () => {
    await page.getByRole('link', { name: 'Jobs' }).click()
    await press('Filter')
    await page.getByLabel('Kind').selectOption('billing.monthly')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    const [before] = (await callAsPerson(page, 'GET', '/platform/jobs?filter[kind]=billing.monthly')).data
    await page.locator('tbody a').click()
    await heading('billing.monthly')
    const answer = page.waitForResponse(/\/retry$/)
    await press('Try again now')
    await page.getByText('The job is tried again now').waitFor()
    const { id, nextAt } = await (await answer).json()
    expect({ id, isSooner: nextAt < before.nextAt }).toEqual({ id: before.id, isSooner: true })
    await goTo('/operator/instance/jobs?failing=1')
    await page.getByText('No job matches').waitFor()
    await press('Try failed jobs again')
    await confirm('Try failed jobs again')
    await page.getByText('0 jobs are tried again now').waitFor()
  })

  test('all checks are run', async () => {
    await page.getByRole('link', { name: 'Check' }).click()
    await press('Check everything')
    await page.getByText('Everything is in order').waitFor()
    await page.getByText('instance key').waitFor()
  })

  test('a backup requires the password and stays on the server', async () => {
    await page.getByRole('link', { name: 'Backups' }).click()
    await page.getByText('No backup yet').waitFor()
    await press('Make a backup')
    await dialog().getByLabel('Current password').fill('not my password')
    await confirm('Make a backup')
    await dialog().getByText('This is not your current password').first().waitFor()
    await dialog().getByLabel('Current password').fill(person.password)
    await confirm('Make a backup')
    await page.getByText('Done', { exact: true }).first().waitFor()
    expect(readdirSync(backups)).toHaveLength(1)
  })
})

describe('users', () => {
  test('one is given access; the password link is shown once', async () => {
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('link', { name: 'New user' }).click()
    expect(await page.getByRole('button', { name: 'Create user' }).isDisabled()).toBe(true)
    await page.getByLabel('Email', { exact: true }).fill('anna@example.com')
    await page.getByLabel('Name', { exact: true }).fill('Anna Claes')
    await page.locator('main').getByLabel('Customer', { exact: true }).selectOption({ label: 'Bakery' })
    await page.getByLabel('Role').selectOption('Editor')
    await page.getByLabel('Current password').fill(person.password)
    await press('Create user')
    expect(await dialog().getByLabel('Link').inputValue()).toContain('/portal/reset-password#')
    await confirm('Done')
    await heading('Anna Claes')
    await page.getByText('Editor').waitFor()
  })

  test('one is given a new link, disabled and enabled', async () => {
    await press('Create password link')
    await dialog().getByLabel('Current password').fill(person.password)
    await confirm('Create password link')
    expect(await dialog().getByLabel('Link').inputValue()).toContain('/portal/reset-password#')
    await confirm('Done')
    await more('Disable')
    await confirm('Disable')
    await page.getByText('Anna Claes is disabled').waitFor()
    await press('Enable')
    await page.getByText('Anna Claes can sign in again').waitFor()
  })

  test('one becomes an operator, and must set a new password', async () => {
    await more('Edit operator permissions')
    await dialog().getByLabel('Production: runs of all customers').check()
    await dialog().getByLabel('Current password').fill(person.password)
    await confirm('Save')
    expect(await dialog().getByLabel('Link').inputValue()).toContain('/portal/reset-password#')
    await confirm('Done')
    await page.getByText('Production: runs of all customers').waitFor()
  })

  test('are found by part of their name or email; operators cannot act on themselves', async () => {
    await page.getByRole('link', { name: 'Users' }).first().click()
    await page.getByLabel('Search by name or email').fill('CLAES')
    await page.getByLabel('Search by name or email').press('Enter')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await goTo('/operator/instance/users?search=zoe')
    await page.locator('tbody a').click()
    await page.getByText('This is your own account').waitFor()
    expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0)
  })
})

describe('the log of the instance', () => {
  test('lists what was done to accounts and backups, and by whom', async () => {
    await goTo('/operator/instance/log')
    await page.getByLabel('Subject').selectOption('Backup')
    await page.locator('tbody a', { hasText: 'backup' }).first().click()
    await heading(/backup/)
    expect(await page.locator('main').textContent()).toContain(person.email)
  })
})

describe('an instance with more organisations than a page lists', () => {
  const field = () => page.locator('main').getByRole('combobox', { name: /^(Organisation|Customer)$/ })
  const option = () => page.getByRole('listbox').getByRole('option', { name: 'Zuid Lent' })
  let last = ''

  beforeAll(async () => {
    await raiseLimits(page, sample)
    const created = (name: string) => callAsPerson(page, 'POST', '/organisations', { name, country: 'NL' })
    for (let index = 0; index < 203; index++) await created(`Shop ${index}`)
    last = (await created('Zuid Lent')).id
  })

  test('gives a user access to any of them, found by part of its name', async () => {
    await goTo('/operator/instance/users/new')
    await field().click()
    await page.getByText('Type to find more').waitFor()
    await field().fill('nowhere')
    await page.getByText('No name contains this').waitFor()
    await field().fill('ID LEN')
    await option().click()
    expect(await field().inputValue()).toBe('Zuid Lent')
    await page.getByLabel('Email', { exact: true }).fill('lena@example.com')
    await page.getByLabel('Role').selectOption('Editor')
    await page.getByLabel('Current password').fill(person.password)
    await press('Create user')
    await confirm('Done')
    await page.locator('main').getByText('Zuid Lent').waitFor()
  })

  test('filters runs and jobs by any of them, and shows its name after a reload', async () => {
    for (const path of ['/operator/runs', '/operator/instance/jobs']) {
      await goTo(path)
      await press('Filter')
      await field().fill('zuid')
      await option().waitFor()
      await field().press('Enter')
      await page.waitForURL(`**${path}?organisation=${last}`)
      await page.reload()
      await press(/^Filter/)
      await expect.poll(() => field().inputValue()).toBe('Zuid Lent')
      await field().fill('')
      await field().press('Tab')
      await page.waitForURL(`**${path}`)
      expect(await field().inputValue()).toBe('All customers')
    }
  })
})

test('causes no policy violations or console errors', () => {
  // A wrong password is refused, and a finished job no longer exists.
  const expected = /status of (404|422)/
  expect(portal.errors.filter((error) => !expected.test(error))).toEqual([])
})
