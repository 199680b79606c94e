import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, sampled } from './portal.ts'
import type { Sample } from './screens/screen.ts'
import { warned } from './screens/warnings.ts'

let portal: Portal
let page: Page
let sample: Sample

beforeAll(async () => {
  portal = await openPortal()
  page = await portal.newPage()
  sample = await sampled(portal, page, 1)
})
afterAll(() => portal?.close())

test('letters with warnings are shown before a mailing is approved, and listed', async () => {
  const id = await warned(sample)
  await page.goto(`${portal.server.url}/portal/postbatches/${id}?mode=test`)
  const warnings = page.getByRole('region', { name: 'Check 2 letters before you approve' })
  const family = warnings.getByRole('listitem').filter({ hasText: 'Berg, van den' })
  await family.getByText('Printed: Berg, van den').waitFor()
  const city = warnings.getByRole('listitem').filter({ hasText: 'P. de Vries' })
  await city.getByText('1012 LG Amsterdam').first().waitFor()
  await warnings.getByRole('link', { name: 'Show all of these letters' }).first().click()
  const rows = page.locator('tbody tr:not(.gap)')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: 'With remarks ×' }).click()
  await expect.poll(() => rows.count()).toBe(4)
  expect(portal.errors).toEqual([])
})

test('a bulk approval counts items with warnings', async () => {
  const { templateId } = await sample.call('GET', `/postbatches/${await warned(sample)}`)
  const postflow = { name: 'Each looked at', templateId, approval: 'PER_ITEM' }
  const { id: postflowId } = await sample.call('POST', '/postflows', postflow)
  await sample.call('POST', `/postflows/${postflowId}/activate`)
  const recipient = { street: 'Damrak', postalCode: '1012 LG', city: 'Amsterdam', country: 'NL' }
  const names = ['Bakker, de', 'Anna Smit', 'Bram Bos']
  const items = names.map((name, index) => ({
    ...{ postflowId, data: { letterSalutation: 'Beste leden' } },
    recipient: { ...recipient, name, houseNumber: `${index + 1}` },
  }))
  await sample.call('POST', '/items/bulk', { items })
  await page.goto(
    `${portal.server.url}/portal/items?mode=test&postflow=${postflowId}&status=PENDING_APPROVAL`,
  )
  await page.locator('thead').getByRole('checkbox').click()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByText('1 of them has a remark about how it is printed.').waitFor()
  expect(portal.errors).toEqual([])
})
