import { describe, expect, test } from 'vitest'
import { textFault } from '../../../src/core/features/lists/records.ts'
import { dutchMapping, heading, line, listOfLines } from '../../support/dutch-list.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

/** A list in which one byte is `ø` in CP850, and other letters in other encodings. */
const unsure = (...more: string[]): Uint8Array => {
  const bytes = Buffer.from(listOfLines(line(1, { name: 'R#d', first: 'Jan' }), ...more), 'latin1')
  bytes[bytes.indexOf('#')] = 0x9b
  return bytes
}

const begin = async (
  shop: ImportShop,
  content: string | Uint8Array,
  settings: Record<string, unknown> = {},
) => {
  const id = await shop.draft()
  const { status, body } = await shop.begin(id, content, settings)
  const patch = (change: unknown) =>
    shop.call('postbatches.patchImport', { params: { id, importId: body.id }, body: change })
  return { id, status, body, patch }
}
const questionCodes = ({ questions }: { questions: { code: string; required: boolean }[] }) =>
  questions.map(({ code, required }) => `${code}${required ? ' required' : ''}`)

describe('a mapping preset', () => {
  test('stores the encoding and the heading row, and reads every list with them', async () => {
    const shop = await createImportShop()
    const { body: chosen, patch } = await begin(shop, unsure())
    const { reading } = (await patch({ encoding: 'cp850', headingRow: 1 })).body
    expect(reading).toEqual([
      { code: 'encoding', column: null, choice: 'cp850' },
      { code: 'heading_row', column: null, choice: '1' },
    ])
    expect(chosen.reading).toEqual([])
    const preset = await shop.call('mappingPresets.create', {
      body: { name: 'Dos', mapping: dutchMapping, answers: reading },
    })
    expect(preset.status).toBe(201)
    const presetId = preset.body.id
    const next = await begin(shop, unsure(), { presetId })
    expect(next).toMatchObject({
      status: 201,
      body: { status: 'MAPPED', encoding: 'cp850', headingRow: 1, reading, answers: [] },
    })
    const later = await begin(shop, unsure())
    expect((await later.patch({ presetId })).body).toMatchObject({ status: 'MAPPED', encoding: 'cp850' })
    const other = await begin(shop, unsure(), { presetId, encoding: 'windows-1252' })
    expect(other.body).toMatchObject({ encoding: 'windows-1252', headingRow: 1 })
  })

  test.each([
    ['an encoding', { encoding: 'windows-1252' }, { encoding: 'windows-1252', headingRow: 1 }],
    ['a heading row', { headingRow: 2 }, { encoding: 'cp850', headingRow: 2 }],
    ['the absence of a heading', { header: false }, { encoding: 'cp850', headingRow: null }],
  ])('does not change %s selected earlier for the import', async (_what, chosen, expected) => {
    const shop = await createImportShop()
    const answers = [
      { code: 'encoding', column: null, choice: 'cp850' },
      { code: 'heading_row', column: null, choice: '1' },
    ]
    const filled = ['name', 'street', 'houseNumber', 'postalCode', 'city'].map((field) => [
      `recipient.${field}`,
      { value: '1012 LG' },
    ])
    const mapping = { fields: Object.fromEntries(filled) }
    const preset = await shop.call('mappingPresets.create', { body: { name: 'Dos', mapping, answers } })
    expect(preset.status).toBe(201)
    const { patch } = await begin(shop, unsure(line(2)))
    expect(await patch(chosen)).toMatchObject({ status: 200, body: { status: 'UPLOADED' } })
    expect(await patch({ presetId: preset.body.id })).toMatchObject({
      status: 200,
      body: { status: 'MAPPED', ...expected },
    })
  })

  test.each([
    ['encoding', 'klingon'],
    ['heading_row', 'last'],
  ])('cannot have an unknown %s', async (code, choice) => {
    const shop = await createImportShop()
    const refused = { status: 422, body: { errors: [{ parameter: 'answers[0].choice' }] } }
    const answers = [{ code, column: null, choice }]
    const body = { name: 'None', mapping: dutchMapping, answers }
    expect(await shop.call('mappingPresets.create', { body })).toMatchObject(refused)
    const { id } = (
      await shop.call('mappingPresets.create', { body: { name: 'None', mapping: dutchMapping } })
    ).body
    expect(await shop.call('mappingPresets.patch', { params: { id }, body: { answers } })).toMatchObject(
      refused,
    )
  })

  test('without such answers reads files as before', async () => {
    const shop = await createImportShop()
    const { body } = await shop.call('mappingPresets.create', {
      body: { name: 'Club', mapping: dutchMapping },
    })
    const { body: list } = await begin(shop, listOfLines(line(1)), { presetId: body.id })
    expect(list).toMatchObject({ status: 'MAPPED', encoding: 'utf-8', reading: [] })
  })
})

