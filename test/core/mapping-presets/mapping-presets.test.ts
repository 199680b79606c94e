import { describe, expect, test } from 'vitest'
import { importLimits } from '../../../src/core/model/mapping.ts'
import { dutchMapping } from '../../support/dutch-list.ts'
import { createItemShop } from '../../support/items.ts'

describe('mapping presets', () => {
  test('are created, changed and deleted', async () => {
    const shop = await createItemShop()
    const { status, body } = await shop.call('mappingPresets.create', {
      body: { name: ' Club ', mapping: dutchMapping },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^map_/),
      isTest: false,
      name: 'Club',
      mapping: dutchMapping,
      answers: [],
      revision: 1,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    })
    const params = { id: body.id }
    expect((await shop.call('mappingPresets.get', { params })).body).toEqual(body)
    expect((await shop.call('mappingPresets.get', { params, key: shop.keys.test })).status).toBe(404)
    const renamed = await shop.call('mappingPresets.patch', {
      params,
      ifMatch: '"1"',
      body: { name: 'Society' },
    })
    expect(renamed.body).toMatchObject({ name: 'Society', mapping: dutchMapping, revision: 2 })
    expect((await shop.call('mappingPresets.patch', { params, ifMatch: '"1"', body: {} })).status).toBe(412)
    expect(
      (await shop.call('mappingPresets.list', { query: { 'filter[name][contains]': 'SOC' } })).body.data,
    ).toEqual([renamed.body])
    expect((await shop.call('mappingPresets.remove', { params })).status).toBe(204)
    expect((await shop.call('mappingPresets.remove', { params })).status).toBe(404)
  })

  test.each<[string, unknown, string]>([
    ['no field', { fields: {} }, 'mapping.fields'],
    ['an unknown field', { fields: { 'recipient.shoe': { column: 'a' } } }, 'mapping.fields.recipient.shoe'],
    ['an empty source', { fields: { reference: {} } }, 'mapping.fields.reference'],
    [
      'two sources at once',
      { fields: { reference: { column: 'a', value: 'b' } } },
      'mapping.fields.reference',
    ],
    ['one joined column', { fields: { reference: { columns: ['a'] } } }, 'mapping.fields.reference.columns'],
    [
      'an unknown split',
      { fields: { reference: { column: 'a', split: 'atoms' } } },
      'mapping.fields.reference.split',
    ],
    ['an unknown language', { fields: { reference: { column: 'a' } }, locale: 'tlh' }, 'mapping.locale'],
    ['a prototype name', { fields: { 'data.__proto__': { column: 'a' } } }, 'mapping.fields.data.__proto__'],
  ])('with %s are refused', async (_what, mapping, parameter) => {
    const shop = await createItemShop()
    const answer = await shop.call('mappingPresets.create', { body: { name: 'X', mapping } })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual([parameter])
  })

  test(`are limited to ${importLimits.presets}`, async () => {
    const shop = await createItemShop()
    const create = () => shop.call('mappingPresets.create', { body: { name: 'X', mapping: dutchMapping } })
    for (let count = 0; count < importLimits.presets; count++) expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(409)
  })

  test('are suggested for 500 columns with the same name, each renamed uniquely', async () => {
    const shop = await createItemShop()
    const columns = ['name (2)', ...Array.from({ length: 499 }, () => 'name')]
    const { body } = await shop.call('mappingPresets.suggest', { body: { columns } })
    expect(new Set(body.columns).size).toBe(500)
    expect(body.columns.slice(0, 4)).toEqual(['name (2)', 'name', 'name (3)', 'name (4)'])
    expect(body.mapping.fields['recipient.name']).toEqual({ column: 'name' })
  })

  test('are suggested from columns, some rows and a template', async () => {
    const shop = await createItemShop()
    const suggest = (body: unknown) => shop.call('mappingPresets.suggest', { body })
    const { body } = await suggest({
      columns: ['Naam', 'Adres', '', 'Naam', 'Voornaam'],
      rows: [['Jansen', 'Damrak 12', '1012 LG', '', 'Zoë']],
      templateVersionId: shop.templateVersionId,
    })
    expect(body).toMatchObject({
      columns: ['Naam', 'Adres', 'column 3', 'Naam (2)', 'Voornaam'],
      mapping: {
        fields: {
          'recipient.name': { columns: ['Voornaam', 'Naam'] },
          'recipient.street': { column: 'Adres', split: 'streetAndNumber' },
          'recipient.postalCode': { column: 'column 3' },
          'data.firstName': { column: 'Voornaam' },
        },
      },
      unusedColumns: ['Naam (2)'],
      missingFields: ['recipient.city'],
    })
    expect((await suggest({ columns: ['a'], templateVersionId: 'tv_none' })).status).toBe(422)
    expect((await suggest({ columns: [] })).status).toBe(422)
  })
})
