import { beforeEach, describe, expect, test } from 'vitest'
import { argsOf } from '../../../src/core/engine/jobs/kinds.ts'
import { transact } from '../../../src/core/engine/transact.ts'
import { copyPostbatchItems } from '../../../src/core/features/postbatches/jobs/postbatches.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createPostbatchShop, type PostbatchShop, people, person } from '../../support/postbatches.ts'

let shop: PostbatchShop
beforeEach(async () => {
  shop = await createPostbatchShop()
})

const itemsOf = async (postbatchId: string) =>
  shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId }, { order: [{ field: 'id' }] }))
const namesIn = async (postbatchId: string) =>
  (await itemsOf(postbatchId)).map(({ recipientName, status }) => `${recipientName} ${status}`)
/** Creates and validates a mailing in test mode. */
const tried = async (items: readonly unknown[], settings: Record<string, unknown> = {}) => {
  const id = await shop.draft(items, settings, shop.keys.test)
  await shop.step('postbatches.validate', id, { key: shop.keys.test })
  return id
}
const copy = async (id: string, call: Parameters<PostbatchShop['step']>[2] = {}) =>
  (await shop.step('postbatches.copy', id, call)).id as string

describe('a mailing that was tested in test mode', () => {
  test('becomes a live one with its settings and valid recipients, without any charge', async () => {
    const [first, ...others] = people(3)
    const id = await tried(
      [
        { ...first, reference: 'K1', metadata: { source: 'list' } },
        ...others,
        { ...first, addressOverride: true },
        first,
        person(8, { postalCode: '12' }),
      ],
      { sendOn: '2026-02-02', trackingTargetUrl: 'https://example.com/a', description: 'For members' },
    )
    await shop.step('postbatches.approve', id, { key: shop.keys.test })
    const before = await shop.money()
    const made = await shop.call('postbatches.copy', { params: { id } })
    expect(made).toMatchObject({
      status: 201,
      headers: { Location: `/v1/postbatches/${made.body.id}` },
      body: {
        isTest: false,
        name: 'Spring',
        description: 'For members',
        status: 'DRAFT',
        templateVersionId: shop.templateVersionId,
        sendOn: '2026-02-02',
        trackingTargetUrl: 'https://example.com/a',
        copy: { postbatchId: id, isDone: false, leftOutCount: 0 },
        revision: 1,
        approvedAt: null,
      },
    })
    expect(made.body.id).not.toBe(id)
    await shop.settle()
    const done = await shop.read(made.body.id)
    expect(done).toMatchObject({ itemCount: 4, copy: { postbatchId: id, isDone: true, leftOutCount: 2 } })
    const [one, , , twice] = await itemsOf(made.body.id)
    expect(one).toMatchObject({
      mode: 'live',
      status: 'HELD',
      reference: 'K1',
      metadata: { source: 'list' },
      data: { firstName: 'P1' },
    })
    expect(twice).toMatchObject({ recipientName: 'Person 1', addressOverride: true })
    await shop.step('postbatches.validate', made.body.id)
    expect(await shop.read(made.body.id)).toMatchObject({
      status: 'VALIDATED',
      itemsByStatus: { HELD: 4, NEEDS_ATTENTION: 0 },
    })
    expect(await shop.money()).toEqual(before)
    expect(shop.logged).toEqual([])
  })

  test('skips suppressed, cancelled, reprinted and erased items, but not those of a cancelled mailing', async () => {
    const id = await tried(people(5))
    const [suppressed, cancelled, reprint, erased] = await itemsOf(id)
    await shop.force(suppressed!.id, 'SUPPRESSED')
    await shop.force(cancelled!.id, 'CANCELLED')
    await shop.services.store.write(async (rows) => {
      await rows.items.update(everyone, reprint!.id, { reprintOf: erased!.id })
      await rows.items.update(everyone, erased!.id, { erasureRequestedAt: 1 })
    })
    expect(await namesIn(await copy(id))).toEqual(['Person 5 HELD'])
    const whole = await tried(people(2, 11))
    await shop.step('postbatches.cancel', whole, { key: shop.keys.test })
    expect(await namesIn(await copy(whole))).toEqual(['Person 11 HELD', 'Person 12 HELD'])
  })

  test('is checked by the suppression list of live mode, and drops a day that has passed there', async () => {
    const id = await tried(people(2), { sendOn: '2026-02-02' })
    await shop.call('suppressions.create', { body: { recipient: person(2).recipient, reason: 'opt_out' } })
    await shop.advance('2026-02-03T08:00:00Z')
    const made = await copy(id)
    expect(await shop.read(made)).toMatchObject({ sendOn: null })
    expect(await namesIn(made)).toEqual(['Person 1 HELD', 'Person 2 SUPPRESSED'])
  })

  test('with a category that live mode lacks is refused until another is chosen', async () => {
    await shop.call('advertisingCategories.create', {
      key: shop.keys.test,
      body: { label: 'Garden', key: 'garden' },
    })
    const id = await tried(people(1), { advertisingCategory: 'garden' })
    expect(await shop.refuse('postbatches.copy', id)).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'advertisingCategory', code: 'unknown' }] },
    })
    const made = await copy(id, { body: { advertisingCategory: null, name: 'For real' } })
    expect(await shop.read(made)).toMatchObject({ advertisingCategory: null, name: 'For real' })
  })
})