describe('a list of unknown encoding', () => {
  test('waits for it, showing its rows in each encoding', async () => {
    const shop = await createImportShop()
    const { body, patch } = await begin(shop, unsure())
    expect(questionCodes(body)).toContain('encoding required')
    const { choices } = body.questions.find(({ code }: { code: string }) => code === 'encoding')
    const ofDos = choices.find(({ choice }: { choice: string }) => choice === 'cp850')
    expect(ofDos.samples[0]).toContain('Rød')
    const refused = await patch({ mapping: dutchMapping })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'encoding', code: 'required' }] },
    })
    const known = await patch({ encoding: 'cp850' })
    expect(known.body).toMatchObject({ status: 'UPLOADED', encoding: 'cp850' })
    expect(questionCodes(known.body)).not.toContain('encoding required')
    expect((await patch({ mapping: dutchMapping })).body).toMatchObject({
      status: 'MAPPED',
      encoding: 'cp850',
    })
  })

  test.each([
    ['a setting', { encoding: 'cp850' }],
    ['an answer', { answers: [{ code: 'encoding', column: null, choice: 'cp850' }] }],
  ])('is imported immediately with %s', async (_what, settings) => {
    const shop = await createImportShop()
    const refused = await begin(shop, unsure(), { mapping: dutchMapping })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'encoding', code: 'required' }] },
    })
    const done = await shop.imported(await shop.draft(), unsure(), { mapping: dutchMapping, ...settings })
    expect(done).toMatchObject({ encoding: 'cp850', createdCount: 1 })
  })

  test('is not imported into the suppression list either', async () => {
    const shop = await createImportShop()
    const uploadId = await shop.upload(unsure())
    const body = { uploadId, mapping: { name: 'Naam', street: 'Straat', houseNumber: 'Huisnr' } }
    const refused = await shop.call('suppressions.import', { body })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'encoding', code: 'required' }] },
    })
    const query = { uploadId, encoding: 'cp850' }
    expect((await shop.call('suppressions.importSample', { query })).body).toMatchObject({
      encoding: 'cp850',
      questions: [],
    })
    const taken = await shop.call('suppressions.import', { body: { ...body, encoding: 'cp850' } })
    expect(taken).toMatchObject({ status: 202 })
  })

  test('refuses an unknown encoding', async () => {
    const shop = await createImportShop()
    const answers = [{ code: 'encoding', column: null, choice: 'latin1' }]
    expect(await begin(shop, unsure(), { answers })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'answers[0].choice', code: 'unknown_choice' }] },
    })
  })
})

