import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAsPerson, openPortal, organisationName, type Portal, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
})
afterAll(() => portal?.close())

const goTo = (path: string, tab = page) => tab.goto(`${portal.server.url}/portal${path}`)
const notice = (text: string, tab = page) => tab.locator('[aria-live] p', { hasText: text }).waitFor()
/** Takes an action of the menu “…”. */
const more = async (name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}
const colleague = { name: 'Anna Bakker', email: 'anna@example.com', password: 'a long enough password' }

describe('a member without administrative rights', () => {
  let link: string
  let theirs: Page

  test('gets a custom role of the organisation', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Team' }).click()
    await page.getByRole('link', { name: 'Roles' }).click()
    await page.getByRole('button', { name: 'New role' }).click()
    await page.getByLabel('Name of the role').fill('Front desk')
    await page.getByLabel('Start with the permissions of').selectOption({ label: 'Viewer' })
    await page.getByLabel('Create, change, approve and cancel').check()
    await page.getByRole('button', { name: 'Create role' }).click()
    await page.getByRole('heading', { name: 'Front desk' }).waitFor()
  })

  test('is invited with it, and the link is shown to pass on', async () => {
    await page.getByRole('button', { name: 'Invite with this role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(colleague.email)
    expect(await dialog.getByLabel('Front desk').isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    link = await dialog.getByLabel('Link').inputValue()
    expect(link).toContain('/portal/accept-invitation#')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  test('is listed with the invitation, whose link can be issued again', async () => {
    await goTo('/members/invitations')
    await page.getByRole('link', { name: colleague.email }).click()
    expect(await page.getByRole('dialog').getByLabel('Link').inputValue()).toBe(link)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  })

  test('opens the link elsewhere, sets a password, and is signed in', async () => {
    theirs = await portal.newPage()
    await theirs.goto(link)
    await theirs.getByText(`Join ${organisationName}`).waitFor()
    await theirs.getByLabel('Your name').fill(colleague.name)
    await theirs.getByLabel('Password').fill(colleague.password)
    await theirs.getByRole('button', { name: 'Join' }).click()
    await theirs.getByRole('navigation').first().waitFor()
  })

  test('approves a pending item', async () => {
    const { call, postflowIds, createItem } = await seeded(portal)
    await call('PATCH', `/postflows/${postflowIds[0]}`, { approval: 'PER_ITEM' })
    const { id } = await createItem(0)
    await goTo(`/items/${id}`, theirs)
    await theirs.getByRole('button', { name: 'Approve' }).click()
    await theirs.getByText('Scheduled').first().waitFor()
  })

  test('sees the members, and no actions', async () => {
    await theirs.getByRole('link', { name: 'Settings' }).click()
    await theirs.getByRole('link', { name: 'Team' }).click()
    await theirs.getByRole('link', { name: colleague.name }).waitFor()
    for (const name of ['Invite a member', 'New role']) {
      expect(await theirs.getByRole('button', { name }).count()).toBe(0)
    }
    expect(await theirs.getByRole('link', { name: 'Invitations' }).count()).toBe(0)
    await theirs.getByRole('link', { name: colleague.name }).click()
    await theirs.getByText('Front desk').waitFor()
    expect(await theirs.getByRole('checkbox').count()).toBe(0)
  })

  test('is given another role, and is removed', async () => {
    await goTo('/members')
    await page.getByRole('link', { name: colleague.name }).click()
    await page.getByLabel('Viewer').check()
    await page.getByLabel('Front desk').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await notice('Roles saved')
    await more('Remove from team')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from team' }).click()
    await notice(`${colleague.name} removed from the team`)
    await page.getByRole('table').waitFor()
    expect(await page.getByRole('link', { name: colleague.name }).count()).toBe(0)
    await goTo('/', theirs)
    await theirs.getByText('You belong to no organisation yet').waitFor()
    // The open page of a removed member may connect to the live stream or count again before it is left.
    portal.errors = portal.errors.filter((error) => !/status of 403 .*\/v1\/(?:live|attention)/.test(error))
  })

  test('leaves an unused role, which is deleted', async () => {
    await goTo('/members/roles')
    await page.getByRole('link', { name: 'Front desk' }).click()
    await more('Delete role')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click()
    await notice('Role Front desk deleted')
    await page.getByRole('link', { name: 'Viewer' }).waitFor()
    await page.getByRole('link', { name: 'Front desk' }).waitFor({ state: 'detached' })
  })
})

test('an invitation is revoked, and its link stops working', async () => {
  await goTo('/members/invitations')
  await page.getByRole('button', { name: 'Invite a member' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('wrong@example.com')
  await dialog.getByLabel('Viewer').check()
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await dialog.getByLabel('Link').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'wrong@example.com' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page
    .getByRole('dialog', { name: 'Revoke invitation' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await notice('Invitation revoked')
  const visitor = await portal.newPage()
  await visitor.goto(link)
  await visitor.getByRole('alert').waitFor()
  // The browser logs the refused request.
  portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
})

describe('the settings', () => {
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()

  test('show an error at its field, and keep the entered values', async () => {
    await goTo('/settings')
    await page.getByLabel('Delete personal data after').fill('5000')
    await save()
    await page.getByRole('dialog').getByRole('button', { name: 'Save and delete' }).click()
    await page.locator('input[aria-invalid]').waitFor()
    expect(await page.getByLabel('Delete personal data after').inputValue()).toBe('5000')
    // The browser logs the refused request.
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
  })

  test('are changed after a confirmation if data would be erased sooner', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Fern, Field & Co')
    await page.getByLabel('Delete personal data after').fill('365')
    await page.getByLabel('Time zone').selectOption('Europe/Lisbon')
    await save()
    await page.getByRole('dialog').getByRole('button', { name: 'Save and delete' }).click()
    await notice('Settings saved')
    await page.locator('header', { hasText: 'Fern, Field & Co' }).waitFor()
    await page.reload()
    await page.getByLabel('Time zone').waitFor()
    expect(await page.getByLabel('Delete personal data after').inputValue()).toBe('365')
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Lisbon')
  })

  test('with later erasure need no confirmation', async () => {
    await page.getByLabel('Delete personal data after').fill('')
    await save()
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe('unsaved settings', () => {
  const name = () => page.getByLabel('Name', { exact: true })
  const bar = () => page.getByText('Unsaved changes', { exact: true })

  test('are listed in a bar, survive leaving the page, and are discarded', async () => {
    await goTo('/settings')
    await name().waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    const before = await name().inputValue()
    await name().fill('Fern')
    await page.getByLabel('Store IP addresses of scans').check()
    await page.getByText('Name and Store IP addresses of scans').waitFor()
    await page.getByRole('link', { name: 'Team' }).click()
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Organisation', exact: true }).click()
    await bar().waitFor()
    expect(await name().inputValue()).toBe('Fern')
    await page.getByRole('button', { name: 'Discard' }).click()
    await bar().waitFor({ state: 'detached' })
    expect(await name().inputValue()).toBe(before)
  })

  test('keep what a colleague saved in other fields, and ask about the same field', async () => {
    await name().fill('Fern, Field & Daughters')
    const theirs = { name: 'Fern', addressRetentionDays: 400 }
    await callAsPerson(page, 'PATCH', '/organisation', theirs)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Another user has changed this too: Name.').waitFor()
    expect(await page.getByLabel('Delete personal data after').inputValue()).toBe('400')
    expect(await callAsPerson(page, 'GET', '/organisation')).toMatchObject(theirs)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await notice('Settings saved')
    const saved = { name: 'Fern, Field & Daughters', addressRetentionDays: 400 }
    expect(await callAsPerson(page, 'GET', '/organisation')).toMatchObject(saved)
  })
})

describe('return addresses', () => {
  const fill = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value)
  }
  const add = () => page.getByRole('main').getByRole('button', { name: 'Add return address' }).click()

  test('are rejected at the invalid field, and the first is the default', async () => {
    await goTo('/settings/return-addresses')
    await page.getByText('No return address yet').waitFor()
    await page.getByRole('link', { name: 'Add return address' }).click()
    await fill({ 'Name of the address': 'Office', Company: 'Fern & Field', Street: 'Damrak', Number: '12' })
    await fill({ 'Postal code': '12', City: 'Amsterdam' })
    await add()
    await page.locator('input[aria-invalid]').waitFor()
    expect(await page.getByLabel('Postal code').getAttribute('aria-invalid')).toBe('true')
    portal.errors = portal.errors.filter((error) => !/status of 422/.test(error))
    await fill({ 'Postal code': '1012 LG' })
    await add()
    await notice('Return address Office saved')
    // As printed: with the city in capitals.
    await page.getByRole('row', { name: /Office.*1012 LG\s+Amsterdam.*Yes/i }).waitFor()
  })

  test('get another default, and are deleted', async () => {
    await add()
    await fill({ 'Name of the address': 'Depot', Company: 'Fern & Field', Street: 'Rue Neuve', Number: '1' })
    await page.getByLabel('Country').selectOption({ label: 'Belgium' })
    await fill({ 'Postal code': '1000', City: 'Brussel' })
    await page.getByLabel('Use it for all mail').check()
    await add()
    await page.getByRole('row', { name: /Depot.*Yes/ }).waitFor()
    await page.getByRole('link', { name: 'Depot' }).click()
    await page.getByText('This is your default').waitFor()
    await more('Delete return address')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete return address' }).click()
    await notice('Return address Depot deleted')
    await page.getByRole('row', { name: /Office.*Yes/ }).waitFor()
    expect(await page.getByRole('link', { name: 'Depot' }).count()).toBe(0)
  })
})

test('a custom category is created, archived and deleted', async () => {
  await goTo('/settings/categories')
  await page.getByRole('button', { name: 'New category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Bulbs and seeds')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Bulbs and seeds' }).click()
  await dialog.getByLabel('Archived').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Bulbs and seeds.*bulbs_and_seeds.*You.*No/ }).waitFor()
  await page.getByRole('link', { name: 'Bulbs and seeds' }).click()
  await dialog.getByRole('button', { name: 'Delete category' }).click()
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click()
  await notice('Category Bulbs and seeds deleted')
  await page.getByRole('link', { name: 'Bulbs and seeds' }).waitFor({ state: 'detached' })
})

describe('test data', () => {
  const section = () => page.getByRole('region', { name: 'Test data' })

  test("is deleted after the organisation's name was typed, and the page confirms it", async () => {
    const { createItem, call } = await seeded(portal)
    await Promise.all([createItem(0), createItem(1), createItem(2)])
    await goTo('/settings')
    await section().getByRole('button', { name: 'Delete all test data' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Delete all test data' })
    await dialog.getByLabel('Type the organisation’s name').fill('Fern')
    await confirm.click()
    await dialog.getByText('This is not the name yet').waitFor()
    const { name } = await call('GET', '/organisation')
    await dialog.getByLabel('Type the organisation’s name').fill(name)
    await confirm.click()
    await notice('Test data deleted')
    await section()
      .getByText(/Last deleted .* Letters and cards: \d+/)
      .waitFor()
    expect((await call('GET', '/items')).data).toEqual([])
  })

  test('cannot be deleted in live mode', async () => {
    await page.evaluate(() => localStorage.setItem('lettershop.mode', 'live'))
    await goTo('/settings')
    await section().getByText('Switch to test to delete it').waitFor()
    expect(await section().getByRole('button').count()).toBe(0)
    await page.evaluate(() => localStorage.setItem('lettershop.mode', 'test'))
  })
})

test('the description of a checkbox toggles it as its label does, without being part of its name', async () => {
  await goTo('/members/invitations')
  await page.getByRole('button', { name: 'Invite a member' }).first().click()
  const dialog = page.getByRole('dialog')
  const box = dialog.getByRole('checkbox', { name: 'Approver', exact: true })
  const hint = dialog.getByText('Approves mailings or sends them back')
  await box.waitFor()
  expect(await box.getAttribute('aria-describedby')).toBe(await hint.getAttribute('id'))
  await hint.click()
  expect(await box.isChecked()).toBe(true)
  await hint.click()
  expect(await box.isChecked()).toBe(false)
  await box.check()
  expect(await box.isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('causes no policy violations or console errors', () => {
  expect(portal.errors).toEqual([])
})
