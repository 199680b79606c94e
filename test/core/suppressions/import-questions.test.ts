import { describe, expect, test } from 'vitest'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const start = async (shop: ImportShop, list: string, settings: object = {}) => {
  const uploadId = await shop.upload(list)
  return shop.call('suppressions.import', { body: { uploadId, ...settings } })
}
const done = async (shop: ImportShop, started: { body: { id: string } }) => {
  await shop.settle()
  const { body } = await shop.call('suppressions.getImport', { params: { id: started.body.id } })
  const entries = (await shop.call('suppressions.list', {})).body.data
  return {
    body,
    recipients: entries.map(({ recipient }: { recipient: Record<string, string> }) => recipient),
  }
}

describe('a list without a mapping', () => {
  test.each<[string, string, Record<string, string>]>([
    [
      'field names among other words',
      'street;houseNumber;postcode;city\r\nDamrak;12;1012 LG;Amsterdam\r\n',
      { street: 'Damrak', houseNumber: '12', postalCode: '1012 LG', city: 'Amsterdam' },
    ],
    [
      'Dutch words',
      'Naam;Straat;Huisnr;Postcode;Plaats\r\nEva Bos;Damrak;12;1012 LG;Amsterdam\r\n',
      { name: 'Eva Bos', street: 'Damrak', houseNumber: '12', postalCode: '1012 LG', city: 'Amsterdam' },
    ],
    [
      'street and number in one column',
      'Naam;Straat + nr;Postcode;Plaats\r\nEva Bos;Damrak 12;1012 LG;Amsterdam\r\n',
      { street: 'Damrak', houseNumber: '12' },
    ],
  ])('is read as its sample suggests: %s', async (_what, list, recipient) => {
    const shop = await createImportShop()
    const { body, recipients } = await done(shop, await start(shop, list))
    expect(body).toMatchObject({ status: 'COMPLETED', addedCount: 1, doubtfulCount: 0, questions: [] })
    expect(recipients).toMatchObject([recipient])
  })

  test('is refused if no column contains streets', async () => {
    expect(await start(await createImportShop(), 'Naam;Plaats\r\nEva;Delft\r\n')).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'mapping.street', code: 'required' }] },
    })
  })
})

describe('while a required question is open', () => {
  test.each([
    ['a column of the address', 'Portiek', '14', 'Portiek'],
    ['a column of the name', 'Naam partner', 'B. Vis', 'Naam partner'],
    ['a duplicate column', 'Huisnr', '14', 'Huisnr (2)'],
  ])('an import does not start, and names it: %s', async (_what, heading, value, column) => {
    const shop = await createImportShop()
    const list =
      `Naam;Straat;Huisnr;${heading};Postcode;Plaats\r\n` + `Eva Bos;Damrak;12;${value};1012 LG;Amsterdam\r\n`
    const refused = await start(shop, list)
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ parameter: 'answers' }] } })
    expect(refused.body.errors[0].message).toContain(`The column ${column} looks like part`)
    const answers = [{ code: 'unused_column', column, choice: 'leave_out' }]
    const { body } = await done(shop, await start(shop, list, { answers }))
    expect(body).toMatchObject({ status: 'COMPLETED', addedCount: 1, questions: [] })
  })

  test('an import with several addresses does not start either', async () => {
    const shop = await createImportShop()
    const list =
      'Naam;Straat;Postcode;Plaats;Factuurstraat;Factuurpostcode;Factuurplaats\r\n' +
      'Eva;Damrak 1;1012 LG;Amsterdam;Spui 2;1012 WX;Amsterdam\r\n'
    const refused = await start(shop, list)
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ parameter: 'answers' }] } })
    const answers = [{ code: 'several_addresses', column: null, choice: 'billing' }]
    const { recipients } = await done(shop, await start(shop, list, { answers }))
    expect(recipients).toMatchObject([{ street: 'Spui', houseNumber: '2' }])
  })

  test.each<[string, string, object]>([
    ['its column is called street', 'name;street;postalCode;city;Aanhef', {}],
    [
      'its mapping names the street',
      'Naam;Straat;Postcode;Plaats;Aanhef',
      { mapping: { street: 'Straat', postalCode: 'Postcode', city: 'Plaats' } },
    ],
  ])('a call that version 0.2.0 accepted starts, and names it: %s', async (_what, heading, settings) => {
    const shop = await createImportShop()
    const started = await start(shop, `${heading}\r\nEva;Damrak 1;1012 LG;Amsterdam;Mw\r\n`, settings)
    expect(started.status).toBe(202)
    const { body } = await done(shop, started)
    const questions = body.questions.map(({ column, samples }: { column: string; samples: string[] }) => [
      column,
      samples,
    ])
    expect({ ...body, questions }).toMatchObject({ status: 'COMPLETED', addedCount: 1 })
    expect(questions).toContainEqual(['Aanhef', []])
  })

  test('such a call also names the columns that the sample would use', async () => {
    const shop = await createImportShop()
    const mapping = { street: 'Straat' }
    const started = await start(shop, 'Straat;Postcode;Plaats\r\nDamrak 1;1012 LG;Amsterdam\r\n', {
      mapping,
    })
    expect(started.body.questions.map(({ column }: { column: string }) => column)).toEqual([
      'Postcode',
      'Plaats',
    ])
  })
})
