import { expect, test } from 'vitest'
import { importLimits } from '../../../src/core/model/mapping.ts'
import { dutchMapping, heading, line, listOfLines } from '../../support/dutch-list.ts'
import { createImportShop } from '../../support/imports.ts'

/** Imports these rows and returns how to query their cities. */
const imported = async (list: string, settings?: Record<string, unknown>) => {
  const shop = await createImportShop()
  const id = await shop.draft()
  const { id: importId } = await shop.imported(id, list, settings)
  const citiesOf = (postalCodes: string) =>
    shop.call('postbatches.importTowns', { params: { id, importId }, query: { postalCodes } })
  return { shop, citiesOf }
}

const list = listOfLines(
  line(1),
  line(2, { city: 'AMSTERDAM' }),
  line(3, { code: '1012lg', city: 'Utrecht' }),
  line(4, { code: '1O12 LG', city: 'Zwolle' }),
  line(5, { code: '3511 AB', city: 'Utrecht' }),
  line(6, { code: '3511 AC', city: '' }),
)

test.each([
  ['an import', { mapping: dutchMapping }],
  ['a dry run, which creates nothing', { mapping: dutchMapping, dryRun: true }],
])('the cities of postal codes are read from the list of %s', async (_what, settings) => {
  const { citiesOf } = await imported(list, settings)
  const { status, body } = await citiesOf('1012-lg,3511AC,9999 ZZ')
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: [
        {
          postalCode: '1012 LG',
          countryCode: 'NL',
          towns: [
            { city: 'Amsterdam', rowCount: 2 },
            { city: 'Utrecht', rowCount: 1 },
          ],
        },
      ],
    },
  })
})

test('a postal code of several countries has the cities of each', async () => {
  const fields = { ...dutchMapping.fields, 'recipient.country': { column: 'Land' } }
  const rows = [
    `${heading};Land`,
    `${line(1, { code: '1000', city: 'Brussel' })};BE`,
    `${line(2, { code: '1000', city: 'Ljubljana' })};SI`,
  ]
  const { citiesOf } = await imported(rows.join('\n'), { mapping: { fields } })
  const { body } = await citiesOf('1000')
  expect(body.data).toMatchObject([
    { countryCode: 'BE', towns: [{ city: 'Brussel' }] },
    { countryCode: 'SI', towns: [{ city: 'Ljubljana' }] },
  ])
})

test('a postal code in one column with its city is included', async () => {
  const fields = {
    'recipient.name': { column: 'Naam' },
    'recipient.street': { column: 'Adres', split: 'streetAndNumber' },
    'recipient.postalCode': { column: 'Plaats', split: 'postalCodeAndCity' },
  }
  const rows = ['Naam;Adres;Plaats', 'Noor;Damrak 1;1012 LG Amsterdam']
  const { citiesOf } = await imported(rows.join('\n'), { mapping: { fields } })
  expect((await citiesOf('1012LG')).body.data).toMatchObject([
    { towns: [{ city: 'Amsterdam', rowCount: 1 }] },
  ])
})

test('only the most frequent cities are shown', async () => {
  const towns = Array.from({ length: importLimits.shownTowns + 1 }, (_, index) => `Town ${index}`)
  const rows = towns.flatMap((city, index) =>
    Array.from({ length: index + 1 }, (_, door) => line(10 * index + door, { city })),
  )
  const { citiesOf } = await imported(listOfLines(...rows))
  const [found] = (await citiesOf('1012 LG')).body.data
  expect(found.towns.map(({ city }: { city: string }) => city)).toEqual(towns.slice(1).reverse())
})

test('postal codes are limited in number and length', async () => {
  const { citiesOf } = await imported(list)
  const codes = Array.from({ length: importLimits.townCodes }, (_, index) => `${1000 + index}AB`)
  const longest = 'A'.repeat(importLimits.postalCodeLength)
  for (const [requested, status] of [
    [codes.join(','), 200],
    [[...codes, '1012LG'].join(','), 422],
    [longest, 200],
    [`${longest}A`, 422],
    ['', 422],
    ['1012LG,', 422],
  ] as const) {
    expect({ requested, status: (await citiesOf(requested)).status }).toEqual({ requested, status })
  }
})

test('a list that waits for its mapping has no cities yet, and one of another Postbatch is not found', async () => {
  const shop = await createImportShop()
  const [id, other] = [await shop.draft(), await shop.draft()]
  const { body } = await shop.begin(id, list, {})
  const query = { postalCodes: '1012LG' }
  const citiesOf = (params: Record<string, string>) => shop.call('postbatches.importTowns', { params, query })
  expect(await citiesOf({ id, importId: body.id })).toMatchObject({ status: 200, body: { data: [] } })
  expect(await citiesOf({ id: other, importId: body.id })).toMatchObject({ status: 404 })
})
