import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleRecipient } from '../../bin/demo/steps.ts'
import { callAsPerson, openPortal, type Portal, person, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page
let theirs: Page
let samples: Awaited<ReturnType<typeof seeded>>

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  samples = await seeded(portal)
  await samples.call('PATCH', `/postflows/${samples.postflowIds[0]}`, { approval: 'PER_ITEM' })
})
afterAll(() => portal?.close())

const goTo = (path: string, tab = theirs) => tab.goto(`${portal.server.url}/portal${path}`)
const colleague = { name: 'Bram Visser', email: 'bram@example.com', password: 'a long enough password' }

/** Names of the buttons in the main part of a page. */
const buttons = async (): Promise<string[]> => {
  const found = await theirs.getByRole('main').getByRole('button').all()
  return Promise.all(found.map(async (one) => (await one.textContent())?.trim() ?? ''))
}

/** A mailing of two pieces with a calculated price. */
const mailing = async (name: string): Promise<string> => {
  const { data } = await samples.call('GET', '/templates?limit=1')
  const { id } = await samples.call('POST', '/postbatches', { name, templateId: data[0].id })
  const items = [0, 1].map((index) => {
    const recipient = sampleRecipient(index)
    return { recipient, data: { firstName: recipient.name!.split(' ')[0] } }
  })
  await samples.call('POST', `/postbatches/${id}/items`, { items })
  await samples.validate(id)
  return id
}

