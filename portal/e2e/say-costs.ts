import type { Page } from 'playwright-core'
import { callAsPerson } from './portal.ts'

/** Says what paper and clicks cost the shop, as the operator whom the page shows. */
export const sayCosts = async (page: Page): Promise<void> => {
  const { revision, file } = await callAsPerson(page, 'GET', '/platform/catalogue')
  const costs = [
    { key: 'paper', name: 'Paper', kind: 'SHEETS', centsPerThousand: 4_300 },
    { key: 'clicks', name: 'Clicks of the press', kind: 'CLICKS', centsPerThousand: 850 },
  ]
  await callAsPerson(page, 'PUT', '/platform/catalogue', { ...file, costs }, { 'If-Match': `"${revision}"` })
}
