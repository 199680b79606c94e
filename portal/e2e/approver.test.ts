import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleRecipient } from '../../bin/demo/recipients.ts'
import { openPortal, type Portal, seeded, setUp } from './portal.ts'

let portal: Portal
let page: Page
let theirs: Page
let samples: Awaited<ReturnType<typeof seeded>>

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  samples = await seeded(portal)
})
afterAll(() => portal?.close())

const goTo = (path: string, who = theirs) => who.goto(`${portal.server.url}/portal${path}`)
const colleague = { name: 'Bram Visser', email: 'bram@example.com', password: 'a long enough password' }

/** What the main part of a page offers to press, by name. */
const buttons = async (): Promise<string[]> => {
  const found = await theirs.getByRole('main').getByRole('button').all()
  return Promise.all(found.map(async (one) => (await one.textContent())?.trim() ?? ''))
}

/** A mailing of two pieces whose price was worked out. */
const mailing = async (name: string): Promise<string> => {
  const { data } = await samples.call('GET', '/templates?limit=1')
  const { id } = await samples.call('POST', '/postbatches', { name, templateId: data[0].id })
  const items = [0, 1].map((index) => {
    const recipient = sampleRecipient(index)
    return { recipient, data: { firstName: recipient.name!.split(' ')[0] } }
  })
  await samples.call('POST', `/postbatches/${id}/items`, { items })
  await samples.call('POST', `/postbatches/${id}/validate`)
  return id
}

describe('a colleague who may only approve', () => {
  test('is invited as an Approver, and signs in', async () => {
    await goTo('/members/invitations', page)
    await page.getByRole('button', { name: 'Invite a colleague' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(colleague.email)
    await dialog.getByLabel('Approver').check()
    await dialog.getByText('Looks at mail and approves it').waitFor()
    await dialog.getByText('Items of a Postflow wait only where its settings ask for it').waitFor()
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = await dialog.getByLabel('Link').inputValue()
    theirs = await portal.newPage()
    await theirs.goto(link)
    await theirs.getByLabel('Your name').fill(colleague.name)
    await theirs.getByLabel('Password').fill(colleague.password)
    await theirs.getByRole('button', { name: 'Join' }).click()
    await theirs.getByRole('navigation').first().waitFor()
    const menu = theirs.getByRole('navigation', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Mailings' }).waitFor()
    for (const name of ['Events', 'Integrations', 'Exports'])
      expect(await menu.getByRole('link', { name }).count()).toBe(0)
  })

  test('looks at the settings, which say who may change them', async () => {
    await goTo('/settings')
    await theirs.getByText('You may look at these settings.').waitFor()
    expect(await theirs.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
  })

  test('sees a mailing that waits, leafs through it and approves it', async () => {
    await mailing('Spring')
    await goTo('/postbatches')
    await theirs.getByRole('link', { name: 'Spring' }).click()
    await theirs.getByText('Piece 1 of 2').waitFor()
    await theirs.locator('figure img').first().waitFor()
    const offered = await buttons()
    expect(offered).toContain('Approve')
    expect(offered.filter((name) => /list|price|cancel|delete/i.test(name))).toEqual([])
    await theirs.getByLabel('Number of pieces').fill('2')
    await theirs.getByRole('button', { name: 'Approve' }).click()
    await theirs.locator('[aria-current=step]').filter({ hasText: 'Tried out' }).waitFor()
    expect(await buttons()).toEqual([])
  })

  test('sees how a mailing stands that is not priced yet, and is offered nothing', async () => {
    const { data } = await samples.call('GET', '/templates?limit=1')
    const body = { name: 'Autumn', templateId: data[0].id }
    const { id } = await samples.call('POST', '/postbatches', body)
    await goTo(`/postbatches/${id}`)
    await theirs.getByText('0 recipients are in this mailing.').waitFor()
    expect(await buttons()).toEqual([])
  })

  test('approves one item, rejects another with the reason, and cancels none', async () => {
    await samples.call('PATCH', `/postflows/${samples.postflowIds[0]}`, { approval: 'PER_ITEM' })
    const [first, second] = [await samples.createItem(0), await samples.createItem(1)]
    await goTo(`/items/${first.id}`)
    await theirs.getByRole('button', { name: 'Approve' }).click()
    await theirs.getByText('Scheduled').first().waitFor()
    for (const name of ['Approve', 'Cancel']) {
      expect(await theirs.getByRole('main').getByRole('button', { name }).count()).toBe(0)
    }
    expect(await theirs.getByLabel('Simulate').count()).toBe(0)
    await goTo(`/items/${second.id}`)
    await theirs.getByRole('button', { name: 'Reject' }).click()
    const dialog = theirs.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The street is wrong')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await theirs.getByText('Cancelled').first().waitFor()
  })

  test.each([
    ['/postbatches', 'Mailings', ['Spring']],
    ['/templates', 'Templates', []],
    ['/members', 'Members', [colleague.name]],
    ['/settings', 'Settings', []],
  ])('is offered nothing to change at %s', async (path, title, links) => {
    await goTo(path)
    await theirs.getByRole('heading', { name: title }).waitFor()
    for (const name of links) await theirs.getByRole('link', { name }).waitFor()
    const offered = await buttons()
    expect(offered.filter((name) => /new|save|delete|invite|make|add|upload|begin/i.test(name))).toEqual([])
  })
})

test('nothing went wrong in the pages', () => {
  expect(portal.errors).toEqual([])
})
