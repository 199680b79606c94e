import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import type { PostflowRow } from '../../../src/core/model/postflows.ts'
import type { Store } from '../../../src/core/ports/store.ts'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

/** Creates a shop in which a Postflow can change between the check of an item and its transaction. */
const openShop = async () => {
  const inner = createMemoryStore({ replay: true })
  const next: { change?: () => Promise<void> } = {}
  const store: Store = {
    ...inner,
    read: (body) => inner.read(body),
    async write(body, options) {
      const { change } = next
      delete next.change
      await change?.()
      return inner.write(body, options)
    },
  }
  const shop = await createItemShop({ ports: { store } })
  const changeNext = (postflowId: string, patch: Partial<PostflowRow>) => {
    const scope = { organisationId: shop.organisation.id, mode: 'live' as const }
    next.change = async () => {
      await inner.write((rows) => rows.postflows.update(scope, postflowId, patch))
    }
  }
  return { shop, changeNext }
}

describe('an item whose Postflow changes after the check', () => {
  const categories: [string, string | null, string | null, string][] = [
    ['is suppressed by the new category', 'food', 'retail', 'SUPPRESSED'],
    ['is suppressed if it had no category', null, 'retail', 'SUPPRESSED'],
    ['is not suppressed by the earlier category', 'retail', 'food', 'SCHEDULED'],
    ['is not suppressed if it no longer has a category', 'retail', null, 'SCHEDULED'],
  ]
  test.each(categories)('%s', async (_name, before, after, status) => {
    const { shop, changeNext } = await openShop()
    const entry = { recipient: zoe, reason: 'opt_out', advertisingCategory: 'retail' }
    expect((await shop.call('suppressions.create', { body: entry })).status).toBe(201)
    const postflowId = await shop.postflow({ advertisingCategory: before })
    changeNext(postflowId, { advertisingCategory: after })
    expect(await shop.create({ postflowId })).toMatchObject({ status, advertisingCategory: after })
  })

  const windows: [string, number, number, string][] = [
    ['is a duplicate within the new window', 0, 30, 'NEEDS_ATTENTION'],
    ['is no duplicate if there is no longer a window', 30, 0, 'SCHEDULED'],
  ]
  test.each(windows)('%s', async (_name, before, after, status) => {
    const { shop, changeNext } = await openShop()
    const postflowId = await shop.postflow({ duplicateWindowDays: before })
    await shop.create({ postflowId })
    changeNext(postflowId, { duplicateWindowDays: after })
    expect(await shop.create({ postflowId })).toMatchObject({ status })
  })

  test('keeps the template version that it was measured with', async () => {
    const { shop, changeNext } = await openShop()
    const postflowId = await shop.postflow()
    const measured = shop.templateVersionId
    const again = await shop.call('templates.publish', { params: { id: shop.templateId } })
    const later = again.body.id
    expect(later).not.toBe(measured)
    changeNext(postflowId, { templateVersionId: later })
    expect((await shop.create({ postflowId })).templateVersionId).toBe(measured)
  })
})
