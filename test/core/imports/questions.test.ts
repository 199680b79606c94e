import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const heading = 'Aanhef;Voornaam;Achternaam;Straat;Huisnr;Postcode;Plaats;Adres 3'
const list = [heading, 'Mw;Zoë;de Vries;Damrak;12;1012 LG;Amsterdam;Achterhuis', ''].join('\r\n')

const waiting = async (shop: ImportShop, content: string) => {
  const id = await shop.draft()
  const { body } = await shop.begin(id, content, {})
  const patch = async (changes: Record<string, unknown>) =>
    shop.call('postbatches.patchImport', { params: { id, importId: body.id }, body: changes })
  return { id, body, patch }
}

const recipientsOf = async (shop: ImportShop, postbatchId: string) =>
  (await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId }))).map(
    ({ recipient }) => recipient,
  )

describe('questions about a list', () => {
  test('concern each unused column that looks like part of the name or the address', async () => {
    const shop = await createImportShop()
    const { body } = await waiting(shop, list)
    expect(body).toMatchObject({ status: 'UPLOADED', answers: [] })
    expect(body.questions).toEqual([
      {
        code: 'unused_column',
        column: 'Aanhef',
        message:
          'The column Aanhef looks like part of the name and is not used. Include it, or leave it out.',
        params: { case: 'name', column: 'Aanhef' },
        choices: [
          {
            choice: 'include',
            fields: { 'recipient.name': { columns: ['Aanhef', 'Voornaam', 'Achternaam'] } },
          },
          { choice: 'leave_out', fields: {} },
        ],
        samples: ['Mw'],
        required: true,
      },
      expect.objectContaining({
        code: 'unused_column',
        column: 'Adres 3',
        choices: [
          { choice: 'include', fields: { 'recipient.addressLine2': { column: 'Adres 3' } } },
          { choice: 'leave_out', fields: {} },
        ],
        samples: ['Achterhuis'],
      }),
    ])
  })

  test.each([
    [
      'both before the name',
      'Aanhef;Titel;Voornaam;Achternaam',
      ['Aanhef', 'Titel', 'Voornaam', 'Achternaam'],
    ],
    ['one before, one after', 'Achternaam;Voornaam;Aanhef', ['Aanhef', 'Voornaam', 'Achternaam']],
    ['two more lines', 'Voornaam;Achternaam;Adres 3;Adres 4', ['Adres 3', 'Adres 4']],
  ])('about one field are all included: %s', async (_, names, columns) => {
    const shop = await createImportShop()
    const heading = `${names};Straat;Huisnr;Postcode;Plaats`
    const row = names.split(';').map((name) => `${name} of Zoë`)
    const { body, patch } = await waiting(
      shop,
      `${heading}\r\n${row.join(';')};Damrak;12;1012 LG;Amsterdam\r\n`,
    )
    const answers = body.questions.map(({ code, column }: { code: string; column: string }) => ({
      code,
      column,
      choice: 'include',
    }))
    expect(answers.length).toBeGreaterThan(0)
    const { mapping } = body.suggestion
    const mapped = await patch({
      mapping: { fields: { ...mapping.fields, 'data.firstName': { column: 'Voornaam' } } },
      answers,
    })
    const sources = Object.values<{ columns?: string[] }>(mapped.body.mapping.fields)
    expect(sources.map((source) => source.columns)).toContainEqual(columns)
  })

  test.each([
    ['Adres 3', 'Achterhuis', 'unused_column'],
    ['Tussenvoegsel tekst', 'van', undefined],
    ['Aanhef', 'Mw', 'unused_column'],
    ['Opmerking', 'belt terug', undefined],
    ['Portiek', 'links', 'unused_column'],
    ['Kamer', 'Rode groep', 'unused_column'],
    ['Naam partner', 'B. Vis', 'unused_column'],
  ])('concern the column %s that only later rows fill', async (column, value, code) => {
    const shop = await createImportShop()
    const rows = Array.from({ length: 70 }, (_, index) => `Zoë;Damrak;${index + 1};1012 LG;Amsterdam;`)
    const content = [`Naam;Straat;Huisnr;Postcode;Plaats;${column}`, ...rows, `${rows[0]}${value}`].join(
      '\r\n',
    )
    const { body } = await waiting(shop, content)
    expect(body.questions).toMatchObject(code ? [{ code, column, samples: [value], required: true }] : [])
    const without = await waiting(shop, content.replace(value, ''))
    expect(without.body.questions).toEqual([])
  })

  test('concern another address that only later rows have', async () => {
    const shop = await createImportShop()
    const row = 'Zoë;Damrak;1;1012 LG;Amsterdam'
    const content = [
      'Naam;Billing Street;Billing Number;Billing Zip;Billing City;Shipping Street;Shipping Number;Shipping Zip;Shipping City',
      ...Array.from({ length: 60 }, () => `${row};;;;`),
      `${row};Spui;2;1012 WX;Amsterdam`,
    ].join('\r\n')
    const { body } = await waiting(shop, content)
    expect(body.questions).toContainEqual(
      expect.objectContaining({ code: 'several_addresses', required: true }),
    )
  })

  test.each([
    [8, 200],
    [9, 422],
  ])('join %i columns in one field with the answer %i', async (count, status) => {
    const shop = await createImportShop()
    const titles = Array.from({ length: count - 2 }, (_, n) => `Titel${'.'.repeat(n)}`)
    const heading = [...titles, 'Voornaam', 'Achternaam', 'Straat', 'Huisnr', 'Postcode', 'Plaats']
    const row = [...titles.map((_, n) => `T${n}`), 'Zoë', 'Maes', 'Damrak', '12', '1012 LG', 'Amsterdam']
    const { body, patch } = await waiting(shop, `${heading.join(';')}\r\n${row.join(';')}\r\n`)
    const answers = body.questions.map((question: { code: string; column: string }) => ({
      code: question.code,
      column: question.column,
      choice: 'include',
    }))
    const { mapping } = body.suggestion
    const fields = { ...mapping.fields, 'data.firstName': { column: 'Voornaam' } }
    const answer = await patch({ mapping: { fields }, answers })
    expect(answer.status).toBe(status)
    if (status === 422)
      expect(answer.body.errors).toMatchObject([{ parameter: 'answers', code: 'too_many_columns' }])
    else expect(answer.body.mapping.fields['recipient.name'].columns).toHaveLength(count)
  })

  test('block a list mapped as suggested until each is answered', async () => {
    const shop = await createImportShop()
    const { id, body, patch } = await waiting(shop, list)
    const mapping = body.suggestion.mapping
    const refused = await patch({ mapping })
    expect(refused.status).toBe(422)
    expect(
      refused.body.errors.map((error: { parameter: string; code: string }) => [error.parameter, error.code]),
    ).toEqual([
      ['answers', 'required'],
      ['answers', 'required'],
    ])
    expect(refused.body.errors[1].message).toContain(
      '{"code":"unused_column","column":"Adres 3","choice":"include"}',
    )
    const one = await patch({ answers: [{ code: 'unused_column', column: 'Aanhef', choice: 'leave_out' }] })
    expect(one.body).toMatchObject({ status: 'UPLOADED', revision: 2 })
    const both = await patch({
      mapping: { fields: { ...mapping.fields, 'data.firstName': { column: 'Voornaam' } } },
      answers: [{ code: 'unused_column', column: 'Adres 3', choice: 'include' }],
    })
    expect(both.body).toMatchObject({
      status: 'MAPPED',
      mapping: { fields: { 'recipient.addressLine2': { column: 'Adres 3' } } },
      answers: [{ column: 'Aanhef' }, { column: 'Adres 3' }],
    })
    await shop.settle()
    expect(await recipientsOf(shop, id)).toMatchObject([{ name: 'Zoë de Vries', addressLine2: 'Achterhuis' }])
  })

  test.each<[string, (suggested: Record<string, unknown>) => Record<string, unknown>, number]>([
    ['a constant country', (suggested) => ({ ...suggested, 'recipient.country': { value: 'NL' } }), 422],
    ['another name', (suggested) => ({ ...suggested, 'recipient.name': { column: 'Achternaam' } }), 422],
    [
      'the columns concerned',
      (suggested) => ({ ...suggested, 'recipient.addressLine2': { columns: ['Aanhef', 'Adres 3'] } }),
      200,
    ],
  ])('are settled only by a mapping that uses the column: %s', async (_, change, status) => {
    const shop = await createImportShop()
    const { body, patch } = await waiting(shop, list)
    const answer = await patch({ mapping: { fields: change(body.suggestion.mapping.fields) } })
    expect(answer.status).toBe(status)
  })

  test('don’t block a list created with its mapping', async () => {
    const shop = await createImportShop()
    const { body } = await waiting(shop, list)
    const { mapping } = body.suggestion
    expect((await shop.begin(await shop.draft(), list, { mapping })).body).toMatchObject({ status: 'MAPPED' })
  })

  test.each([
    ['a column missing from the file', { column: 'Adres 4' }, 'answers[0].column', 'unknown_column'],
    ['another choice', { choice: 'print' }, 'answers[0].choice', 'unknown_choice'],
    ['an unasked question', { code: 'colour' }, 'answers[0].code', 'unknown_question'],
  ])('refuse an answer with %s', async (_what, change, parameter, code) => {
    const shop = await createImportShop()
    const { patch } = await waiting(shop, list)
    const answer = { code: 'unused_column', column: 'Aanhef', choice: 'leave_out', ...change }
    const { status, body } = await patch({ answers: [answer] })
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ parameter, code }] })
  })

  test('are also raised when mapping an import created before questions existed', async () => {
    const shop = await createImportShop()
    const { id, body, patch } = await waiting(shop, list)
    await shop.services.store.write((rows) =>
      rows.imports.update(everyone, body.id, { questions: null, answers: null }),
    )
    expect(await shop.readImport(id, body.id)).toMatchObject({ questions: [], answers: [] })
    const { mapping } = body.suggestion
    const refused = await patch({ mapping })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toContain('answers')
    const answers = body.questions.map(({ code, column }: Record<string, unknown>) => ({
      code,
      column,
      choice: 'leave_out',
    }))
    const { body: mapped } = await patch({ mapping, answers })
    expect(mapped).toMatchObject({ status: 'MAPPED', answers, questions: body.questions })
  })
})

