import { describe, expect, test } from 'vitest'
import { doubtOf } from '../../../src/core/address/doubtful-values.ts'
import { createImportShop } from '../../support/imports.ts'

const mapping = {
  fields: {
    'recipient.name': { column: 'Naam' },
    'recipient.street': { column: 'Straat' },
    'recipient.houseNumber': { column: 'Huisnr' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'data.firstName': { column: 'Naam' },
  },
}

describe('garbled text or another kind of value', () => {
  test.each<[string, string]>([
    ['name', 'Zo&euml; de Vries'],
    ['companyName', 'Smith &amp; Sons'],
    ['name', 'O&#39;Brien'],
    ['name', 'Zo\\u00eb'],
    ['name', 'Zo=C3=AB'],
    ['name', 'Zo%C3%AB'],
    ['name', 'Zo+AOs-'],
    ['name', 'Bos_x000D_'],
    ['name', '<b>Anna</b>'],
    ['addressLine2', 'Gebouw A<br/>2e etage'],
    ['name', 'Anna\\nBos'],
    ['name', 'M├╝ller'],
    ['name', 'Gro├ƒ'],
    ['name', 'J³rgen'],
    ['street', 'Mllerstra§e 3'],
    ['name', 'MŸller'],
    ['name', 'Ma∏gorzata'],
    ['name', '¸ukasz'],
    ['name', 'Ren?e'],
    ['name', 'Zo? Bos'],
    ['name', 'Andr?'],
    ['name', '?tefan'],
    ['street', 'Co?peratiestraat'],
    ['companyName', 'Caf?bar'],
    ['name', 'anna@example.com'],
    ['city', 'https://example.com/a'],
    ['name', '0612345678'],
    ['city', '+31 (0)20 123 45 67'],
    ['city', '1012'],
    ['street', '020-1234567'],
    ['name', '=B2&C2'],
    ['name', '+A1'],
    ['name', 'Nee'],
    ['city', 'ja'],
  ])('is doubted in recipient.%s: %s', (field, text) =>
    expect(doubtOf(`recipient.${field}`, text)?.code).toBe('unlikely_text'),
  )

  test.each<[string, string]>([
    ['recipient.name', 'Anna O’Brien'],
    ['recipient.name', 'Paral·lel Bosch i Güell'],
    ['recipient.name', '´t Hart'],
    ['recipient.city', '´s-Gravenhage'],
    ['recipient.city', "L'Haÿ-les-Roses"],
    ['recipient.city', "L'HAŸ-LES-ROSES"],
    ['recipient.name', 'H&M'],
    ['recipient.companyName', '365'],
    ['recipient.companyName', 'Wat nu?'],
    ['recipient.companyName', 'www.example.com'],
    ['recipient.street', '1-2-3'],
    ['recipient.street', 'C/ Mayor n°5'],
    ['recipient.street', 'Straße des 17. Juni 135'],
    ['recipient.addressLine2', '101'],
    ['recipient.houseNumber', '12'],
    ['recipient.name', 'Jay-Z'],
    ['data.answer', 'Nee'],
    ['data.phone', '0612345678'],
    ['data.link', 'https://example.com/a?b=1&copy=2'],
    ['data.question', 'Wie?Wat?'],
  ])('is not doubted in %s: %s', (field, text) => expect(doubtOf(field, text)).toBeUndefined())

  test('is rejected once per column until the answer is “print”', async () => {
    const shop = await createImportShop()
    const list = ['Naam;Straat;Huisnr;Postcode;Plaats', 'Ren?e Bos;Damrak;1;1012 LG;Amsterdam', ''].join(
      '\r\n',
    )
    const begin = async (answers: unknown[]) => {
      const id = await shop.draft()
      return shop.imported(id, list, { mapping, answers })
    }
    expect(await begin([])).toMatchObject({
      createdCount: 0,
      problems: [{ row: 2, column: 'Naam', code: 'unlikely_text' }],
      questions: [{ code: 'unlikely_text', column: 'Naam', samples: ['Ren?e Bos'] }],
    })
    expect(await begin([{ code: 'unlikely_text', column: 'Naam', choice: 'print' }])).toMatchObject({
      createdCount: 1,
    })
  })
})

test('a heading repeated between rows is a placeholder', async () => {
  const shop = await createImportShop()
  const rows = ['Anna Bos;Damrak;1;1012 LG;Amsterdam', 'Naam;Straat;Huisnr;Postcode;Plaats']
  const list = ['Naam;Straat;Huisnr;Postcode;Plaats', ...rows, ''].join('\r\n')
  const { createdCount, problems } = await shop.imported(await shop.draft(), list, {
    mapping,
  })
  expect(createdCount).toBe(1)
  expect(problems).toContainEqual(expect.objectContaining({ row: 3, column: 'Naam', code: 'placeholder' }))
})

test('a street called like its column is a street', async () => {
  const shop = await createImportShop()
  const list = ['Naam;Straat;Huisnr;Postcode;Plaats', 'Anna Bos;Straat;1;1012 LG;Amsterdam', ''].join('\r\n')
  expect(await shop.imported(await shop.draft(), list, { mapping })).toMatchObject({ createdCount: 1 })
})
