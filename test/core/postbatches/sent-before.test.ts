import { describe, expect, test } from 'vitest'
import type { JobContext } from '../../../src/core/engine/jobs/job.ts'
import { transact } from '../../../src/core/engine/transact.ts'
import { saveItem } from '../../../src/core/features/items/save.ts'
import {
  countAgainUnlessCurrent,
  countSentBefore,
} from '../../../src/core/features/postbatches/sent-before.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { greetingCard } from '../../support/greeting-card.ts'
import { createPostbatchShop, type PostbatchShop, people, person } from '../../support/postbatches.ts'

const sentBefore = async (shop: PostbatchShop, id: string, key = shop.keys.live) => {
  const { status, body } = await shop.call('postbatches.quote', { key, params: { id } })
  expect(status).toBe(200)
  return body.sentBefore
}
/** Creates and approves a mailing. */
const approved = async (shop: PostbatchShop, items: readonly unknown[], settings = {}) => {
  const id = await shop.validated(items, settings)
  await shop.step('postbatches.approve', id)
  return id
}
/** Another published template. */
const otherTemplate = async (shop: PostbatchShop): Promise<string> => {
  const { specificationId } = (await shop.services.store.read((rows) =>
    rows.templates.get(everyone, shop.templateId),
  ))!
  const { body } = await shop.call('templates.create', {
    body: { name: 'Another', productSpecificationId: specificationId, document: greetingCard() },
  })
  await shop.call('templates.publish', { params: { id: body.id } })
  return body.id
}
const none = { count: 0, days: 30, last: null }

describe('the quote of a Postbatch counts recipients who were sent another piece of its template', () => {
  test('in an approved mailing, which it names with the time of approval', async () => {
    const shop = await createPostbatchShop()
    const first = await approved(shop, people(3), { name: 'December' })
    const { approvedAt } = await shop.read(first)
    const again = await shop.validated([...people(3), person(9)])
    expect(await sentBefore(shop, again)).toEqual({
      count: 3,
      days: 30,
      last: { at: approvedAt, postbatchId: first, postflowId: null, name: 'December' },
    })
    expect((await shop.step('postbatches.approve', again)).status).toBe('APPROVED')
  })

  test('in an item that a program created, even with an earlier version of the template', async () => {
    const shop = await createPostbatchShop()
    const { createdAt } = await shop.create(person(2))
    await shop.call('templates.publish', { params: { id: shop.templateId } })
    const id = await shop.validated(people(3))
    expect(await sentBefore(shop, id)).toEqual({
      count: 1,
      days: 30,
      last: { at: createdAt, postbatchId: null, postflowId: shop.postflowId, name: 'Greetings' },
    })
  })

  test('in a Postflow that now prints another template', async () => {
    const shop = await createPostbatchShop()
    await shop.create(person(2))
    const templateId = await otherTemplate(shop)
    await shop.call('postflows.patch', { params: { id: shop.postflowId }, body: { templateId } })
    await shop.create(person(3))
    const id = await shop.validated(people(3))
    expect(await sentBefore(shop, id)).toMatchObject({ count: 1, last: { postflowId: shop.postflowId } })
  })

  test('once for each piece, however many the recipient was sent', async () => {
    const shop = await createPostbatchShop()
    for (let times = 0; times < 4; times++) await shop.create(person(1))
    await approved(shop, people(2), { name: 'First' })
    const last = await approved(shop, people(2), { name: 'Second' })
    const id = await shop.validated(people(3))
    expect(await sentBefore(shop, id)).toMatchObject({ count: 2, last: { postbatchId: last } })
  })

  test('with the last of many pieces to one recipient', async () => {
    const shop = await createPostbatchShop()
    let last = ''
    for (let times = 0; times < 4; times++) {
      shop.clock.advance(1_000)
      last = (await shop.create(person(1))).createdAt
    }
    expect(await sentBefore(shop, await shop.validated(people(1)))).toMatchObject({ last: { at: last } })
  })

  test('in more pieces than one query reads', async () => {
    const shop = await createPostbatchShop()
    await approved(shop, people(150, 51))
    expect(await sentBefore(shop, await shop.validated(people(210)))).toMatchObject({ count: 150 })
  })

  test('by name and address, so that others at the address do not count', async () => {
    const shop = await createPostbatchShop()
    await approved(shop, people(1))
    const id = await shop.validated([person(1, { name: 'PERSON  1' }), person(1, { name: 'Anna Other' })])
    expect(await sentBefore(shop, id)).toMatchObject({ count: 1 })
  })

  test.each<[string, (shop: PostbatchShop) => Promise<unknown>]>([
    ['a mailing that waits for its approval', (shop) => shop.validated(people(3))],
    ['a cancelled mailing', async (shop) => shop.step('postbatches.cancel', await approved(shop, people(3)))],
    [
      'a mailing of another template',
      async (shop) => approved(shop, people(3), { templateId: await otherTemplate(shop) }),
    ],
    [
      'a mailing in the other mode',
      async (shop) => {
        const key = shop.keys.test
        const id = await shop.draft(people(3), {}, key)
        await shop.step('postbatches.validate', id, { key })
        await shop.step('postbatches.approve', id, { key })
      },
    ],
    [
      'a mailing approved more than 30 days ago',
      async (shop) => {
        await approved(shop, people(3))
        await shop.advance(31 * dayMs)
      },
    ],
    [
      'an item created more than 30 days ago',
      async (shop) => {
        await shop.create(person(1))
        await shop.advance(31 * dayMs)
      },
    ],
    ['a cancelled item', async (shop) => shop.act('items.cancel', (await shop.create(person(1))).id)],
    [
      'a rejected item',
      async (shop) => {
        const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
        const { id } = await shop.create({ ...person(1), postflowId })
        await shop.act('items.reject', id, { body: { reason: 'Not this one.' } })
      },
    ],
    [
      'a failed item',
      async (shop) => {
        const { id } = await shop.create(person(1))
        const failed = { ...(await shop.row(id)), status: 'FAILED' as const }
        await shop.services.store.write((rows) => saveItem(rows, failed))
      },
    ],
    ['an item that needs attention', (shop) => shop.create(person(1, { postalCode: '12' }))],
  ])('but not for %s', async (_what, before) => {
    const shop = await createPostbatchShop()
    await before(shop)
    expect(await sentBefore(shop, await shop.validated(people(3)))).toEqual(none)
  })
})

