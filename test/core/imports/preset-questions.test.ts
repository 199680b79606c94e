import { describe, expect, test } from 'vitest'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const waiting = async (shop: ImportShop, content: string) => {
  const id = await shop.draft()
  const { body } = await shop.begin(id, content, {})
  const patch = async (changes: Record<string, unknown>) =>
    shop.call('postbatches.patchImport', { params: { id, importId: body.id }, body: changes })
  const sample = async (query: Record<string, string> = {}) =>
    shop.call('postbatches.importSample', { params: { id, importId: body.id }, query })
  return { patch, sample, questions: body.questions }
}

describe('questions for a list with a preset', () => {
  const fields = {
    'recipient.name': { columns: ['Voornaam', 'Achternaam'] },
    'recipient.street': { column: 'Straat' },
    'recipient.houseNumber': { column: 'Huisnr' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'data.firstName': { column: 'Voornaam' },
  }
  const rest = 'Zoë;de Vries;Damrak;12;1012 LG;Amsterdam'
  const columns = 'Voornaam;Achternaam;Straat;Huisnr;Postcode;Plaats'
  const newColumns = `${columns};Adresregel 2;Busnr\r\n${rest};Achterhuis;3\r\n`
  const presetOf = async (shop: ImportShop, answers?: unknown) => {
    const body = { name: 'Members', mapping: { fields }, ...(answers ? { answers } : {}) }
    return (await shop.call('mappingPresets.create', { body })).body.id as string
  }
  const leftOut = ['Adresregel 2', 'Busnr'].map((column) => ({
    ...{ code: 'unused_column', column, choice: 'leave_out' },
  }))

  test('are absent without additional columns', async () => {
    const shop = await createImportShop()
    const presetId = await presetOf(shop)
    const started = await shop.begin(await shop.draft(), `${columns}\r\n${rest}\r\n`, { presetId })
    expect(started).toMatchObject({ status: 201, body: { status: 'MAPPED' } })
  })

  test('concern new columns, on creation and on mapping', async () => {
    const shop = await createImportShop()
    const presetId = await presetOf(shop)
    const refused = await shop.begin(await shop.draft(), newColumns, { presetId })
    const { patch } = await waiting(shop, newColumns)
    for (const answer of [refused, await patch({ presetId })]) {
      expect(answer.status).toBe(422)
      const about = answer.body.errors.map(({ message }: { message: string }) => message).join()
      for (const { column } of leftOut) expect(about).toContain(`"column":"${column}"`)
    }
    expect(await patch({ presetId, answers: leftOut })).toMatchObject({ body: { status: 'MAPPED' } })
  })

  test('are also raised if the headings are spelt differently', async () => {
    const shop = await createImportShop()
    const presetId = await presetOf(shop)
    const headings = 'VOORNAAM;Tussenvoegsel;Áchternaam;straat;HUISNR;postcode;plaats'
    const list = `${headings}\r\nZoë;van den;Berg;Damrak;12;1012 LG;Amsterdam\r\n`
    const refused = await shop.begin(await shop.draft(), list, { presetId })
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.body.errors.map(({ message }: { message: string }) => message).join()).toContain(
      '"column":"Tussenvoegsel"',
    )
    const postbatchId = await shop.draft()
    const answers = [{ code: 'unused_column', column: 'Tussenvoegsel', choice: 'include' }]
    expect(await shop.imported(postbatchId, list, { presetId, answers })).toMatchObject({
      mapping: { fields: { 'recipient.name': { columns: ['VOORNAAM', 'Tussenvoegsel', 'Áchternaam'] } } },
      createdCount: 1,
    })
  })

  test('are settled by a mapping that names the column in another case', async () => {
    const shop = await createImportShop()
    const list = `${columns};Busnr;Busnummer\r\n${rest};3;4\r\n`
    const { patch, questions } = await waiting(shop, list)
    const [{ column }] = questions.filter(({ required }: { required: boolean }) => required)
    const mapping = { fields: { ...fields, 'recipient.addressLine2': { column: column.toUpperCase() } } }
    expect(await patch({ mapping: { fields } })).toMatchObject({ status: 422 })
    expect(await patch({ mapping })).toMatchObject({ status: 200, body: { status: 'MAPPED' } })
  })

  test('are shown with the sample of a list, also for a column filled only far below', async () => {
    const shop = await createImportShop()
    const presetId = await presetOf(shop)
    const empty = Array.from({ length: 60 }, (_, index) => `Ada;;Smit;Damrak;${index + 1};1012 LG;Amsterdam`)
    const headings = 'VOORNAAM;Tussenvoegsel;Achternaam;Straat;Huisnr;Postcode;Plaats'
    const list = [headings, ...empty, 'Zoë;van den;Berg;Damrak;12;1012 LG;Amsterdam'].join('\r\n')
    const { sample } = await waiting(shop, list)
    expect((await sample()).body.preset).toBeNull()
    expect((await sample({ presetId })).body.preset).toMatchObject({
      id: presetId,
      mapping: { fields: { 'recipient.name': { columns: ['VOORNAAM', 'Achternaam'] } } },
      missingColumns: [],
      questions: [{ code: 'unused_column', column: 'Tussenvoegsel', samples: ['van den'], required: true }],
    })
    expect(await sample({ presetId: 'map_none' })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'presetId', code: 'unknown' }] },
    })
  })

  test('name the preset’s columns that a list lacks', async () => {
    const shop = await createImportShop()
    const presetId = await presetOf(shop)
    const { sample } = await waiting(shop, 'Voornaam;Naam;Straat\r\nZoë;de Vries;Damrak\r\n')
    const { preset } = (await sample({ presetId })).body
    expect(preset.missingColumns).toEqual(['Achternaam', 'Huisnr', 'Postcode', 'Plaats'])
    expect(Object.keys(preset.mapping.fields)).toEqual(['recipient.street', 'data.firstName'])
    const { sample: other } = await waiting(shop, 'Firma;Ort\r\nFarn GmbH;Berlin\r\n')
    expect((await other({ presetId })).body.preset.mapping).toBeNull()
  })

  test('are settled by the preset’s answers', async () => {
    const shop = await createImportShop()
    const presetId = await presetOf(shop, leftOut)
    const started = await shop.begin(await shop.draft(), newColumns, { presetId })
    expect(started).toMatchObject({ status: 201, body: { status: 'MAPPED', answers: leftOut } })
  })
})
