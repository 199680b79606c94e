import { describe, expect, test } from 'vitest'
import { connected, mapping, order, parameters } from '../../support/connectors.ts'
import { createItemShop } from '../../support/items.ts'

/** A mapping of a list's columns; some of their names are also paths in a payload. */
const presetMapping = {
  fields: {
    'recipient.name': { columns: ['order.customer.first', 'order.customer.last'] },
    'recipient.street': { column: '/order/shipping/door', split: 'streetAndNumber' },
    'recipient.postalCode': { column: 'order.shipping.zip' },
    'recipient.city': { column: 'order.shipping.city' },
    'recipient.country': { column: 'Land' },
    'data.firstName': { column: 'order.customer.first' },
    reference: { column: 'Order no./ref' },
    'metadata.source': { value: 'shop' },
  },
}
const payload = (shipping = {}) => ({
  ...order({ shipping: { door: 'Damrak 12 A', zip: '1012 LG', city: 'Amsterdam', ...shipping } }),
  Land: 'Nederland',
  'Order no./ref': 'A 7',
})

const byPreset = async () => {
  const shop = await connected()
  const { body } = await shop.call('mappingPresets.create', {
    body: { name: 'Shop', mapping: presetMapping },
  })
  const params = { id: shop.id }
  const answer = await shop.call('integrations.patch', { params, body: { presetId: body.id } })
  expect(answer).toMatchObject({ status: 200, body: { mapping: null, presetId: body.id } })
  return { ...shop, presetId: body.id as string, params }
}

describe('a connector reading by a mapping preset', () => {
  test('creates the same items as an import with the preset', async () => {
    const shop = await byPreset()
    const { body } = await shop.send(payload())
    expect(body).toMatchObject({ outcome: 'CREATED', itemStatus: 'SCHEDULED' })
    const item = (await shop.call('items.get', { params: { id: body.itemId } })).body
    expect(item).toMatchObject({
      recipient: {
        name: 'Zoë de Vries',
        street: 'Damrak',
        houseNumber: '12',
        houseNumberSuffix: 'A',
        postalCode: '1012 LG',
        country: 'NL',
      },
      data: { firstName: 'Zoë' },
      reference: 'A 7',
      metadata: { source: 'shop' },
    })
  })

  test('reports errors by their position in the payload', async () => {
    const shop = await byPreset()
    const answer = await shop.send({ ...payload({ city: 'a'.repeat(200) }), Land: 'Nowhere' })
    expect([answer.status, parameters(answer)]).toEqual([422, ['order.shipping.city', 'Land']])
  })

  test('refuses a payload that matches none of its paths', async () => {
    const shop = await byPreset()
    expect((await shop.send({ zen: 'Keep it logically awesome.' })).body.errors).toMatchObject([
      { parameter: 'body', code: 'nothing_mapped' },
    ])
  })

  test('follows changes of the preset, which cannot be deleted while in use', async () => {
    const shop = await byPreset()
    const params = { id: shop.presetId }
    expect(await shop.call('mappingPresets.remove', { params })).toMatchObject({
      status: 409,
      body: { code: 'still_referenced' },
    })
    const fields = { ...presetMapping.fields, reference: { value: 'fixed' } }
    await shop.call('mappingPresets.patch', { params, body: { mapping: { fields } } })
    const attempt = await shop.call('integrations.try', {
      params: shop.params,
      body: { payload: payload() },
    })
    expect(attempt.body).toMatchObject({ valid: true, item: { reference: 'fixed' } })
    const own = await shop.call('integrations.patch', { params: shop.params, body: { mapping } })
    expect(own.body).toMatchObject({ mapping, presetId: null })
    expect((await shop.call('mappingPresets.remove', { params })).status).toBe(204)
  })

  test.each<[string, (presetId: string) => object, string]>([
    ['neither a mapping nor a preset', () => ({}), 'mapping'],
    ['both', (presetId) => ({ mapping, presetId }), 'presetId'],
    ['an unknown preset', () => ({ presetId: 'map_1' }), 'presetId'],
  ])('is refused with %s', async (_what, choice, parameter) => {
    const shop = await createItemShop()
    const preset = await shop.call('mappingPresets.create', { body: { name: 'X', mapping: presetMapping } })
    const answer = await shop.call('integrations.create', {
      body: { name: 'Shop', postflowId: shop.postflowId, ...choice(preset.body.id) },
    })
    expect([answer.status, parameters(answer)]).toEqual([422, [parameter]])
  })
})
