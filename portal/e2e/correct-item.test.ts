import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRecipient } from '../../bin/demo/steps.ts'
import { openPortal, type Portal, sampled } from './portal.ts'
import { thankYouLetter } from './screens/donors.ts'
import type { Sample } from './screens/screen.ts'

let portal: Portal
let page: Page
let sample: Sample
let postflowId: string

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 1)
  const templateId = await thankYouLetter(sample, 'Thanks for a gift')
  const { id } = await sample.call('POST', '/postflows', { name: 'Thanks', templateId })
  await sample.call('POST', `/postflows/${id}/activate`)
  postflowId = id
})
afterAll(() => portal?.close())

const dialog = () => page.getByRole('dialog')
const save = () => dialog().getByRole('button', { name: 'Save' }).click()
const correct = async () => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
}
const itemWith = async (change: object) => {
  const recipient = { ...sampleRecipient(40), postalCode: '1012 LG', city: 'Amsterdam', country: 'NL' }
  const data = { bedrag: '25', datum: '2026-01-05', letterSalutation: 'Beste leden' }
  const { id } = await sample.call('POST', '/items', { postflowId, recipient, data, ...change })
  await page.goto(`${portal.server.url}/portal/items/${id}?mode=test`)
  return () => sample.call('GET', `/items/${id}`)
}

test('amounts and dates are corrected as typed, and shown as printed', async () => {
  const read = await itemWith({
    data: { bedrag: '12,50', datum: '2026-01-05', letterSalutation: 'Beste leden' },
  })
  await correct()
  const amount = dialog().getByLabel('Bedrag')
  const day = dialog().getByLabel('Datum')
  expect(await day.inputValue()).toBe('5 januari 2026')
  await amount.fill('veel')
  await dialog().getByText('Enter an amount, for example € 48,75.').waitFor()
  await save()
  expect(await amount.getAttribute('aria-invalid')).toBe('true')
  await amount.fill('48,75')
  await dialog().getByText('Printed: € 48,75').waitFor()
  await day.fill('27-2-2026')
  await dialog().getByText('Printed: 27 februari 2026').waitFor()
  await save()
  await page.getByText('Saved and checked').waitFor()
  expect(await read()).toMatchObject({
    status: 'SCHEDULED',
    data: { bedrag: '48.75', datum: '2026-02-27', letterSalutation: 'Beste leden' },
  })
  expect(portal.errors).toEqual([])
})

test('a merge field that another member changed keeps its value', async () => {
  const read = await itemWith({
    data: { bedrag: '12,50', datum: '2026-01-05', letterSalutation: 'Beste leden' },
  })
  await correct()
  const { id, data } = await read()
  await sample.call('PATCH', `/items/${id}`, { data: { ...data, letterSalutation: 'Beste buren' } })
  await dialog().getByLabel('Bedrag').fill('30')
  await save()
  await dialog().getByText('Someone else changed it').waitFor()
  await save()
  await page.getByText('Saved and checked').waitFor()
  expect(await read()).toMatchObject({ data: { bedrag: '30', letterSalutation: 'Beste buren' } })
  portal.errors = portal.errors.filter((error) => !/412 .*\/v1\/items\//.test(error))
  expect(portal.errors).toEqual([])
})

test('a confirmed address stays confirmed, and a changed one must be confirmed again', async () => {
  const { templateId } = await sample.call('GET', `/postflows/${postflowId}`)
  const postflow = { name: 'Looked at', templateId, approval: 'PER_ITEM' }
  const { id: approvalPostflowId } = await sample.call('POST', '/postflows', postflow)
  await sample.call('POST', `/postflows/${approvalPostflowId}/activate`)
  const recipient = { ...sampleRecipient(41), postalCode: '12', city: 'Amsterdam', country: 'NL' }
  const read = await itemWith({ postflowId: approvalPostflowId, recipient, addressOverride: true })
  const box = dialog().getByLabel('Print the address as written')
  await correct()
  expect(await box.isChecked()).toBe(true)
  await dialog().getByLabel('Bedrag').fill('30')
  await save()
  await page.getByText('Saved and checked').waitFor()
  expect(await read()).toMatchObject({
    status: 'PENDING_APPROVAL',
    addressOverride: true,
    data: { bedrag: '30' },
  })
  await page.reload()
  await correct()
  await dialog().getByLabel('Postal code').fill('13')
  await dialog().getByText('You confirmed the earlier address.').waitFor()
  expect(await box.isChecked()).toBe(false)
  await box.check()
  await save()
  await page.getByText('Saved and checked').waitFor()
  expect(await read()).toMatchObject({
    status: 'PENDING_APPROVAL',
    addressOverride: true,
    recipient: { postalCode: '13' },
  })
  expect(portal.errors).toEqual([])
})

test('fields shown with an error follow an edit in the dialog', async () => {
  const recipient = { ...sampleRecipient(42), postalCode: '12', city: 'Amsterdam', country: 'NL' }
  const read = await itemWith({ recipient })
  const fields = page.getByRole('form', { name: /^12 is not a postal code/ })
  await correct()
  await dialog().getByLabel('City').fill('Utrecht')
  await save()
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => fields.getByLabel('City').inputValue()).toBe('Utrecht')
  await fields.getByLabel('Postal code').fill('3511 LK')
  await fields.getByRole('button', { name: 'Save and check' }).click()
  await page.getByText('Saved and checked').waitFor()
  expect(await read()).toMatchObject({
    status: 'SCHEDULED',
    recipient: { postalCode: '3511 LK', city: 'Utrecht' },
  })
  expect(portal.errors).toEqual([])
})
