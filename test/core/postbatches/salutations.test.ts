import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { person } from '../../support/postbatches.ts'
import { createSalutationShop, type SalutationShop, smit, vries } from '../../support/salutations.ts'

let shop: SalutationShop
beforeEach(async () => {
  shop = await createSalutationShop()
})

describe('the salutations of a mailing', () => {
  test('are listed before approval, doubtful ones first, then the most frequent', async () => {
    const id = await shop.mailing()
    const [, , , doubtful] = await shop.itemsOf(id)
    expect(await shop.listed(id)).toMatchObject({
      data: [
        {
          salutation: smit,
          itemCount: 1,
          isDoubtful: true,
          correction: null,
          itemId: doubtful!.id,
          recipientName: 'D. Smit',
        },
        { salutation: vries, itemCount: 2, isDoubtful: false },
        { salutation: 'Geachte heer Bos', itemCount: 1 },
      ],
      totalCount: 3,
      hasMore: false,
      unlistedItemCount: 0,
      isCorrecting: false,
      isComposed: true,
    })
  })

  test('are listed in pages, and found by words', async () => {
    const id = await shop.mailing()
    expect(await shop.listed(id, 'limit=2')).toMatchObject({
      data: { length: 2 },
      hasMore: true,
      totalCount: 3,
    })
    expect(await shop.listed(id, 'offset=2&limit=2')).toMatchObject({
      data: [{ salutation: 'Geachte heer Bos' }],
      hasMore: false,
    })
    expect(await shop.texts(id, 'search=DE%20vriés')).toEqual([`2 ${vries}`])
  })

  test('need the permission to read items', async () => {
    const id = await shop.mailing()
    const key = await shop.key('live', ['postflows.write'])
    expect(await shop.call('postbatches.salutations', { key, params: { id } })).toMatchObject({ status: 403 })
  })

  test('are empty if the template prints a merge field of its own', async () => {
    const id = await shop.validated([person(1)])
    expect(await shop.listed(id)).toMatchObject({ data: [], isComposed: false })
  })

  test('exclude items that are not sent', async () => {
    const id = await shop.mailing()
    const [first] = await shop.itemsOf(id)
    await shop.act('items.cancel', first!.id)
    expect(await shop.texts(id)).toContain(`1 ${vries}`)
  })
})

