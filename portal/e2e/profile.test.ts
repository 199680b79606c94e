import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itWithTools, run } from '../../test/support/tools.ts'
import { answerSetUp, callAsPerson, openPortal, organisationName, type Portal, person } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal(['--require-second-factor'])
  page = await portal.newPage()
})
afterAll(() => portal?.close())

const goTo = (path: string, tab = page) => tab.goto(`${portal.server.url}/portal${path}`)
const notice = (text: string, tab = page) => tab.locator('[aria-live] p', { hasText: text }).waitFor()
/** Returns the authenticator's code, some periods later if one was already used. */
const codeOf = (secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 })
/** Ignores intentionally refused requests with this status, which the browser logs. */
const allowStatus = (status: number) => {
  portal.errors = portal.errors.filter((error) => !error.includes(`status of ${status}`))
}
const signOut = async (tab = page) => {
  await tab.locator('[popovertarget=person]').click()
  await tab.getByRole('button', { name: 'Sign out', exact: true }).click()
}
const signIn = async (email: string, password: string, tab = page) => {
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Sign in' }).click()
}
const visibleCodes = (tab = page) => tab.locator('li code').allTextContents()

describe('an owner who must use a second factor', () => {
  let secret: string
  let codes: string[]

  test('sees nothing else before it is set up', async () => {
    await page.goto(portal.server.setupUrl!)
    await answerSetUp(page)
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    await goTo('/members')
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
  })

  test('confirms the password, and gets a secret', async () => {
    await page.getByLabel('Current password').fill('something else entirely')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.locator('input[aria-invalid]').waitFor()
    allowStatus(422)
    await page.getByLabel('Current password').fill(person.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    secret = await page.getByLabel('Secret').inputValue()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  })

  itWithTools(['zbarimg'], 'can scan the picture', async () => {
    const file = join(portal.data, 'qr.png')
    writeFileSync(file, await page.getByRole('img', { name: 'QR code' }).screenshot())
    expect(run('zbarimg', ['--quiet', '--raw', file])).toMatch(
      new RegExp(`^otpauth://totp/Lettershop.*secret=${secret}`),
    )
  })

  test('enables it with a correct code only, and saves the recovery codes', async () => {
    await page.getByLabel('Code from your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.locator('input[aria-invalid]').waitFor()
    allowStatus(422)
    await page.getByLabel('Code from your authenticator app').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.locator('li code').first().waitFor()
    codes = await visibleCodes()
    expect(new Set(codes).size).toBe(10)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('lettershop-recovery-codes.txt')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('navigation').first().waitFor()
  })

  test('signs in with a code', async () => {
    await signOut()
    await signIn(person.email, person.password)
    const field = page.getByLabel('Code from your authenticator app')
    await field.waitFor()
    expect(await field.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
    await field.fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation').first().waitFor()
    allowStatus(401)
  })

  test('signs in with a recovery code, which is then used up', async () => {
    await signOut()
    await signIn(person.email, person.password)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0]!)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation').first().waitFor()
    allowStatus(401)
    await page.locator('[popovertarget=person]').click()
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('link', { name: 'Signing in' }).click()
    await page.getByText('9 recovery codes left').waitFor()
  })

  test('generates new recovery codes', async () => {
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await prove(codes[1]!, 'New recovery codes')
    await page.getByRole('button', { name: 'Done' }).waitFor()
    codes = await visibleCodes()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('10 recovery codes left').waitFor()
  })

  test('disables it, and must set up another one immediately', async () => {
    await page.getByRole('button', { name: 'Turn off' }).click()
    await prove(codes[0]!, 'Turn off')
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    await page.getByLabel('Current password').fill(person.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    secret = await page.getByLabel('Secret').inputValue()
    await page.getByLabel('Code from your authenticator app').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('navigation').first().waitFor()
  })

  const prove = async (code: string, button: string) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(person.password)
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
    await dialog.getByLabel('Recovery code').fill(code)
    await dialog.getByRole('button', { name: button }).click()
  }
})

describe('a member who needs no second factor', () => {
  const anna = { name: 'Anna', email: 'anna@example.com', password: 'a long enough password' }
  let theirs: Page

  test('enables one in the profile', async () => {
    const body = { email: anna.email, roles: ['viewer'] }
    const { link } = await callAsPerson(page, 'POST', '/organisation/invitations', body)
    theirs = await portal.newPage()
    await theirs.goto(link)
    await theirs.getByLabel('Your name').fill(anna.name)
    await theirs.getByLabel('Password').fill(anna.password)
    await theirs.getByRole('button', { name: 'Join' }).click()
    await theirs.getByRole('navigation').first().waitFor()
    await goTo('/profile/signing-in', theirs)
    await theirs.getByRole('button', { name: 'Turn on', exact: true }).click()
    await theirs.getByRole('dialog').getByLabel('Current password').fill(anna.password)
    await theirs.getByRole('button', { name: 'Continue' }).click()
    const secret = await theirs.getByLabel('Secret').inputValue()
    await theirs.getByLabel('Code from your authenticator app').fill(codeOf(secret))
    await theirs.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    await theirs.getByRole('button', { name: 'Done' }).click()
    await notice('Second factor turned on', theirs)
    await theirs.getByText('On since').waitFor()
    await theirs.getByRole('button', { name: 'Turn off' }).click()
    const dialog = theirs.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(anna.password)
    await dialog.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await notice('Second factor turned off', theirs)
  })

  test('changes name and password', async () => {
    await theirs.getByLabel('Current password').fill(anna.password)
    anna.password = 'another long enough password'
    await theirs.getByLabel('New password').fill(anna.password)
    await theirs.getByRole('button', { name: 'Change password' }).click()
    await notice('Password changed', theirs)
    await theirs.getByRole('link', { name: 'You', exact: true }).click()
    await theirs.getByLabel('Your name').fill('Anna Bakker')
    await theirs.getByRole('button', { name: 'Save' }).click()
    await notice('Name saved', theirs)
    await theirs.getByRole('button', { name: 'Anna Bakker' }).waitFor()
  })

  test('sees another signed-in browser, and signs it out', async () => {
    const other = await portal.newPage()
    await goTo('/', other)
    await signIn(anna.email, anna.password, other)
    await other.getByRole('navigation').first().waitFor()
    await goTo('/profile/signing-in', theirs)
    await theirs.getByRole('button', { name: /^Sign out: Chrome on Linux/ }).click()
    await notice('signed out', theirs)
    await expect.poll(() => theirs.locator('main li').count()).toBe(1)
    await goTo('/', other)
    await other.getByLabel('Password').waitFor()
    allowStatus(401)
  })

  test('selects language and theme', async () => {
    await goTo('/profile', theirs)
    await theirs.getByLabel('Appearance').last().selectOption({ label: 'Dark' })
    await theirs.getByLabel('Language').last().selectOption({ label: 'Nederlands' })
    await theirs.getByRole('heading', { name: 'Taal en weergave' }).waitFor()
    expect(await theirs.locator('html').getAttribute('data-theme')).toBe('dark')
    // Their language in a browser that prefers another, until they choose the browser's.
    const elsewhere = await portal.newPage(undefined, { locale: 'en-GB' })
    await goTo('/profile', elsewhere)
    await signIn(anna.email, anna.password, elsewhere)
    await elsewhere.getByRole('heading', { name: 'Taal en weergave' }).waitFor()
    const stored = () => elsewhere.waitForResponse((answer) => answer.url().endsWith('/v1/profile'))
    const cleared = stored()
    await elsewhere.getByLabel('Taal').last().selectOption({ label: 'Zoals in deze browser' })
    await elsewhere.getByRole('heading', { name: 'Language and appearance' }).waitFor()
    expect(await (await cleared).json()).toMatchObject({ language: null })
    const chosen = stored()
    await elsewhere.getByLabel('Language').last().selectOption({ label: 'English' })
    expect(await (await chosen).json()).toMatchObject({ name: 'Anna Bakker', language: 'en' })
    await elsewhere.context().close()
    allowStatus(401)
    await theirs.reload()
    await theirs.getByRole('heading', { name: 'Language and appearance' }).waitFor()
  })

  test('keeps the language that was chosen on the sign-in page', async () => {
    const visitor = await portal.newPage()
    await goTo('/profile', visitor)
    await visitor.getByLabel('Language').selectOption({ label: 'Nederlands' })
    await visitor.getByLabel('E-mail').fill(anna.email)
    await visitor.getByLabel('Wachtwoord').fill(anna.password)
    const stored = visitor.waitForResponse((answer) => answer.url().endsWith('/v1/profile'))
    await visitor.getByRole('button', { name: 'Inloggen' }).click()
    expect((await stored).status()).toBe(200)
    await visitor.getByRole('heading', { name: 'Taal en weergave' }).waitFor()
    expect(await visitor.getByLabel('Taal').last().inputValue()).toBe('nl')
    await visitor.getByLabel('Taal').last().selectOption({ label: 'English' })
    await visitor.getByRole('heading', { name: 'Language and appearance' }).waitFor()
    await visitor.context().close()
    allowStatus(401)
  })

  test('leaves the organisation, and still has a profile', async () => {
    await theirs.getByRole('button', { name: `Leave: ${organisationName}` }).click()
    await theirs.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await notice(`You have left ${organisationName}`, theirs)
    await theirs.getByText('You are in no organisation').waitFor()
  })
})

test('a user selects email notifications', async () => {
  await goTo('/profile')
  await page.getByRole('link', { name: 'Notices' }).click()
  await page.getByText('This server sends no email').waitFor()
  const run = page.getByLabel('A print run is ready to print')
  expect(await page.getByLabel('The balance is low').isChecked()).toBe(true)
  expect(await run.isChecked()).toBe(false)
  await run.check()
  await notice('Choice saved')
  await page.reload()
  await run.waitFor()
  expect(await run.isChecked()).toBe(true)
})

test('the last owner stays', async () => {
  await goTo('/profile')
  await page.getByRole('button', { name: `Leave: ${organisationName}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('dialog').getByText('last owner').waitFor()
  allowStatus(409)
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
