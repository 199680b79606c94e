import { describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { greetingCard } from '../../support/greeting-card.ts'
import { createPostbatchShop, people, person } from '../../support/postbatches.ts'
import { zoe } from '../../support/recipients.ts'

describe('the items of a Postbatch', () => {
  test('are held until approval, need attention, or are suppressed', async () => {
    const shop = await createPostbatchShop()
    await shop.call('suppressions.create', {
      body: { recipient: { ...zoe, houseNumber: '3' }, reason: 'opt_out' },
    })
    const id = await shop.draft()
    const { body } = await shop.refuse('postbatches.addItems', id, {
      body: {
        items: [
          person(1),
          { ...person(2), data: {} },
          person(3),
          person(1),
          { recipient: {} },
          { sendOn: 'x' },
        ],
      },
    })
    expect(body.createdCount).toBe(4)
    expect(
      body.results.map(
        (result: { item?: { status: string; heldReason: string } }) => result.item?.status ?? 'invalid',
      ),
    ).toEqual(['HELD', 'NEEDS_ATTENTION', 'SUPPRESSED', 'NEEDS_ATTENTION', 'invalid', 'invalid'])
    expect(body.results[0].item).toMatchObject({
      heldReason: 'APPROVAL_MODE',
      postflowId: null,
      postbatchId: id,
    })
    expect(body.results[3].item.findings[0].code).toBe('duplicate_recipient')
    expect(body.results[4].errors[0].parameter).toBe('items[4].recipient.country')
    expect((await shop.read(id)).itemsByStatus).toMatchObject({ HELD: 1, NEEDS_ATTENTION: 2, SUPPRESSED: 1 })
  })

  test('are corrected by PATCH, but sent with their Postbatch', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.draft([{ ...person(1), data: {} }])
    const [item] = (await shop.call('items.list', { query: { 'filter[postbatchId]': id } })).body.data
    expect(await shop.act('items.patch', item.id, { body: { sendOn: '2026-02-02' } })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'sendOn', code: 'not_allowed' }] },
    })
    const corrected = await shop.act('items.patch', item.id, { body: { data: { firstName: 'Zoë' } } })
    expect(corrected.body).toMatchObject({ status: 'HELD', heldReason: 'APPROVAL_MODE' })
    expect((await shop.read(id)).itemsByStatus).toMatchObject({ HELD: 1, NEEDS_ATTENTION: 0 })
  })

  test('count in the analytics of the Postbatch and not of a Postflow', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.draft(people(2))
    const summary = async (query: Record<string, string>) =>
      (await shop.call('analytics.summary', { query })).body.totals
    expect(await summary({ postbatchId: id })).toMatchObject({ created: 2, held: 2 })
    expect(await summary({ postbatchId: id, postflowId: shop.postflowId })).toMatchObject({ created: 0 })
    expect(await summary({})).toMatchObject({ created: 2 })
  })

  test('make a validated Postbatch a draft again', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated(people(1))
    await shop.step('postbatches.addItems', id, { body: { items: [person(2)] } })
    expect(await shop.read(id)).toMatchObject({ status: 'DRAFT', validatedAt: null })
    await shop.step('postbatches.validate', id)
    await shop.step('postbatches.patch', id, { body: { name: 'Other words' } })
    expect((await shop.read(id)).status).toBe('VALIDATED')
    await shop.step('postbatches.patch', id, { body: { allowDuplicates: true } })
    expect((await shop.read(id)).status).toBe('DRAFT')
  })
})

describe('validating a Postbatch', () => {
  test('pins its items to the current template version, and checks them against it', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.draft([person(1), { ...person(2), data: { firstName: 'P2', city: 'X' } }])
    const demanding = await shop.call('templates.create', {
      body: {
        name: 'Demanding',
        productSpecificationId: sampleIds.a6,
        document: greetingCard('Hi {{firstName}} of {{day}}'),
      },
    })
    const version = await shop.act('templates.publish', demanding.body.id)
    await shop.step('postbatches.patch', id, { body: { templateVersionId: version.body.id } })
    await shop.step('postbatches.validate', id)
    expect((await shop.read(id)).itemsByStatus).toMatchObject({ HELD: 0, NEEDS_ATTENTION: 2 })
    const items = (await shop.call('items.list', { query: { 'filter[postbatchId]': id } })).body.data
    for (const item of items) {
      expect(item.templateVersionId).toBe(version.body.id)
      expect(item.findings.map(({ code }: { code: string }) => code)).toContain('variable_missing')
    }
    expect(shop.logged).toEqual([])
  })

  test('finds new suppressions, and duplicates if they are no longer allowed', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.draft([person(1), person(1), person(2), person(3)], { allowDuplicates: true })
    expect((await shop.read(id)).itemsByStatus).toMatchObject({ HELD: 4 })
    await shop.call('suppressions.create', {
      body: { recipient: { ...zoe, houseNumber: '3' }, reason: 'opt_out' },
    })
    await shop.step('postbatches.patch', id, { body: { allowDuplicates: false } })
    await shop.step('postbatches.validate', id)
    // Of two equal items, the earlier is kept.
    expect((await shop.read(id)).itemsByStatus).toMatchObject({ HELD: 2, NEEDS_ATTENTION: 1, SUPPRESSED: 1 })
    // Validating again changes nothing.
    await shop.step('postbatches.validate', id)
    expect((await shop.read(id)).itemsByStatus).toMatchObject({ HELD: 2, NEEDS_ATTENTION: 1, SUPPRESSED: 1 })
  })

  test('needs items', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.draft()
    expect(await shop.refuse('postbatches.validate', id)).toMatchObject({ status: 409 })
    expect((await shop.read(id)).status).toBe('DRAFT')
  })
})
