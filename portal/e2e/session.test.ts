import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lettershopJson } from '../../test/support/cli.ts'
import { openPortal, organisationName, type Portal, person, seeded, setUpInBrowser } from './portal.ts'

let portal: Portal
let page: Page
let organisationId: string
const colleague = { name: 'Bram Visser', email: 'bram@example.com', password: 'correct horse stable' }

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
})
afterAll(() => portal?.close())

describe('the first user', () => {
  test('opens the printed link, answers three questions, and sends a first letter that arrives', async () => {
    await setUpInBrowser(portal, page)
    await page.getByRole('button', { name: organisationName }).first().waitFor()
    expect(page.url()).not.toContain('#')
    await page.getByRole('img', { name: 'Your first letter' }).waitFor()
    await page.getByRole('button', { name: 'Send this test letter' }).click()
    // The test clock moves past its arrival.
    await page.getByRole('heading', { name: 'That was your first letter' }).waitFor()
    const journey = page.getByRole('list', { name: 'Journey' }).getByRole('listitem')
    expect(await journey.filter({ hasText: 'done' }).count()).toBe(3)
    await page.getByRole('button', { name: 'See it on the Desk' }).click()
    await page.locator('figure img').waitFor()
    expect(await page.getByRole('region', { name: 'Selected piece' }).textContent()).toContain(person.name)
  })

  test('sees items created by a program appear automatically, the latest first', async () => {
    const { createItem, ...samples } = await seeded(portal)
    organisationId = samples.organisationId
    let last = ''
    for (let index = 0; index < 5; index++) last = (await createItem(index, 2)).id
    await expect.poll(() => page.locator('main li img').count()).toBe(6)
    expect(await page.locator('main li a').first().getAttribute('href')).toContain(last)
  })

  test('signs out, which clears every tab, and in again', async () => {
    const other = await page.context().newPage()
    await other.goto(`${portal.server.url}/portal/desk`)
    await other.getByRole('heading', { name: 'Desk' }).waitFor()
    await page.getByRole('button', { name: person.name }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    // Only the sign-in form, not the dialog of an expired session, links to a forgotten password.
    await other.locator('a[href$="/forgotten"]').waitFor()
    await other.close()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Desk' }).waitFor()
  })
})

test('the keyboard reaches any page: by its name, by a letter, and ? lists the shortcuts', async () => {
  await page.goto(`${portal.server.url}/portal/desk`)
  await page.getByRole('heading', { name: 'Desk' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('team')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.getByRole('heading', { name: 'All mail' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search and go to').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' })
})

test('a session that ended elsewhere asks for the password, and the page continues', async () => {
  await page.goto(`${portal.server.url}/portal/items`)
  await page.getByRole('table').waitFor()
  await page.context().clearCookies()
  // The dialog may be open already, because pages also poll.
  await page.locator('tbody a').first().dispatchEvent('click')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Your session has ended').waitFor()
  await dialog.getByLabel('Password').fill(person.password)
  expect(await dialog.getByLabel('Password').getAttribute('type')).toBe('password')
  await dialog.getByRole('button', { name: 'Show' }).click()
  expect(await dialog.getByLabel('Password').getAttribute('type')).toBe('text')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'hidden' })
  // The browser logs the refused request.
  portal.errors = portal.errors.filter((error) => !/status of 401/.test(error))
})

test('a page whose session has ended makes no requests until its user is back, and then for what it shows', async () => {
  const tab = await portal.newPage(page.context())
  await tab.clock.install()
  // The progress is polled every two seconds.
  await tab.goto(`${portal.server.url}/portal/operator/instance`)
  await tab.getByRole('heading', { level: 1, name: 'Server' }).waitFor()
  await tab.context().clearCookies()
  const dialog = tab.getByRole('dialog')
  const isDialogShown = async () => {
    await tab.clock.runFor(2_000)
    return dialog.isVisible()
  }
  await expect.poll(isDialogShown).toBe(true)
  await dialog.getByText('Your session has ended').waitFor()
  let requests = 0
  tab.on('request', (request) => {
    if (request.url().includes('/v1/platform')) requests++
  })
  await tab.clock.runFor(60_000)
  expect(requests).toBe(0)
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const repeatedRequests = async () => {
    await tab.clock.runFor(2_000)
    return requests
  }
  await expect.poll(repeatedRequests).toBeGreaterThan(0)
  await tab.close()
  // The browser logs the refused request.
  portal.errors = portal.errors.filter((error) => !/status of 401/.test(error))
})

test('all tabs of the browser switch when another user signs in', async () => {
  const file = join(portal.data, 'password')
  writeFileSync(file, colleague.password)
  const { email } = colleague
  const account = [
    '--email',
    email,
    '--name',
    colleague.name,
    '--role',
    'viewer',
    '--password-file',
    file,
    '--data',
    portal.data,
  ]
  await lettershopJson(['user', 'create', ...account, '--org', organisationId])
  const other = await portal.newPage(page.context())
  for (const tab of [other, page]) {
    await tab.goto(`${portal.server.url}/portal/items`)
    await tab.getByRole('table').waitFor()
  }
  await page.context().clearCookies()
  await other.locator('tbody a').first().dispatchEvent('click')
  const dialog = other.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(colleague.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  for (const tab of [other, page]) await tab.getByRole('button', { name: colleague.name }).waitFor()
  await other.close()
  // The browser logs the refused request.
  portal.errors = portal.errors.filter((error) => !/status of 401/.test(error))
})

test.each([
  ['de-AT', 'Anmelden'],
  ['fr-CH', 'Se connecter'],
  ['nl-BE', 'Inloggen'],
  ['es-ES', 'Sign in'],
])('a visitor whose browser prefers %s sees “%s”', async (locale, button) => {
  const visitor = await portal.newPage(undefined, { locale })
  await visitor.goto(`${portal.server.url}/portal/items`)
  await visitor.getByRole('button', { name: button, exact: true }).waitFor()
  await visitor.context().close()
  // The browser logs the refused request of a visitor without a session.
  portal.errors = portal.errors.filter((error) => !/status of 401/.test(error))
})

describe('a Dutch visitor', () => {
  /** Opens the sign-in page after `answer` handled the Dutch shared words, and collects all shown texts. */
  const open = async (answer: (route: Route) => Promise<void>): Promise<Page> => {
    const visitor = await portal.newPage(undefined, { locale: 'nl-NL' })
    await visitor.addInitScript(`
      globalThis.shown = ''
      new MutationObserver(() => {
        globalThis.shown += document.body?.innerText ?? ''
      }).observe(document, { childList: true, subtree: true, characterData: true })
    `)
    await visitor.route('**/assets/*.js', async (route) => {
      const body = await (await route.fetch()).text()
      return body.includes('Welkom terug') ? answer(route) : route.continue()
    })
    await visitor.goto(`${portal.server.url}/portal/items`)
    return visitor
  }

  test('sees no English before the Dutch words', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const visitor = await open((route) => held.then(() => route.continue()))
    await visitor.locator('main[aria-busy]').waitFor({ state: 'attached' })
    expect(await visitor.evaluate('globalThis.shown')).toBe('')
    release()
    await visitor.getByRole('button', { name: 'Inloggen' }).waitFor()
    expect(await visitor.evaluate('globalThis.shown')).not.toMatch(/Loading|Sign in/)
    await visitor.context().close()
  })

  test('sees English if the Dutch words are missing', async () => {
    const visitor = await open((route) => route.abort())
    await visitor.getByRole('button', { name: 'Sign in' }).waitFor()
    await visitor.context().close()
    // The browser logs the missing file, and the refused request of a visitor without a session.
    portal.errors = portal.errors.filter((error) => !/ERR_FAILED|status of 401/.test(error))
  })
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
