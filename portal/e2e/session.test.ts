import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, organisationName, type Portal, person, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
})
afterAll(() => portal?.close())

describe('the first user', () => {
  test('opens the printed link, gives a name and an organisation, and sees a first letter as paper', async () => {
    await setUp(portal, page)
    await page.getByText(organisationName).waitFor()
    expect(page.url()).not.toContain('#')
    await page.getByRole('button', { name: 'Send a test letter' }).click()
    await page.locator('figure img').waitFor()
    expect(await page.getByRole('region', { name: 'Facts' }).textContent()).toContain(person.name)
  })

  test('sees what a program makes arrive, the latest first, without asking for it', async () => {
    const { createItem } = await seeded(portal)
    let last = ''
    for (let index = 0; index < 5; index++) last = (await createItem(index, 2)).id
    await expect.poll(() => page.locator('main li img').count()).toBe(6)
    expect(await page.locator('main li a').first().getAttribute('href')).toContain(last)
  })

  test('signs out, which empties every tab, and in again', async () => {
    const other = await page.context().newPage()
    await other.goto(`${portal.server.url}/portal/desk`)
    await other.getByRole('heading', { name: 'Desk' }).waitFor()
    await page.locator('summary', { hasText: person.name }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    // The form, and not the dialog above what was shown, leads to a forgotten password.
    await other.locator('a[href$="/forgotten"]').waitFor()
    await other.close()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Desk' }).waitFor()
  })
})

test('the keyboard alone leads to any place: by its name, by a letter, and ? says how', async () => {
  await page.goto(`${portal.server.url}/portal/desk`)
  await page.getByRole('heading', { name: 'Desk' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('members')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.getByRole('heading', { name: 'Items' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Go to any place').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' })
})

test('a session that ended elsewhere asks for the password, and the page goes on', async () => {
  await page.goto(`${portal.server.url}/portal/items`)
  await page.getByRole('table').waitFor()
  await page.context().clearCookies()
  await page.locator('tbody a').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Your session has ended').waitFor()
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'hidden' })
  // The browser itself reports the refused request.
  portal.errors = portal.errors.filter((error) => !/status of 401/.test(error))
})

test('nothing was refused by the policy, and nothing went wrong in the console', () => {
  expect(portal.errors).toEqual([])
})