describe('this count', () => {
  test('is unknown before validation, and after a change of content', async () => {
    const shop = await createPostbatchShop()
    await approved(shop, people(1))
    const id = await shop.draft(people(1))
    expect(await sentBefore(shop, id)).toBeNull()
    await shop.step('postbatches.validate', id)
    expect(await sentBefore(shop, id)).toMatchObject({ count: 1 })
    await shop.step('postbatches.addItems', id, { body: { items: [person(2)] } })
    expect(await sentBefore(shop, id)).toBeNull()
  })

  test('follows the approval and the cancellation of another mailing while this one waits', async () => {
    const shop = await createPostbatchShop()
    const [one, other] = [await shop.validated(people(3)), await shop.validated(people(2))]
    const { revision } = await shop.read(other)
    await shop.step('postbatches.approve', one)
    expect(await sentBefore(shop, other)).toMatchObject({ count: 2, last: { postbatchId: one } })
    await shop.step('postbatches.cancel', one)
    expect(await sentBefore(shop, other)).toEqual(none)
    expect((await shop.read(other)).revision).toBe(revision)
  })

  test('is counted again if another mailing was approved during the count', async () => {
    const shop = await createPostbatchShop()
    const [one, other] = [await shop.validated(people(3)), await shop.validated(people(2))]
    const { services } = shop
    const now = shop.clock.now()
    const postbatch = (await services.store.read((rows) => rows.postbatches.get(everyone, other)))!
    const counted = await countSentBefore({ services, now, extend: async () => {} } as JobContext, postbatch)
    const jobs = () =>
      services.store.read((rows) => rows.jobs.count(everyone, { kind: 'postbatches.countSentBefore' }))
    const look = () =>
      transact(services, (transaction) => countAgainUnlessCurrent(transaction, postbatch, counted, now))
    await look()
    expect(await jobs()).toBe(0)
    await shop.forcePostbatch(other, 'VALIDATING')
    await shop.step('postbatches.approve', one)
    await look()
    expect(await jobs()).toBe(1)
  })

  test('is frozen at approval', async () => {
    const shop = await createPostbatchShop()
    const first = await approved(shop, people(2))
    const again = await approved(shop, people(2))
    await shop.step('postbatches.cancel', first)
    expect(await sentBefore(shop, again)).toMatchObject({ count: 2, last: { postbatchId: first } })
  })
})