describe('a member with the Approver role', () => {
  test('is invited and signs in', async () => {
    await goTo('/members/invitations', page)
    // The button at the top is replaced once the list is known to be empty.
    await page.getByRole('heading', { name: 'No invitations yet' }).waitFor()
    await page.getByRole('button', { name: 'Invite a member' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(colleague.email)
    await dialog.getByLabel('Approver').check()
    await dialog.getByText('Approves mailings or sends them back').waitFor()
    await dialog.getByText('Mail from a Postflow needs it only if you turn it on').waitFor()
    await dialog.getByText('Approval is on in 1 of 3 Postflows: ').waitFor()
    expect(await dialog.getByLabel('Email').inputValue()).toBe(colleague.email)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Invite a member' }).click()
    expect(await dialog.getByLabel('Email').inputValue()).toBe(colleague.email)
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog.getByText('Role: Approver').waitFor()
    await dialog.getByText('This server sends no email').waitFor()
    const link = await dialog.getByLabel('Link').inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Invitations 1' }).waitFor()
    await goTo('/members', page)
    await page.getByText('Invited, not joined yet:').getByRole('link', { name: colleague.email }).waitFor()
    theirs = await portal.newPage()
    await theirs.goto(link)
    await theirs.getByText(`${person.name} invited you. You’ll sign in as ${colleague.email}.`).waitFor()
    await theirs.getByText('Your role: Approver.').waitFor()
    await theirs.getByText('Approves mailings or sends them back').waitFor()
    // The token is removed from the URL immediately, and still works after a reload.
    await theirs.reload()
    await theirs.getByText('Your role: Approver.').waitFor()
    await theirs.getByRole('heading', { name: 'Choose a password' }).waitFor()
    await theirs.getByLabel('Your name').fill(colleague.name)
    await theirs.getByLabel('Password').fill('short')
    await theirs.getByRole('button', { name: 'Join' }).click()
    await theirs.locator('input[aria-invalid=true]').waitFor()
    await theirs.getByText('Password has at least 12 characters; this has 5.').waitFor()
    expect(await theirs.getByRole('alert').count()).toBe(0)
    // The browser logs every refused request.
    portal.errors.splice(0)
    await theirs.getByLabel('Password').fill(colleague.password)
    await theirs.getByRole('button', { name: 'Join' }).click()
    await theirs.getByRole('navigation').first().waitFor()
    expect(
      await theirs.evaluate(() => Object.keys(sessionStorage).filter((key) => /token/.test(key))),
    ).toEqual([])
    await theirs.getByText('Mail appears here when it is ready to approve.').waitFor()
    const menu = theirs.getByRole('navigation', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Mailings' }).waitFor()
    const names = (await menu.getByRole('link').allInnerTexts()).map((name) => name.split('\n')[0]!.trim())
    expect(names).toEqual(['Home', 'Mailings', 'All mail'])
  })

  test('opens the settings, which say who may change them', async () => {
    await goTo('/settings')
    await theirs.getByText('You can view these settings.').waitFor()
    expect(await theirs.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
  })

  test('sees a pending mailing, pages through it and approves it', async () => {
    await mailing('Spring')
    await goTo('/postbatches')
    await theirs.getByRole('link', { name: 'Spring' }).click()
    await theirs.getByText('Piece 1 of 2').waitFor()
    await theirs.locator('figure img').first().waitFor()
    const offered = await buttons()
    expect(offered).toContain('Approve the test')
    expect(offered.filter((name) => /list|price|cancel|delete/i.test(name))).toEqual([])
    await theirs.getByLabel(/^Type \d+ to confirm/).fill('2')
    await theirs.getByRole('button', { name: 'Approve' }).click()
    await theirs.getByRole('heading', { name: 'Test done' }).waitFor()
    expect(await buttons()).toEqual([])
  })

  test('rejects a mailing with a reason, which its author finds, fixes and submits again', async () => {
    const id = await mailing('Summer')
    await goTo(`/postbatches/${id}`)
    await theirs.locator('figure img').first().waitFor()
    const sentBefore = theirs.getByRole('region', {
      name: '2 recipients already got this template',
    })
    await sentBefore.getByRole('link', { name: 'Spring' }).waitFor()
    await theirs.getByRole('button', { name: 'Send back' }).click()
    const dialog = theirs.getByRole('dialog')
    await dialog.getByText('Those who prepare mailings can correct it').waitFor()
    await dialog.getByLabel('What is wrong?').fill('The date is over')
    await dialog.getByRole('button', { name: 'Send back' }).click()
    await theirs.getByText('“Summer” was sent back.').waitFor()
    await theirs.getByText('It comes back here once it is corrected.').waitFor()
    await theirs.locator('figure img').first().waitFor()
    expect(
      (await buttons()).filter((name) => /template|approv|send back|list|use|cancel/i.test(name)),
    ).toEqual([])

    await goTo('/', page)
    await page.getByRole('link', { name: '1 mailing was sent back' }).click()
    await page
      .getByRole('row', { name: /Summer.*Sent back/ })
      .getByRole('link')
      .click()
    await page.getByRole('heading', { name: `${colleague.name} sent this mailing back on` }).waitFor()
    await page.getByText('The date is over').waitFor()
    await page.locator('figure img').first().waitFor()
    await page.getByRole('button', { name: 'Ask for approval again' }).click()
    await page.getByRole('dialog').getByText('Nothing has changed since it was sent back').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Web page').fill('example.com/mended')
    await page.getByRole('button', { name: 'Use this page' }).click()
    await expect
      .poll(async () => (await samples.call('GET', `/postbatches/${id}`)).trackingTargetUrl)
      .toBe('https://example.com/mended')
    await page.getByRole('button', { name: 'Another template or version' }).click()
    await page.getByRole('dialog').getByRole('radio', { checked: true }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Use this template' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Ask for approval again' }).click()
    await page.getByText('Piece 1 of 2').waitFor()

    await theirs.getByRole('heading', { name: `${colleague.name} sent it back before` }).waitFor()
    await theirs.getByLabel(/^Type \d+ to confirm/).fill('2')
    await theirs.getByRole('button', { name: 'Approve' }).click()
    await theirs.getByRole('heading', { name: 'Test done' }).waitFor()
    expect(await theirs.getByText('The date is over').count()).toBe(0)
  })

  test('sees the state of a mailing without a price, and no actions', async () => {
    const { data } = await samples.call('GET', '/templates?limit=1')
    const body = { name: 'Autumn', templateId: data[0].id }
    const { id } = await samples.call('POST', '/postbatches', body)
    await goTo(`/postbatches/${id}`)
    await theirs.getByText('0 recipients in this mailing').waitFor()
    expect(await buttons()).toEqual([])
  })

  test('approves one item, rejects another with a reason, and cannot cancel', async () => {
    const [first, second] = [await samples.createItem(0), await samples.createItem(1)]
    await goTo(`/items/${first.id}`)
    await theirs.getByRole('button', { name: 'Approve' }).click()
    await theirs
      .getByText(/is approved\. (Zoë.*|Someone who may create mail) can cancel it until .+\./)
      .waitFor()
    await theirs.getByText('Scheduled').first().waitFor()
    await theirs.getByText(`Approved by ${colleague.name}`).waitFor()
    await theirs.getByRole('main').getByRole('link', { name: 'Welcome card' }).first().waitFor()
    for (const name of ['Approve', 'Cancel']) {
      expect(await theirs.getByRole('main').getByRole('button', { name }).count()).toBe(0)
    }
    expect(await theirs.getByRole('button', { name: 'More actions' }).count()).toBe(0)
    await theirs.getByRole('button', { name: 'Next: ' }).click()
    await theirs.waitForURL(`**/items/${second.id}`)
    await theirs.getByRole('button', { name: 'Reject' }).click()
    const dialog = theirs.getByRole('dialog')
    await dialog.getByText('You can’t undo this.').waitFor()
    await dialog.getByLabel('Reason').fill('The street is wrong')
    await dialog.getByRole('button', { name: 'Reject this card' }).click()
    const rejection = theirs.getByRole('listitem').filter({ hasText: `Rejected by ${colleague.name}` })
    await rejection.getByText('The street is wrong').waitFor()
    await theirs.getByText('Nothing else to approve').waitFor()
    expect(await theirs.getByText('Cancelled').count()).toBe(0)
  })

  test('leaves a rejected item to members who may create items, who make a corrected copy', async () => {
    await goTo('/', page)
    await page.getByRole('link', { name: '1 piece was rejected this week' }).click()
    const row = page.getByRole('row', { name: /Rejected/ })
    await row.getByRole('link').click()
    await page.getByText('It was rejected and is not printed.').waitFor()
    await page.getByRole('link', { name: 'Make a corrected copy' }).click()
    await page.getByRole('heading', { name: 'Corrected copy: Welcome card' }).waitFor()
    const { name, street } = sampleRecipient(1)
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name)
    expect(await page.getByLabel('Street').inputValue()).toBe(street)
    await page.getByText('It is printed once it is approved.').waitFor()
    await page.getByText(`${colleague.name} can approve it. Nobody is emailed about test mail`).waitFor()
    await page.getByLabel('Street').fill('Keizersgracht')
    await page.getByRole('button', { name: 'Create test card' }).click()
    await page.getByText('Corrected copy of').waitFor()
    await goTo('/', page)
    await page.getByRole('link', { name: '1 piece is ready to approve' }).waitFor()
    expect(await page.getByText('rejected this week').count()).toBe(0)
  })

  test('follows the link from the copy to the rejected item, and back', async () => {
    await goTo('/items/waiting')
    await theirs.getByText('Corrected copy of').getByRole('link').click()
    await theirs.getByText('It was rejected and is not printed.').waitFor()
    await theirs.getByText('Sent again as').getByRole('link').click()
    await theirs.getByText('Corrected copy of').waitFor()
    await theirs.getByRole('button', { name: 'Approve' }).click()
    await theirs.getByText('Scheduled').first().waitFor()
  })

  test('enlarges the piece, turns it over, and closes it with the keyboard', async () => {
    const item = await samples.createItem(6)
    await goTo(`/items/${item.id}`)
    await theirs.getByRole('button', { name: 'Enlarge' }).focus()
    await theirs.keyboard.press('Enter')
    const dialog = theirs.getByRole('dialog', { name: 'The piece, enlarged' })
    await dialog.getByRole('img', { name: 'Front' }).waitFor()
    const [large, small] = [dialog.getByRole('img'), theirs.locator('figure img')]
    expect((await large.boundingBox())!.width).toBeGreaterThan((await small.boundingBox())!.width)
    await theirs.keyboard.press('ArrowRight')
    await dialog.getByRole('img', { name: 'Back' }).waitFor()
    await theirs.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await samples.call('POST', `/items/${item.id}/cancel`)
  })

  test('selects items only where approvals are pending', async () => {
    await goTo('/items?status=SCHEDULED')
    await theirs.getByRole('table').getByRole('link').first().waitFor()
    expect(await theirs.getByRole('table').getByRole('checkbox').count()).toBe(0)
  })

  test('pages through pending items with the keyboard, from the first page on', async () => {
    const [first, second, third] = [
      await samples.createItem(2),
      await samples.createItem(3),
      await samples.createItem(4),
    ]
    const isAt = ({ id }: { id: string }) => theirs.waitForURL(`**/items/${id}?leaf=1`)
    await goTo('/')
    await theirs.getByRole('group', { name: 'Mode' }).getByText('Live').click()
    await theirs.getByText('In test mode: 3 pieces ready to approve.').waitFor()
    await theirs.getByRole('button', { name: 'Show it in test mode' }).click()
    await theirs.getByRole('link', { name: '3 pieces are ready to approve' }).click()
    await isAt(first)
    await theirs.getByText('1 of 3 to approve').waitFor()
    await theirs.getByRole('main').getByRole('img', { name: 'Front' }).waitFor()
    await theirs.keyboard.press('Space')
    await theirs.getByRole('main').getByRole('img', { name: 'Back' }).waitFor()
    // The keys work after a side was chosen with the pointer, too.
    await theirs.getByRole('main').getByRole('radio', { name: 'Front' }).check()
    await theirs.keyboard.press('j')
    await isAt(second)
    await theirs.getByText('2 of 3 to approve').waitFor()
    await theirs.keyboard.press('k')
    await isAt(first)
    await theirs.getByText('1 of 3 to approve').waitFor()
    await theirs.keyboard.press('a')
    await isAt(second)
    await theirs.getByText('1 of 2 to approve').waitFor()
    await theirs.getByRole('main').getByRole('button', { name: 'Reject', disabled: false }).waitFor()
    await theirs.keyboard.press('r')
    await theirs.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await isAt(third)
    await theirs.getByText('1 of 1 to approve').waitFor()
    await theirs.getByRole('button', { name: 'Approve' }).click()
    await theirs.getByText('Nothing else to approve').waitFor()
  })

  test('returns to the tab of the list from which the item was opened', async () => {
    const waiting = await samples.createItem(5)
    await goTo('/items?status=PENDING_APPROVAL')
    await theirs.getByRole('table').getByRole('link').first().click()
    await theirs.waitForURL(`**/items/${waiting.id}`)
    await theirs.getByRole('main').getByRole('link', { name: 'All mail', exact: true }).click()
    await theirs.waitForURL('**/items?status=PENDING_APPROVAL')
  })

  test('is named in the audit log with single and bulk decisions', async () => {
    const { data } = await samples.call('GET', '/items?filter[status]=PENDING_APPROVAL')
    const ids = data.map(({ id }: { id: string }) => id)
    await callAsPerson(theirs, 'POST', '/item-actions', { action: 'APPROVE', ids })
    await goTo('/audit-log', page)
    const row = (what: string) =>
      page.getByRole('row').filter({ hasText: what }).filter({ hasText: colleague.name }).first()
    await row('approved piece').waitFor()
    await row('rejected piece').waitFor()
    await row('sent back mailing').waitFor()
    await row('approved 1 piece').getByRole('link').first().click()
    await page.getByRole('rowheader', { name: 'Number of pieces' }).waitFor()
    await page.getByText(colleague.email).waitFor()
  })

  test.each([
    ['/postbatches', 'Mailings', ['Spring']],
    ['/templates', 'Templates', []],
    ['/members', 'Team', [colleague.name]],
    ['/settings', 'Organisation', []],
    ['/suppressions', 'Do not mail', []],
  ])('sees no actions at %s', async (path, title, links) => {
    await goTo(path)
    await theirs.getByRole('heading', { level: 1, name: title }).waitFor()
    for (const name of links) await theirs.getByRole('link', { name }).waitFor()
    const offered = await buttons()
    expect(offered.filter((name) => /new|save|delete|invite|make|add|upload|begin/i.test(name))).toEqual([])
  })
})

test('another user who signs in to the same browser starts on the first page', async () => {
  await theirs.getByText(colleague.name, { exact: true }).first().click()
  await theirs.getByRole('button', { name: 'Sign out' }).click()
  await theirs.getByLabel('Email').fill(person.email)
  await theirs.getByLabel('Password').fill(person.password)
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await theirs.getByRole('region', { name: 'What needs you' }).waitFor()
  expect(new URL(theirs.url()).pathname.replace(/\/$/, '')).toBe('/portal')
})

test('causes no page errors', () => {
  expect(portal.errors).toEqual([])
})