describe('the heading of a list', () => {
  const rows = [line(1), line(2)]
  test.each<[string, string[], number | null, string[], number]>([
    ['in the first row', [heading, ...rows], 1, [], 2],
    ['below a title', ['Klanten 2026;;;;;;', heading, ...rows], 2, ['heading_row'], 2],
    ['below blank rows', ['', ';;;;;;', heading, ...rows], 3, [], 2],
    ['below a comment', ['# made by us', heading, ...rows], 2, ['heading_row'], 2],
    ['below a line for the separator', ['sep=;', heading, ...rows], 2, [], 2],
    ['below names of column groups', ['Klant;;;Adres;;;', heading, ...rows], 2, ['heading_row'], 2],
    [
      'repeated in another language',
      [heading, 'Customer number;First name;Last name;Street;House number;Postal code;City', ...rows],
      1,
      ['heading_row required'],
      2,
    ],
    ['in unknown words', ['Abc;Def;Ghi;Jkl;Mno;Pqr;Stu', ...rows], 1, ['heading_row required'], 2],
    ['that is missing', rows, null, [], 2],
    [
      'that is missing, with a name that is a column word',
      ['K1;Jan;Land;Damrak;1;1012 LG;Delft'],
      1,
      ['heading_row required'],
      0,
    ],
  ])('is found %s', async (_what, lines, headingRow, questions, created) => {
    const shop = await createImportShop()
    if (created === 0) lines = [...lines, ...rows]
    const { body, id, patch } = await begin(shop, lines.join('\r\n'))
    expect({
      headingRow: body.headingRow,
      questionCodes: questionCodes(body).filter((code) => code.startsWith('heading')),
    }).toEqual({
      headingRow,
      questionCodes: questions,
    })
    if (created === 0) return
    const columns = body.columns as string[]
    const fields = Object.entries(dutchMapping.fields).map(([field, { column }]) => [
      field,
      { column: columns[heading.split(';').indexOf(column)] },
    ])
    const answers = [{ code: 'heading_row', column: null, choice: `${headingRow}` }]
    await patch({
      mapping: { fields: Object.fromEntries(fields) },
      ...(questions.includes('heading_row required') ? { answers } : {}),
    })
    await shop.settle()
    expect(await shop.readImport(id, body.id)).toMatchObject({ status: 'COMPLETED', createdCount: created })
  })

  test('can be selected, and rows keep their numbers in the file', async () => {
    const shop = await createImportShop()
    const { body, id, patch } = await begin(shop, ['x;y', 'a;b', heading, line(1, { code: '12' })].join('\n'))
    const sample = await shop.call('postbatches.importSample', { params: { id, importId: body.id } })
    expect(sample.body.fileRows.slice(0, 2)).toEqual([
      { row: 1, cells: ['x', 'y'], isHeading: false },
      { row: 2, cells: ['a', 'b'], isHeading: false },
    ])
    expect(sample.body.fileRows[2]).toMatchObject({ row: 3, isHeading: true })
    expect((await patch({ headingRow: 2 })).body).toMatchObject({ headingRow: 2, columns: ['a', 'b'] })
    expect((await patch({ header: false })).body).toMatchObject({ headingRow: null, header: false })
    const { status, body: chosen } = await patch({ headingRow: 3, mapping: dutchMapping })
    expect({ status, chosen }).toMatchObject({ status: 200, chosen: { headingRow: 3, status: 'MAPPED' } })
    await shop.settle()
    expect((await shop.readImport(id, body.id)).problems).toMatchObject([{ row: 4, column: 'Postcode' }])
  })

  test.each([
    [{ headingRow: 9 }, 'headingRow', 'unknown_heading_row'],
    [{ headingRow: 51 }, 'headingRow', 'max_value'],
    [
      { answers: [{ code: 'heading_row', column: null, choice: 'last' }] },
      'answers[0].choice',
      'unknown_choice',
    ],
  ])('cannot be %j', async (settings, parameter, code) => {
    const shop = await createImportShop()
    const { status, body } = await begin(shop, listOfLines(line(1)), settings)
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ parameter, code }] })
  })
})

test.each<[string, Record<string, string> | undefined]>([
  ['Zoë Müller', undefined],
  ['SÃO PAULO', undefined],
  ['«RENÉ»', undefined],
  ['Zoë\tde Vries\vjr', undefined],
  ['ZoÃ«', { text: 'Ã«', meant: 'ë' }],
  ['donâ€™t', { text: 'â€™', meant: '’' }],
  ['Å\u0081ódź', { character: 'U+0081' }],
  ['Ã…ngstrÃ¶m', { text: 'Ã…', meant: 'Å' }],
  ['Bell\x07', { character: 'U+0007' }],
  ['it\x92s', { character: 'U+0092' }],
  ['Ren�e', {}],
])('the text %j contains a damaged character: %j', (text, params) => {
  const fault = textFault(text)
  if (params === undefined) expect(fault).toBeUndefined()
  else expect(fault).toMatchObject({ code: 'invalid_character', params })
})