const input = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../fixtures/inputs/lists', name), 'utf8')

describe('lists from offices', () => {
  test.each<[string, string[], unknown[]]>([
    ['columns-first-last.csv', [], [{ name: 'Anna Smith', country: 'NL' }]],
    [
      'country-from-title.csv',
      ['Title'],
      [
        { name: 'Bob Smith', country: 'NL' },
        { name: 'Ann Smith', country: 'NL' },
      ],
    ],
    [
      'country-from-aanhef.csv',
      ['Aanhef'],
      [
        { name: 'Eva Bakker', country: 'NL' },
        { name: 'Ina Bakker', country: 'NL' },
      ],
    ],
    [
      'country-from-language.csv',
      [],
      [
        { name: 'Eva Bakker', country: 'NL' },
        { name: 'Jo Bakker', country: 'NL' },
      ],
    ],
  ])('%s', async (file, questions, recipients) => {
    const shop = await createImportShop()
    const { id, body, patch } = await waiting(shop, input(file))
    expect(body.questions.map(({ column }: { column: string }) => column)).toEqual(questions)
    const { fields } = body.suggestion.mapping
    const answers = questions.map((column) => ({ code: 'unused_column', column, choice: 'leave_out' }))
    const mapping = { fields: { ...fields, 'data.firstName': { value: 'Zoë' } } }
    expect((await patch({ mapping, answers })).status).toBe(200)
    await shop.settle()
    expect(await recipientsOf(shop, id)).toMatchObject(recipients)
  })
})

test('house numbers with the same digits in other notations are different doors', async () => {
  const shop = await createImportShop()
  const { id, body, patch } = await waiting(shop, input('doors-that-are-not-one.csv'))
  const { fields } = body.suggestion.mapping
  const mapping = { fields: { ...fields, 'data.firstName': { value: 'Zoë' } } }
  expect((await patch({ mapping })).status).toBe(200)
  await shop.settle()
  expect(await shop.readImport(id, body.id)).toMatchObject({ createdCount: 3, duplicateCount: 0 })
})
