import type { Page } from 'playwright-core'
import { callAsPerson } from './portal.ts'

/** Enters the costs of paper and clicks, as the page's operator. */
export const enterCosts = async (page: Page): Promise<void> => {
  const { revision, file } = await callAsPerson(page, 'GET', '/platform/catalogue')
  const costs = [
    { key: 'paper', name: 'Paper', kind: 'SHEETS', centsPerThousand: 4_300 },
    { key: 'clicks', name: 'Clicks of the press', kind: 'CLICKS', centsPerThousand: 850 },
  ]
  await callAsPerson(page, 'PUT', '/platform/catalogue', { ...file, costs }, { 'If-Match': `"${revision}"` })
}
