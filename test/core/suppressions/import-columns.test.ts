import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const input = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../fixtures/inputs/lists', name), 'utf8')

const imported = async (shop: ImportShop, content: string, settings?: object) => {
  const uploadId = await shop.upload(content)
  const sample = (await shop.call('suppressions.importSample', { query: { uploadId } })).body
  const { mapping, fields, questions } = sample
  const answers = questions
    .filter(({ required }: { required: boolean }) => required)
    .map(({ code, column }: { code: string; column: string }) => ({ code, column, choice: 'leave_out' }))
  const started = await shop.call('suppressions.import', {
    body: { uploadId, ...(settings ?? { mapping, fields, answers }) },
  })
  expect(started.status).toBe(202)
  await shop.settle()
  const done = (await shop.call('suppressions.getImport', { params: { id: started.body.id } })).body
  const entries = (await shop.call('suppressions.list', { query: { sort: 'createdAt' } })).body.data
  return {
    sample,
    done,
    entries: entries.map(({ recipient }: { recipient: Record<string, string> }) => recipient),
  }
}

describe('a list for the suppression list', () => {
  test('takes no country from a column of salutations', async () => {
    const shop = await createImportShop()
    const { sample, done, entries } = await imported(shop, input('suppressions-country-from-aanhef.csv'))
    expect(sample.mapping.country).toBeUndefined()
    expect(sample.questions).toMatchObject([{ code: 'unused_column', column: 'Aanhef' }])
    expect(done).toMatchObject({ status: 'COMPLETED', addedCount: 1, failedCount: 0 })
    expect(entries).toMatchObject([{ name: 'Eva Bakker', houseNumber: '105', country: 'NL' }])
    const { body } = await shop.call('suppressions.check', { body: { recipient: entries[0] } })
    expect(body).toMatchObject({ suppressed: true })
  })

  test('accepts countries by name', async () => {
    const shop = await createImportShop()
    const { done, entries } = await imported(shop, input('suppressions-country-names.csv'))
    expect(done).toMatchObject({ addedCount: 2, failedCount: 0 })
    expect(entries.map(({ country }: Record<string, string>) => country).sort()).toEqual(['DE', 'NL'])
  })

  test('may have street and number, and postal code and city, in one column each', async () => {
    const shop = await createImportShop()
    const list = 'Naam;Straat + nr;Postcode + plaats\r\nEva Bakker;Damrak 105 a;1012 LG Amsterdam\r\n'
    const { done, entries } = await imported(shop, list)
    expect(done).toMatchObject({
      addedCount: 1,
      fields: { 'recipient.street': { split: 'streetAndNumber' } },
    })
    expect(entries).toMatchObject([
      { street: 'Damrak', houseNumber: '105', postalCode: '1012 LG', city: 'Amsterdam' },
    ])
  })

  test('is read by its columns only if requested, as before', async () => {
    const shop = await createImportShop()
    const mapping = { street: 'Straat', houseNumber: 'Huisnr', postalCode: 'Postcode', city: 'Plaats' }
    const { done, entries } = await imported(shop, input('suppressions-country-from-aanhef.csv'), { mapping })
    expect(done).toMatchObject({ addedCount: 1, fields: {} })
    expect(entries).toMatchObject([{ name: null, country: 'NL' }])
  })

  test('has the columns that its sources name', async () => {
    const shop = await createImportShop()
    const uploadId = await shop.upload(input('suppressions-country-names.csv'))
    const fields = { 'recipient.street': { columns: ['Straat', 'Huis'] } }
    const { status, body } = await shop.call('suppressions.import', { body: { uploadId, fields } })
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ parameter: 'fields.recipient.street.columns[1]', code: 'unknown_column' }],
    })
  })

  test('adds a column to the name if its owner confirms it, and refuses invalid answers', async () => {
    const shop = await createImportShop()
    const uploadId = await shop.upload(input('suppressions-country-from-aanhef.csv'))
    const { mapping, fields, questions } = (
      await shop.call('suppressions.importSample', { query: { uploadId } })
    ).body
    const { code, column } = questions[0]
    const start = (choice: string) =>
      shop.call('suppressions.import', {
        body: { uploadId, mapping, fields, answers: [{ code, column, choice }] },
      })
    expect(await start('perhaps')).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'answers[0].choice' }] },
    })
    const { status, body } = await start('include')
    expect({ status, columns: body.fields }).toMatchObject({
      status: 202,
      columns: { 'recipient.name': { columns: expect.arrayContaining(['Aanhef']) } },
    })
    await shop.settle()
    const [entry] = (await shop.call('suppressions.list', {})).body.data
    expect(entry.recipient.name).toBe('Mw Eva Bakker')
    const left = await start('leave_out')
    expect(left.body).toMatchObject({ fields, questions: [] })
    const open = await shop.call('suppressions.import', { body: { uploadId, mapping, fields } })
    expect(open).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'answers', code: 'required' }] },
    })
    expect(open.body.errors[0].message).toContain('The column Aanhef looks like part of the name')
  })

  test('must have a heading: the answer that it has none is refused, and no row is left out', async () => {
    const shop = await createImportShop()
    const uploadId = await shop.upload('street;postalCode;city\r\nDamrak 1;1012 LG;Amsterdam\r\n')
    const answers = [{ code: 'heading_row', column: null, choice: 'none' }]
    expect(await shop.call('suppressions.import', { body: { uploadId, answers } })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'answers[0].choice', code: 'unknown_choice' }] },
    })
    expect((await shop.call('suppressions.import', { body: { uploadId } })).status).toBe(202)
  })

  test('shows its first rows, and is read from the heading that its owner selects', async () => {
    const shop = await createImportShop()
    const list =
      'Members of 2026;;;\r\nNaam;Straat;Huisnr;Plaats;Postcode\r\nEva;Damrak;1;Amsterdam;1012 LG\r\n'
    const uploadId = await shop.upload(list)
    const sampleBy = async (query: object) =>
      (await shop.call('suppressions.importSample', { query: { uploadId, ...query } })).body
    const { fileRows, headingRow } = await sampleBy({})
    expect(fileRows.map(({ isHeading }: { isHeading: boolean }) => isHeading)).toEqual([false, true, false])
    expect(headingRow).toBe(2)
    const other = await sampleBy({ headingRow: '1' })
    expect(other.columns[0].name).toBe('Members of 2026')
    const answers = [{ code: 'heading_row', column: null, choice: '2' }]
    const wrong = await shop.call('suppressions.import', { body: { uploadId, headingRow: 1 } })
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ parameter: 'mapping.street' }] } })
    const taken = await shop.call('suppressions.import', { body: { uploadId, answers } })
    expect(taken.status).toBe(202)
    await shop.settle()
    const done = await shop.call('suppressions.getImport', { params: { id: taken.body.id } })
    expect(done.body).toMatchObject({ status: 'COMPLETED', addedCount: 1, failedCount: 0 })
  })
})

test('a list with the surname first suppresses only the recipients that it names', async () => {
  const shop = await createImportShop()
  const list = 'Naam;Straat;Huisnr;Postcode;Plaats\r\n"Bos, J.";Damrak;12;1012 LG;Amsterdam\r\n'
  const uploadId = await shop.upload(list)
  const { mapping } = (await shop.call('suppressions.importSample', { query: { uploadId } })).body
  await shop.call('suppressions.import', { body: { uploadId, mapping, matchName: true } })
  await shop.settle()
  const at = { street: 'Damrak', houseNumber: '12', postalCode: '1012 LG', city: 'Amsterdam', country: 'NL' }
  const isStopped = async (name: string) =>
    (await shop.call('suppressions.check', { body: { recipient: { ...at, name } } })).body.suppressed
  expect(await Promise.all(['Dhr. J. Bos', 'J. Bos', 'Bos, J.', 'P. Bos', 'Bos'].map(isStopped))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