describe('a corrected salutation', () => {
  test('is printed unchanged in all letters that had the original', async () => {
    const id = await shop.mailing()
    const answer = await shop.correct(id, [
      { salutation: vries, corrected: 'Geachte dames De Vries' },
      { salutation: smit, corrected: 'Dhr.' },
    ])
    expect(answer).toMatchObject({
      status: 202,
      body: { status: 'VALIDATED', isCorrectingSalutations: true },
    })
    expect(await shop.listed(id)).toMatchObject({
      isCorrecting: true,
      data: [{ correction: 'Dhr.' }, { correction: 'Geachte dames De Vries' }, { correction: null }],
    })
    await shop.settle()
    expect(await shop.texts(id)).toEqual(['1 Dhr.', '2 Geachte dames De Vries', '1 Geachte heer Bos'])
    expect(await shop.listed(id)).toMatchObject({ isCorrecting: false })
    const items = await shop.itemsOf(id)
    expect(items.map(({ data }) => data.letterSalutation)).toEqual([
      'Geachte dames De Vries',
      'Geachte dames De Vries',
      undefined,
      'Dhr.',
    ])
    expect(items.map(({ status }) => status)).toEqual(items.map(() => 'HELD'))
    // A form of address is printed if a user asks for it, with a warning.
    expect(items.map(({ findings }) => findings)).toMatchObject([
      [],
      [],
      [],
      [{ code: 'salutation_unclear', severity: 'warning', field: 'data.letterSalutation' }],
    ])
    expect(shop.logged).toEqual([])
  })

  test('can be corrected again, and is kept by validation, copies and letters', async () => {
    const id = await shop.mailing()
    await shop.correct(id, [{ salutation: vries, corrected: 'Beste buren' }])
    await shop.settle()
    await shop.correct(id, [{ salutation: 'Beste buren', corrected: 'Beste allemaal' }])
    await shop.settle()
    await shop.step('postbatches.validate', id)
    expect(await shop.texts(id)).toContain('2 Beste allemaal')
    const copy = await shop.step('postbatches.copy', id)
    expect(await shop.texts(copy.id)).toContain('2 Beste allemaal')
    await shop.step('postbatches.approve', id)
    expect(await shop.read(id)).toMatchObject({ status: 'SCHEDULED' })
    expect(await shop.texts(id)).toEqual([])
  })

  test('needs attention if it does not fit on the page', async () => {
    const id = await shop.mailing()
    await shop.correct(id, [{ salutation: vries, corrected: 'TOO LONG' }])
    await shop.settle()
    expect(await shop.read(id)).toMatchObject({ itemsByStatus: { HELD: 2, NEEDS_ATTENTION: 2 } })
  })

  test('blocks validation and approval of the mailing until it is in all items', async () => {
    const id = await shop.mailing()
    await shop.correct(id, [{ salutation: vries, corrected: 'Beste buren' }])
    for (const operation of ['postbatches.approve', 'postbatches.validate']) {
      expect(await shop.refuse(operation, id), operation).toMatchObject({
        status: 409,
        body: { code: 'invalid_state' },
      })
    }
    await shop.settle()
    expect(await shop.refuse('postbatches.approve', id)).toMatchObject({ status: 200 })
  })

  test('is refused after approval, and with another revision', async () => {
    const id = await shop.mailing()
    const corrections = [{ salutation: vries, corrected: 'Beste buren' }]
    const { revision } = await shop.read(id)
    expect(await shop.correct(id, corrections, { ifMatch: String(revision + 1) })).toMatchObject({
      status: 412,
    })
    await shop.step('postbatches.approve', id)
    expect(await shop.correct(id, corrections)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    })
  })

  test('replaces a waiting one of the same salutation', async () => {
    const id = await shop.mailing()
    await shop.correct(id, [{ salutation: vries, corrected: 'Beste buren' }])
    await shop.correct(id, [{ salutation: vries, corrected: 'Beste buurvrouwen' }])
    await shop.settle()
    expect(await shop.texts(id)).toContain('2 Beste buurvrouwen')
  })

  test('is written to items in many chunks', async () => {
    const many = Array.from({ length: 230 }, (_, index) => ({
      ...person(index + 1, { name: 'A. Bos' }),
      data: { sex: 'v' },
    }))
    const id = await shop.validated(many, { templateId: shop.saluted })
    expect(await shop.texts(id)).toEqual(['230 Geachte mevrouw Bos'])
    await shop.correct(id, [{ salutation: 'Geachte mevrouw Bos', corrected: 'Beste buren' }])
    await shop.settle()
    expect(await shop.texts(id)).toEqual(['230 Beste buren'])
  })

  test('is hidden in the audit log', async () => {
    const id = await shop.mailing()
    await shop.correct(id, [{ salutation: vries, corrected: 'Beste buren' }])
    const query = `filter[resourceId]=${id}&filter[operation]=postbatches.correctSalutations`
    const log = await shop.call('auditLog.list', { session: await shop.portal(), query })
    expect(log.body.data).toMatchObject([
      { action: 'CHANGED', resource: 'postbatch', after: { salutationCorrections: '[hidden]' } },
    ])
    expect(JSON.stringify(log.body)).not.toContain('Vries')
  })

  test('is removed with the erasure of a recipient while it waits', async () => {
    const id = await shop.mailing()
    const [first] = await shop.itemsOf(id)
    await shop.act('items.cancel', first!.id)
    await shop.correct(id, [{ salutation: vries, corrected: 'Beste buren' }])
    expect(await shop.act('items.erase', first!.id)).toMatchObject({ status: 202 })
    const row = await shop.services.store.read((rows) => rows.postbatches.get(everyone, id))
    expect(row?.salutationCorrections).toBeNull()
    await shop.settle()
    expect(await shop.texts(id)).toContain(`1 ${vries}`)
  })

  test('waits for another caller if its own loses the permission', async () => {
    const many = Array.from({ length: 130 }, (_, index) => ({
      ...person(index + 1, { name: 'A. de Vries' }),
      data: { sex: 'v' },
    }))
    const id = await shop.validated(many, { templateId: shop.saluted })
    const session = await shop.portal({ permissions: ['items.read', 'postflows.write'] })
    const corrections = [{ salutation: vries, corrected: 'Beste buren' }]
    expect(await shop.correct(id, corrections, { session, mode: 'live' })).toMatchObject({ status: 202 })
    const write = shop.services.store.write.bind(shop.services.store)
    let isDismissed = false
    shop.services.store.write = async (body, options) => {
      const value = await write(body, options)
      const first = (await shop.itemsOf(id))[0]
      if (!isDismissed && first?.data.letterSalutation) {
        isDismissed = true
        await write((rows) =>
          rows.members.remove({ organisationId: shop.organisation.id }, { userId: session.user.id }),
        )
      }
      return value
    }
    await shop.settle()
    expect(await shop.listed(id)).toMatchObject({ isCorrecting: true })
    expect(await shop.texts(id)).toEqual(['100 Beste buren', `30 ${vries}`])
    await shop.correct(id, corrections)
    await shop.settle()
    expect(await shop.texts(id)).toEqual(['130 Beste buren'])
  })
})
