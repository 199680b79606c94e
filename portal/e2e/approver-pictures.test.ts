import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRecipient } from '../../bin/demo/steps.ts'
import { openPortal, type Portal, seeded, setUp } from './portal.ts'
import { settled } from './settled.ts'

let portal: Portal
let page: Page
let samples: Awaited<ReturnType<typeof seeded>>
/** The item whose picture fails; the browser logs each failed request. */
let withoutPicture: string

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  await setUp(portal, page)
  samples = await seeded(portal)
  await samples.call('PATCH', `/postflows/${samples.postflowIds[0]}`, { approval: 'PER_ITEM' })
})
afterAll(() => portal?.close())

const approve = () => page.getByRole('main').getByRole('button', { name: 'Approve' })
const reject = () => page.getByRole('main').getByRole('button', { name: 'Reject' })
const areDisabled = async () => [await approve().isDisabled(), await reject().isDisabled()]
const picture = (tab = page) => tab.getByRole('main').getByRole('img', { name: 'Front' })
const statusOf = async ({ id }: { id: string }) => (await samples.call('GET', `/items/${id}`)).status
const itemsThatWait = async (...indices: number[]) => {
  const items: { id: string }[] = []
  for (const index of indices) items.push(await samples.createItem(index))
  return items
}
/**
 * Holds all requests for an item's pictures until they are continued or aborted. An event about the item
 * makes the page repeat its requests. Resolves with the first request.
 */
const delayed = async ({ id }: { id: string }, tab = page) => {
  const requested = Promise.withResolvers<void>()
  const fate = Promise.withResolvers<'continue' | 'abort'>()
  await tab.route(`**/v1/items/${id}/paper*`, async (route) => {
    requested.resolve()
    await route[await fate.promise]()
  })
  await requested.promise
  return { continue: () => fate.resolve('continue'), abort: () => fate.resolve('abort') }
}
const leafFrom = ({ id }: { id: string }) => page.goto(`${portal.server.url}/portal/items/${id}?leaf=1`)

test('the next piece cannot be decided before its picture is shown', async () => {
  const [first, second, third] = await itemsThatWait(0, 1, 2)
  const [ofSecond, ofThird] = [delayed(second!), delayed(third!)]
  await leafFrom(first!)
  await picture().waitFor()
  await approve().click()
  await page.waitForURL(`**/items/${second!.id}?leaf=1`)
  const request = await ofSecond
  await page.getByText('1 of 2 to approve').waitFor()
  expect(await areDisabled()).toEqual([true, true])
  expect(await approve().getAttribute('aria-describedby')).toBe(
    await reject().getAttribute('aria-describedby'),
  )
  const reason = page.getByRole('status').filter({ hasText: 'You can decide once the picture' })
  expect(await reason.getAttribute('id')).toBe(await approve().getAttribute('aria-describedby'))
  await approve().click({ force: true })
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  expect(await page.getByRole('dialog').count()).toBe(0)
  request.continue()
  await picture().waitFor()
  await expect.poll(areDisabled).toEqual([false, false])
  expect(await statusOf(second!)).toBe('PENDING_APPROVAL')
  await page.keyboard.press('a')

  await page.waitForURL(`**/items/${third!.id}?leaf=1`)
  const toFail = await ofThird
  await page.getByText('1 of 1 to approve').waitFor()
  expect(await areDisabled()).toEqual([true, true])
  withoutPicture = third!.id
  toFail.abort()
  await page.getByText('No picture').waitFor()
  await expect.poll(areDisabled).toEqual([false, false])
  await reject().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Nothing else to approve').waitFor()
})

