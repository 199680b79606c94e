import type { Page } from 'playwright-core'
import { sampleRecipient } from '../../../bin/demo/steps.ts'
import { settled } from '../settled.ts'
import { once, type Sample, type Screen } from './screen.ts'

/** An action on an item that can be cancelled, one that already is, and one that doesn't exist. */
const itemAction = once(async ({ call, createItem, itemId }: Sample) => {
  const [first, second] = [await createItem(40), await createItem(41)]
  await call('POST', `/items/${second.id}/cancel`)
  const { id } = await call('POST', '/item-actions', {
    action: 'CANCEL',
    ids: [first.id, second.id, `itm_${itemId.slice(5).split('').reverse().join('')}`],
  })
  return id as string
})
/** An item with a wrong postal code. */
const problemItem = once(async ({ createItem }: Sample) => (await createItem(119)).id as string)
/** An item of a Postflow with approval of each item. */
const waitingItem = once(async ({ call, postflowIds }: Sample) => {
  const { templateId } = await call('GET', `/postflows/${postflowIds[0]}`)
  const body = { name: 'Asks before it prints', templateId, approval: 'PER_ITEM' }
  const { id: postflowId } = await call('POST', '/postflows', body)
  await call('POST', `/postflows/${postflowId}/activate`)
  const data = { firstName: 'Noor' }
  const { id } = await call('POST', '/items', { postflowId, recipient: sampleRecipient(1), data })
  return id as string
})
/** A rejected item and its corrected copy. */
const corrected = once(async (sample: Sample) => {
  const { postflowId, recipient, data } = await sample.call('GET', `/items/${await waitingItem(sample)}`)
  const rejected = await sample.call('POST', '/items', { postflowId, recipient: sampleRecipient(2), data })
  await sample.call('POST', `/items/${rejected.id}/reject`, { reason: 'The street is wrong' })
  const body = { postflowId, recipient: { ...recipient, name: 'Noor' }, data }
  const copy = await sample.call('POST', '/items', { ...body, correctionOfItemId: rejected.id })
  return { rejected: rejected.id as string, copy: copy.id as string }
})
/** Selects the oldest items, which no other screen's sample cancels. */
const choose = async (page: Page) => {
  const boxes = page.locator('tbody').getByRole('checkbox')
  // The last rows exist once the list was scrolled.
  await boxes.last().scrollIntoViewIfNeeded()
  await settled(page)
  for (const index of [-1, -2, -3]) await boxes.nth(index).click()
}

export const itemScreens: readonly Screen[] = [
  {
    name: 'desk',
    path: () => '/desk',
    ready: async (page) => {
      await page.locator('main li img').first().waitFor()
      await settled(page)
    },
  },
  {
    name: 'envelope',
    path: ({ itemId }) => `/items/${itemId}`,
    ready: async (page) => {
      await page.getByRole('radio', { name: /envelop/i }).check()
      await settled(page)
    },
  },
  {
    name: 'item-waiting',
    path: async (sample) => `/items/${await waitingItem(sample)}`,
    ready: async (page) => {
      await page
        .getByRole('button', { name: 'Approve' })
        .or(page.getByRole('button', { name: 'Goedkeuren' }))
        .waitFor()
      await page.locator('figure img').waitFor()
      await settled(page)
    },
  },
  {
    name: 'items-waiting',
    path: async (sample) => {
      await waitingItem(sample)
      return '/items/waiting'
    },
    ready: async (page) => {
      await page.waitForURL(/itm_/)
      await page.locator('figure img').waitFor()
      await settled(page)
    },
  },
  {
    name: 'items',
    path: () => '/items',
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'item',
    path: ({ itemId }) => `/items/${itemId}`,
    ready: (page) => page.locator('figure img').waitFor(),
  },
  {
    name: 'item-problem',
    path: async (sample) => `/items/${await problemItem(sample)}`,
    ready: async (page) => {
      await page.locator('main form [aria-invalid]').first().waitFor()
      await page.locator('figure img').waitFor()
      await settled(page)
    },
  },
  {
    name: 'item-correct',
    path: async (sample) => `/items/${await waitingItem(sample)}`,
    ready: async (page) => {
      await page.getByRole('button', { name: /^(More actions|Meer acties)/ }).click()
      await page.getByRole('menuitem', { name: /^(Edit|Bewerken)/ }).click()
      await page
        .getByRole('dialog')
        .getByLabel(/^(Street|Straat)/)
        .waitFor()
    },
  },
  {
    name: 'item-rejected',
    path: async (sample) => `/items/${(await corrected(sample)).rejected}`,
    ready: (page) => page.getByText(/Sent again as|Opnieuw verstuurd als/).waitFor(),
  },
  {
    name: 'item-copy',
    path: async (sample) => `/items/${(await corrected(sample)).copy}`,
    ready: (page) => page.getByText(/Corrected copy of|Verbeterde kopie van/).waitFor(),
  },
  {
    name: 'items-chosen',
    path: () => '/items',
    ready: choose,
  },
  {
    name: 'items-asked',
    path: () => '/items',
    ready: async (page) => {
      await choose(page)
      await page.getByRole('button', { name: /^(Cancel|Annuleren)$/ }).click()
    },
  },
  {
    name: 'item-actions',
    path: async (sample) => {
      await itemAction(sample)
      return '/item-actions'
    },
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'item-action',
    path: async (sample) => `/item-actions/${await itemAction(sample)}`,
    ready: (page) => page.getByRole('table').waitFor(),
  },
]