describe('copying', () => {
  test("keeps each recipient's cost centre, and the one for new recipients", async () => {
    const [first, second] = people(2)
    const original = await tried([first, { ...second, billingGroup: null }], { billingGroup: 'A' })
    const made = await copy(original)
    expect((await shop.read(made)).billingGroup).toBe('A')
    expect((await itemsOf(made)).map(({ billingGroup }) => billingGroup).sort()).toEqual(['A', null])
    const { body } = await shop.call('analytics.billingGroups')
    expect((body.data as { billingGroup: string }[]).map(({ billingGroup }) => billingGroup)).toEqual(['A'])
  })

  test('works within a mode or from test to live, never from live to test or for other organisations', async () => {
    const live = await shop.draft(people(2))
    expect(await namesIn(await copy(live))).toEqual(['Person 1 HELD', 'Person 2 HELD'])
    const key = shop.keys.test
    expect((await shop.refuse('postbatches.copy', live, { key })).status).toBe(404)
    const other = await shop.another()
    const test = await tried(people(1))
    for (const key of [other.keys.live, other.keys.test]) {
      expect((await shop.refuse('postbatches.copy', test, { key })).status).toBe(404)
    }
    const reader = await shop.key('live', ['items.read', 'items.write'])
    expect((await shop.refuse('postbatches.copy', live, { key: reader })).status).toBe(403)
  })

  test('is not repeated for the same idempotency key', async () => {
    const id = await tried(people(2))
    const call = { params: { id }, idempotencyKey: 'once' }
    const [one, two] = [await shop.call('postbatches.copy', call), await shop.call('postbatches.copy', call)]
    expect(two.body).toEqual(one.body)
    await shop.settle()
    expect(await namesIn(one.body.id)).toHaveLength(2)
    expect((await shop.call('postbatches.list')).body.data).toHaveLength(1)
  })

  test('blocks validation, approval and another copy until it is done, and stops if it is cancelled', async () => {
    const id = await tried(people(2))
    const { id: made } = (await shop.call('postbatches.copy', { params: { id } })).body
    for (const operation of ['validate', 'copy']) {
      expect(await shop.refuse(`postbatches.${operation}`, made)).toMatchObject({
        status: 409,
        body: { code: 'invalid_state', detail: expect.stringContaining('still being copied') },
      })
    }
    await shop.call('postbatches.cancel', { params: { id: made } })
    await shop.settle()
    expect(await shop.read(made)).toMatchObject({ status: 'CANCELLED', itemCount: 0, copy: { isDone: true } })
    const { id: gone } = (await shop.call('postbatches.copy', { params: { id } })).body
    await shop.call('postbatches.remove', { params: { id: gone } })
    await shop.settle()
    expect(await itemsOf(gone)).toEqual([])
    expect(shop.logged).toEqual([])
  })

  test.each([
    ['was interrupted', { fault: 'The process died.' }],
    ['yielded to other jobs', { fault: undefined }],
  ])('resumes where it %s, and copies no recipient twice', async (_how, { fault }) => {
    const id = await tried(people(250))
    const { id: made } = (await shop.call('postbatches.copy', { params: { id } })).body
    const [job] = await shop.services.store.read((rows) =>
      rows.jobs.find(everyone, { kind: 'postbatches.copyItems' }),
    )
    let chunks = 0
    const again = { resumeAt: shop.clock.now() }
    const attempt = copyPostbatchItems.handler({
      services: shop.services,
      job: job!,
      args: argsOf<'postbatches.copyItems'>(job!),
      now: shop.clock.now(),
      transact: (work) => transact(shop.services, work),
      async extend() {
        if (++chunks === 2 && fault) throw new Error(fault)
      },
      giveWay: () => (chunks === 2 ? again : undefined),
    })
    if (fault) await expect(attempt).rejects.toThrow(fault)
    else expect(await attempt).toEqual(again)
    expect(await shop.read(made)).toMatchObject({ itemCount: 200, copy: { isDone: false } })
    await shop.settle()
    expect(await shop.read(made)).toMatchObject({ itemCount: 250, copy: { isDone: true, leftOutCount: 0 } })
    await shop.step('postbatches.validate', made)
    expect(await shop.read(made)).toMatchObject({ itemsByStatus: { HELD: 250 } })
  })
})