test('the second press of a double click decides nothing, however fast the next piece is drawn', async () => {
  const [first, second] = await itemsThatWait(3, 4)
  await leafFrom(first!)
  await picture().waitFor()
  await expect.poll(areDisabled).toEqual([false, false])
  await approve().click()
  await page.waitForURL(`**/items/${second!.id}?leaf=1`)
  await expect.poll(areDisabled).toEqual([false, false])
  const { x, y, width, height } = (await approve().boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Nothing else to approve').waitFor()
  expect(await statusOf(second!)).toBe('CANCELLED')
})

test('a picture that never loads does not block the decision', async () => {
  const [waiting] = await itemsThatWait(5)
  const slowPage = await portal.newPage(page.context())
  await slowPage.clock.install()
  const requested = delayed(waiting!, slowPage)
  await slowPage.goto(`${portal.server.url}/portal/items/${waiting!.id}?leaf=1`)
  const request = await requested
  const button = slowPage.getByRole('main').getByRole('button', { name: 'Approve' })
  await button.waitFor()
  expect(await button.isDisabled()).toBe(true)
  await slowPage.clock.runFor(31_000)
  await slowPage.getByText('The picture isn’t ready yet.').waitFor()
  await expect.poll(() => button.isDisabled()).toBe(false)
  request.continue()
  await picture(slowPage).waitFor()
  await slowPage.close()
})

test('a mailing can be approved once the picture of its piece is shown', async () => {
  const { data } = await samples.call('GET', '/templates?limit=1')
  const { id } = await samples.call('POST', '/postbatches', { name: 'Spring', templateId: data[0].id })
  const recipient = sampleRecipient(0)
  const items = [{ recipient, data: { firstName: recipient.name!.split(' ')[0] } }]
  await samples.call('POST', `/postbatches/${id}/items`, { items })
  await samples.validate(id)
  const listed = await samples.call('GET', `/items?filter[postbatchId]=${id}`)
  const requested = delayed(listed.data[0])
  await page.goto(`${portal.server.url}/portal/postbatches/${id}`)
  await page.getByLabel(/^Type \d+ to confirm/).fill('1')
  const request = await requested
  expect(await approve().isDisabled()).toBe(true)
  expect(await page.locator('[role=menuitem]', { hasText: 'Send back' }).isDisabled()).toBe(true)
  await page.getByText('You can approve once the piece is shown.').waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  request.continue()
  await expect.poll(() => approve().isDisabled()).toBe(false)
  await approve().click()
  await page.getByRole('heading', { name: 'Test done' }).waitFor()
})

test('a rejected mailing keeps its pieces and buttons in place while it is reloaded', async () => {
  const { data } = await samples.call('GET', '/templates?limit=1')
  const { id } = await samples.call('POST', '/postbatches', { name: 'Summer', templateId: data[0].id })
  const items = [6, 7].map((index) => {
    const recipient = sampleRecipient(index)
    return { recipient, data: { firstName: recipient.name!.split(' ')[0] } }
  })
  await samples.call('POST', `/postbatches/${id}/items`, { items })
  await samples.validate(id)
  await samples.call('POST', `/postbatches/${id}/reject`, { reason: 'The date is over' })
  await page.goto(`${portal.server.url}/portal/postbatches/${id}`)
  await page.locator('figure img').first().waitFor()
  await page.getByRole('button', { name: 'Next piece' }).click()
  await page.getByText('Piece 2 of 2').waitFor()
  await settled(page)
  /** Returns the distance of the button from the top of the list above it, in px. */
  const place = async () => {
    const button = page.getByRole('button', { name: 'Ask for approval again' })
    const [below, above] = await Promise.all([button.boundingBox(), page.locator('main ol').boundingBox()])
    return below!.y - above!.y
  }
  const before = await place()
  const answers = Promise.withResolvers<void>()
  const requested = [`**/v1/items?*${id}*`, `**/v1/postbatches/${id}/quote`].map(async (address) => {
    const isRequested = Promise.withResolvers<void>()
    await page.route(address, async (route) => {
      isRequested.resolve()
      await answers.promise
      await route.continue()
    })
    return isRequested
  })
  const pending = await Promise.all(requested)
  await page.getByLabel('Web page').fill('example.com/mended')
  await page.getByRole('button', { name: 'Use this page' }).click()
  await Promise.all(pending.map(({ promise }) => promise))
  await page.getByText('Piece 2 of 2').waitFor()
  expect(await place()).toBe(before)
  answers.resolve()
  await settled(page)
  await page.getByText('Piece 2 of 2').waitFor()
})

test('every piece of a large mailing can be viewed, and found by its number, name or address', async () => {
  const { data } = await samples.call('GET', '/templates?limit=1')
  const { id } = await samples.call('POST', '/postbatches', { name: 'Autumn', templateId: data[0].id })
  const count = 230
  const items = Array.from({ length: count }, (_, index) => ({
    recipient: {
      ...sampleRecipient(index),
      name: `Reader ${index + 1}.`,
      postalCode: `${2001 + index} AB`,
      country: 'NL',
    },
    data: { firstName: 'Reader' },
    reference: `K${1000 + index}`,
  }))
  await samples.call('POST', `/postbatches/${id}/items`, { items })
  await samples.validate(id)
  await page.goto(`${portal.server.url}/portal/postbatches/${id}`)
  await page.getByText(`Piece 1 of ${count}`).waitFor()
  await page.getByRole('button', { name: 'Next piece' }).click()
  await page.getByText(`Piece 2 of ${count}`).waitFor()
  const find = page.getByRole('searchbox', { name: 'Number, name or address' })
  const table: [query: string, name: string, at: number][] = [
    [`${count}`, `Reader ${count}.`, count],
    ['2007', 'Reader 7.', 7],
    ['2225 ab', 'Reader 225.', 225],
    ['reader 12', 'Reader 12.', 12],
    ['reader 12', 'Reader 120.', 120],
    ['k1200', 'Reader 201.', 201],
  ]
  for (const [query, name, at] of table) {
    await find.fill(query)
    await find.press('Enter')
    await page.getByText(`Piece ${at} of ${count}`).waitFor()
    await page.locator('strong', { hasText: name }).waitFor()
  }
  await find.fill('9999')
  await find.press('Enter')
  await page.getByText('No piece has this number').waitFor()
})

test('paging through pending items works beyond the first hundred, even from an item late in the list', async () => {
  const items = Array.from({ length: 230 }, (_, index) => {
    const recipient = { ...sampleRecipient(index), name: `Member ${index + 1}.` }
    return { postflowId: samples.postflowIds[0], recipient, data: { firstName: 'Member' } }
  })
  await samples.call('POST', '/items/bulk', { items })
  const query = 'filter[status]=PENDING_APPROVAL&sort=createdAt&include=total&limit=200'
  const { data, totalCount } = await samples.call('GET', `/items?${query}`)
  let left = totalCount
  const place = (at: number) => page.getByText(`${at} of ${left} to approve`).waitFor()
  await leafFrom(data[197])
  await place(198)
  for (let at = 199; at <= 202; at++) {
    await page.getByRole('button', { name: 'Next piece' }).click()
    await place(at)
  }
  await approve().click()
  left--
  await place(202)
  await page.getByRole('button', { name: 'Previous piece' }).click()
  await place(201)
})

test('causes no page errors', () => {
  expect(portal.errors.filter((error) => !error.includes(`/items/${withoutPicture}/paper`))).toEqual([])
})
