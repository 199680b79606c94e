import { describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { greetingCard } from '../../support/greeting-card.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'

const draftOf = async (shop: ItemShop, settings: Record<string, unknown> = {}) =>
  (await shop.call('postflows.create', { body: { name: 'New', templateId: shop.templateId, ...settings } }))
    .body

describe('a Postflow', () => {
  test('starts as a draft that pins the latest version of its template', async () => {
    const shop = await createItemShop()
    const response = await shop.call('postflows.create', {
      body: { name: ' Welcome ', templateId: shop.templateId, trackingTargetUrl: 'https://example.com/a' },
    })
    expect(response).toMatchObject({ status: 201 })
    expect(response.body).toEqual({
      id: expect.stringMatching(/^pfl_/),
      isTest: false,
      name: 'Welcome',
      description: null,
      status: 'DRAFT',
      templateId: shop.templateId,
      templateVersionId: shop.templateVersionId,
      productId: sampleIds.postcard,
      productSpecificationId: sampleIds.a6,
      advertisingCategory: null,
      approval: 'NONE',
      returnAddressId: null,
      trackingTargetUrl: 'https://example.com/a',
      billingGroup: null,
      duplicateWindowDays: 0,
      revision: 1,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
      activatedAt: null,
      archivedAt: null,
    })
    expect((await shop.act('postflows.get', response.body.id)).body).toEqual(response.body)
  })

  test('refuses unknown references, all at once', async () => {
    const shop = await createItemShop()
    const refused = async (body: Record<string, unknown>) =>
      (await shop.call('postflows.create', { body: { name: 'X', ...body } })).body.errors?.map(
        (error: { parameter: string; code: string }) => `${error.parameter} ${error.code}`,
      )
    expect(
      await refused({
        templateVersionId: 'tv_none',
        advertisingCategory: 'nonsense',
        returnAddressId: 'ret_x',
      }),
    ).toEqual(['templateVersionId unknown', 'advertisingCategory unknown', 'returnAddressId unknown'])
    expect(
      await refused({ templateId: shop.templateId, trackingTargetUrl: 'https://good@evil.example' }),
    ).toEqual(['trackingTargetUrl invalid_value'])
    expect(await refused({})).toEqual(['templateVersionId required'])
    expect(await refused({ templateId: 'tpl_none' })).toEqual(['templateId unknown'])
    expect(await refused({ templateId: shop.templateId, templateVersionId: shop.templateVersionId })).toEqual(
      ['templateId conflict'],
    )
    const blank = await shop.call('templates.create', {
      body: { name: 'Blank', productSpecificationId: sampleIds.a6, document: greetingCard() },
    })
    expect(await refused({ templateId: blank.body.id })).toEqual(['templateId unpublished'])
  })

  test('is archived permanently', async () => {
    const shop = await createItemShop()
    const { id } = await draftOf(shop)
    expect((await shop.act('postflows.archive', id)).body).toMatchObject({
      status: 'ARCHIVED',
      archivedAt: '2026-01-05T09:00:00.000Z',
    })
    expect(await shop.act('postflows.patch', id, { body: { name: 'Y' } })).toMatchObject({
      status: 409,
      body: {
        detail: 'This Postflow is archived. Only its trackingTargetUrl can still change.',
      },
    })
  })

  /** Operation → the resulting status for each status, or the refusal. */
  const moves: Record<string, Record<string, string>> = {
    'postflows.activate': {
      DRAFT: 'ACTIVE',
      ACTIVE: 'This Postflow is ACTIVE and cannot be activated.',
      PAUSED: 'This Postflow is PAUSED and cannot be activated.',
      ARCHIVED: 'This Postflow is ARCHIVED and cannot be activated.',
    },
    'postflows.pause': {
      DRAFT: 'This Postflow is DRAFT and cannot become PAUSED.',
      ACTIVE: 'PAUSED',
      PAUSED: 'This Postflow is PAUSED and cannot become PAUSED.',
      ARCHIVED: 'This Postflow is ARCHIVED and cannot become PAUSED.',
    },
    'postflows.resume': {
      DRAFT: 'This Postflow is DRAFT and cannot be resumed.',
      ACTIVE: 'This Postflow is ACTIVE and cannot be resumed.',
      PAUSED: 'ACTIVE',
      ARCHIVED: 'This Postflow is ARCHIVED and cannot be resumed.',
    },
    'postflows.archive': {
      DRAFT: 'ARCHIVED',
      ACTIVE: 'ARCHIVED',
      PAUSED: 'ARCHIVED',
      ARCHIVED: 'This Postflow is ARCHIVED and cannot become ARCHIVED.',
    },
  }
  test.each(Object.entries(moves))('%s depends on the status', async (operation, outcomes) => {
    const shop = await createItemShop()
    for (const [from, outcome] of Object.entries(outcomes)) {
      const { id } = await draftOf(shop)
      const status = from as 'DRAFT'
      await shop.services.store.write((rows) =>
        rows.postflows.update({ organisationId: shop.organisation.id }, id, { status }),
      )
      const response = await shop.act(operation, id)
      if (outcome.includes(' '))
        expect(response).toMatchObject({ status: 409, body: { code: 'invalid_state', detail: outcome } })
      else expect(response).toMatchObject({ status: 200, body: { status: outcome } })
    }
  })

  test('accepts no items as a draft or after archiving', async () => {
    const shop = await createItemShop()
    const { id } = await draftOf(shop)
    expect(await shop.post({ postflowId: id })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: `The Postflow ${id} is DRAFT and accepts no items.` },
    })
    await shop.act('postflows.archive', id)
    expect((await shop.post({ postflowId: id })).body.detail).toBe(
      `The Postflow ${id} is ARCHIVED and accepts no items.`,
    )
  })

  test('is activated, and patched once active, with READY versions only', async () => {
    const shop = await createItemShop()
    const { id } = await draftOf(shop)
    const layer = (staticLayerStatus: 'PENDING' | 'READY') =>
      shop.services.store.write((rows) =>
        rows.templateVersions.update({ organisationId: shop.organisation.id }, shop.templateVersionId, {
          staticLayerStatus,
        }),
      )
    await layer('PENDING')
    const detail = `The static layer of the template version ${shop.templateVersionId} is PENDING; it must be READY.`
    expect(await shop.act('postflows.activate', id)).toMatchObject({ status: 409, body: { detail } })
    const patch = { body: { templateVersionId: shop.templateVersionId } }
    expect(await shop.act('postflows.patch', shop.postflowId, patch)).toMatchObject({
      status: 409,
      body: { detail },
    })
    await layer('READY')
    expect((await shop.act('postflows.activate', id)).status).toBe(200)
  })

  test('keeps its product after activation', async () => {
    const shop = await createItemShop()
    const letter = await shop.call('templates.create', {
      body: { name: 'Letter', productSpecificationId: sampleIds.c5 },
    })
    await shop.call('templates.publish', { params: { id: letter.body.id } })
    const patch = { body: { templateId: letter.body.id } }
    expect((await shop.act('postflows.patch', shop.postflowId, patch)).body.errors).toMatchObject([
      { parameter: 'templateId', code: 'other_product' },
    ])
    const draft = await draftOf(shop)
    expect((await shop.act('postflows.patch', draft.id, patch)).body).toMatchObject({
      productSpecificationId: sampleIds.c5,
      revision: 2,
    })
  })

  test('accepts no archived category, but keeps an existing choice', async () => {
    const shop = await createItemShop()
    await shop.call('advertisingCategories.create', { body: { label: 'Bikes', key: 'bikes' } })
    const postflowId = await shop.postflow({ advertisingCategory: 'bikes' })
    await shop.call('advertisingCategories.patch', { params: { key: 'bikes' }, body: { archived: true } })
    const again = { body: { name: 'Renamed', advertisingCategory: 'bikes' } }
    expect((await shop.act('postflows.patch', postflowId, again)).body).toMatchObject(again.body)
    expect((await shop.create({ postflowId })).advertisingCategory).toBe('bikes')
    const chosen = await shop.act('postflows.patch', shop.postflowId, {
      body: { advertisingCategory: 'bikes' },
    })
    expect(chosen).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'advertisingCategory', code: 'archived' }] },
    })
  })

  test('returns the merge fields of its version as JSON Schema', async () => {
    const shop = await createItemShop()
    expect((await shop.act('postflows.fields', shop.postflowId)).body).toMatchObject({
      type: 'object',
      required: ['firstName'],
      properties: {
        firstName: { type: 'string', maxLength: 20, examples: ['Zoë'] },
        day: { format: 'date' },
      },
    })
  })

  test('is separate by mode and organisation', async () => {
    const shop = await createItemShop()
    const { keys } = await shop.another()
    for (const key of [shop.keys.test, keys.live]) {
      expect((await shop.call('postflows.list', { key })).body.data).toEqual([])
      for (const operation of ['get', 'activate', 'pause', 'resume', 'archive', 'fields']) {
        expect((await shop.act(`postflows.${operation}`, shop.postflowId, { key })).status).toBe(404)
      }
      const patch = { key, body: { name: 'Mine' } }
      expect((await shop.act('postflows.patch', shop.postflowId, patch)).status).toBe(404)
    }
  })
})
