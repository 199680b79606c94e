import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import {
  type Kind,
  type NotationCode,
  readingsOf,
} from '../../../src/core/features/lists/mapping/notation.ts'
import { sampleIds } from '../../../src/core/features/products/catalogue.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { greetingCard } from '../../support/greeting-card.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'
import type { ItemShopOptions } from '../../support/items.ts'
import { workbook } from '../../support/workbooks.ts'

const card = {
  ...greetingCard('{{firstName}} {{gift | ""}} {{rate | ""}} {{number | ""}} {{day | ""}}'),
  locale: 'en',
  variables: {
    firstName: { maxLength: 20, sample: 'Zoë' },
    gift: { type: 'money', sample: '12.50' },
    rate: { type: 'decimal' },
    number: { type: 'integer' },
    day: { type: 'date', format: 'long' },
  },
}
const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

const open = async (options: ItemShopOptions = {}) => {
  const shop = await createImportShop(options)
  const { body } = await shop.call('templates.create', {
    body: { name: 'Gift', productSpecificationId: sampleIds.a6, document: card },
  })
  expect((await shop.call('templates.publish', { params: { id: body.id } })).status).toBeLessThan(300)
  return { shop, templateId: body.id as string, draft: () => shop.draft([], { templateId: body.id }) }
}

const heading = 'Name;Street;Number;Postcode;City'
const listOf = (column: string, values: readonly string[]) =>
  [
    `${heading};${column}`,
    ...values.map((value, n) => `Zoë;Damrak;${n + 1};1012 LG;Amsterdam;"${value}"`),
    '',
  ].join('\r\n')
const fieldsOf = (field: string, column: string) => ({
  'recipient.name': { column: 'Name' },
  'recipient.street': { column: 'Street' },
  'recipient.houseNumber': { column: 'Number' },
  'recipient.postalCode': { column: 'Postcode' },
  'recipient.city': { column: 'City' },
  'data.firstName': { column: 'Name' },
  [`data.${field}`]: { column },
})
const valuesOf = async (shop: ImportShop, postbatchId: string, field: string) =>
  (await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId }))).map(
    ({ data }) => data[field],
  )

describe('a day or a number of a list', () => {
  test.each<[text: string, code: NotationCode, type: Kind['type'], reading: string]>([
    ['03/04/2026', 'date_order', 'date', 'either'],
    ['3-4-2026', 'date_order', 'date', 'either'],
    ['03.04.2026', 'date_order', 'date', 'either'],
    ['13/04/2026', 'date_order', 'date', 'day_first'],
    ['04/13/2026', 'date_order', 'date', 'month_first'],
    ['31.12.2026', 'date_order', 'date', 'day_first'],
    ['04/04/2026', 'date_order', 'date', 'the same'],
    ['2026-03-04', 'date_order', 'date', 'the same'],
    ['31/31/2026', 'date_order', 'date', 'none'],
    ['03/04/26', 'date_order', 'date', 'none'],
    ['3 april 2026', 'date_order', 'date', 'the same'],
    ['April 3, 2026', 'date_order', 'date', 'the same'],
    ['soon', 'date_order', 'date', 'none'],
    ['1.234', 'decimal_sign', 'decimal', 'either'],
    ['1,234', 'decimal_sign', 'decimal', 'either'],
    ['2.500', 'decimal_sign', 'integer', 'either'],
    ['€ 2.500', 'decimal_sign', 'money', 'either'],
    ['€ 48,-', 'decimal_sign', 'money', 'the same'],
    ['-12,345', 'decimal_sign', 'decimal', 'either'],
    ['12,5', 'decimal_sign', 'decimal', 'comma'],
    ['1.234,50', 'decimal_sign', 'money', 'comma'],
    ['1.234.567', 'decimal_sign', 'integer', 'comma'],
    ['0,500', 'decimal_sign', 'decimal', 'comma'],
    ['12.5', 'decimal_sign', 'decimal', 'point'],
    ['1,234.50', 'decimal_sign', 'money', 'point'],
    ['1,234,567', 'decimal_sign', 'integer', 'point'],
    ['0.500', 'decimal_sign', 'decimal', 'point'],
    ['1234.567', 'decimal_sign', 'decimal', 'point'],
    ["1'234.50", 'decimal_sign', 'decimal', 'point'],
    ['1 234', 'decimal_sign', 'decimal', 'the same'],
    ['1234', 'decimal_sign', 'integer', 'the same'],
    ['1,2,3', 'decimal_sign', 'decimal', 'none'],
    ['many', 'decimal_sign', 'decimal', 'none'],
  ])('%j (%s, %s) has the notation: %s', (text, code, type, reading) => {
    const { decides, isAmbiguous, values } = readingsOf(text, code, { type, languages: ['nl', 'en-US'] })
    const same = values[0] === undefined ? 'none' : 'the same'
    expect(isAmbiguous ? 'either' : (decides ?? same)).toBe(reading)
  })

  test.each([
    ['day', '03/04/2026', ['2026-04-03', '2026-03-04']],
    ['rate', '1,234', ['1.234', '1234']],
    ['rate', '2.500', ['2500', '2.500']],
    ['number', '2.500', ['2500', undefined]],
    ['gift', '€ 1,234', [undefined, '1234']],
  ])(
    'comes back where the column of %s has only %s, and says what it could be',
    async (field, value, read) => {
      const { shop, draft } = await open()
      const code = field === 'day' ? 'date_order' : 'decimal_sign'
      const choices = field === 'day' ? ['day_first', 'month_first'] : ['comma', 'point']
      const mapping = { fields: fieldsOf(field, 'Value') }
      const id = await draft()
      const done = await shop.imported(id, listOf('Value', [value]), { mapping })
      expect(done).toMatchObject({ createdCount: 0, failedCount: 1 })
      expect(done.problems).toMatchObject([{ row: 2, column: 'Value', code, params: { value } }])
      for (const [n, choice] of choices.entries()) {
        const other = await draft()
        const answers = [{ code, column: 'Value', choice }]
        await shop.imported(other, listOf('Value', [value]), { mapping, answers })
        expect(await valuesOf(shop, other, field)).toEqual(read[n] === undefined ? [] : [read[n]])
      }
      const returned = await shop.imported(await draft(), listOf('Value', [value]), {
        ...{ mapping, answers: [{ code, column: 'Value', choice: 'return' }] },
      })
      expect(returned).toMatchObject({ createdCount: 0, problems: [{ code }] })
    },
  )

  test.each([
    ['nl', '2026-04-03'],
    ['en-GB', '2026-04-03'],
    ['en-US', '2026-03-04'],
  ])('is read as the locale %s of the mapping says', async (locale, day) => {
    const { shop, draft } = await open()
    const id = await draft()
    const mapping = { locale, fields: fieldsOf('day', 'Value') }
    await shop.imported(id, listOf('Value', ['03/04/2026']), { mapping })
    expect(await valuesOf(shop, id, 'day')).toEqual([day])
  })

  test.each([
    ['day', ['03/04/2026', '13/04/2026'], ['2026-04-03', '2026-04-13']],
    ['day', ['03/04/2026', '04/13/2026'], ['2026-03-04', '2026-04-13']],
    ['gift', ['€ 2.500', '€ 12,50'], ['2500', '12.50']],
    ['rate', ['2.500', '0.75'], ['2.500', '0.75']],
  ])('of %s is read as other values of its column decide: %j', async (field, values, expected) => {
    const { shop, draft } = await open()
    const mapping = { fields: fieldsOf(field, 'Value') }
    for (const order of [values, values.toReversed()]) {
      const id = await draft()
      const done = await shop.imported(id, listOf('Value', order), { mapping })
      expect(done).toMatchObject({ createdCount: 2, questions: [{ required: false }] })
      expect((await valuesOf(shop, id, field)).toSorted()).toEqual(expected.toSorted())
    }
  })

  test('that a person cannot confirm as given is not read by chance', async () => {
    const { shop, draft } = await open()
    const id = await draft()
    const mapping = { fields: fieldsOf('day', 'Value') }
    const done = await shop.imported(id, listOf('Value', ['03/04/2026']), { mapping })
    const mend = (day: string) =>
      shop.call('postbatches.mendImport', {
        params: { id, importId: done.id },
        body: {
          rows: [{ row: 2, cells: ['Zoë', 'Damrak', '1', '1012 LG', 'Amsterdam', day], asGiven: true }],
        },
      })
    expect((await mend('03/04/2026')).body).toMatchObject({ createdCount: 0, failedCount: 1 })
    expect((await mend('2026-04-03')).body).toMatchObject({ createdCount: 1, failedCount: 0 })
  })

  test('that the mapping gives itself is refused by name', async () => {
    const { shop, draft } = await open()
    const fields = { ...fieldsOf('day', 'Value'), 'data.day': { value: '03/04/2026' } }
    const done = await shop.imported(await draft(), listOf('Value', ['x']), { mapping: { fields } })
    expect(done).toMatchObject({
      createdCount: 0,
      questions: [],
      problems: [{ column: 'day', code: 'invalid_value', params: { first: '2026-04-03' } }],
    })
  })
})

describe('the question about a column of days or numbers', () => {
  const asked = async (column: string, values: readonly string[], options: ItemShopOptions = {}) => {
    const { shop, draft } = await open(options)
    const id = await draft()
    const { body } = await shop.begin(id, listOf(column, values), {})
    const patch = (changes: object) =>
      shop.call('postbatches.patchImport', { params: { id, importId: body.id }, body: changes })
    return { shop, id, body, patch }
  }

  test('shows each value as it is printed, and must be answered', async () => {
    const { body, patch, shop, id } = await asked('Day', ['03/04/2026', '05/06/2026'])
    expect(body.questions).toEqual([
      {
        code: 'date_order',
        column: 'Day',
        message:
          'The column Day has days such as “03/04/2026”, which begin with the day or with the month. Which comes first?',
        params: { case: 'column', column: 'Day', value: '03/04/2026' },
        choices: [
          { choice: 'day_first', fields: {}, samples: ['April 3, 2026', 'June 5, 2026'] },
          { choice: 'month_first', fields: {}, samples: ['March 4, 2026', 'May 6, 2026'] },
          { choice: 'return', fields: {} },
        ],
        samples: ['03/04/2026', '05/06/2026'],
        required: true,
      },
    ])
    const fields = { ...body.suggestion.mapping.fields, 'data.firstName': { column: 'Name' } }
    const mapping = { fields }
    const refused = await patch({ mapping })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'answers', params: { choices: 'day_first, month_first, return' } }] },
    })
    const answers = [{ code: 'date_order', column: 'Day', choice: 'month_first' }]
    expect((await patch({ mapping, answers })).status).toBe(200)
    await shop.settle()
    expect((await valuesOf(shop, id, 'day')).toSorted()).toEqual(['2026-03-04', '2026-05-06'])
  })

  test('is settled by a locale, and by a mapping that gives the column to no merge field', async () => {
    const { body, patch } = await asked('Day', ['03/04/2026'])
    const { 'data.day': _, ...fields } = body.suggestion.mapping.fields
    expect((await patch({ mapping: { ...body.suggestion.mapping, locale: 'en-US' } })).status).toBe(200)
    const other = await asked('Day', ['03/04/2026'])
    expect((await other.patch({ mapping: { fields } })).status).toBe(200)
  })

  test('offers first what is usual in the country of the organisation', async () => {
    const { shop, draft } = await open()
    const changed = await shop.call('organisation.patch', { body: { country: 'US' } })
    expect(changed.status).toBe(200)
    const { body } = await shop.begin(await draft(), listOf('Rate', ['1,234']), {})
    const first = body.questions.map((one: { choices: { choice: string }[] }) => one.choices[0]!.choice)
    expect(first).toContain('point')
  })

  test.each([
    ['Day', ['03/04/2026', '13/04/2026'], 'day_first', ['13/04/2026', '03/04/2026']],
    ['Gift', ['2,500', '12.50'], 'point', ['12.50', '2,500']],
  ])('says of %s which notation its values %j decide: %s', async (column, values, suggested, samples) => {
    const { body } = await asked(column, values)
    expect(body.questions).toMatchObject([{ column, suggested, required: false, samples }])
  })

  test('is decided by a row further on in the file', async () => {
    const values = [...Array.from({ length: 300 }, () => '03/04/2026'), '13/04/2026']
    const { body } = await asked('Day', values)
    expect(body.questions).toMatchObject([{ suggested: 'day_first', required: false }])
  })

  test('is asked where the values contradict one another', async () => {
    const { body } = await asked('Day', ['13/04/2026', '03/04/2026', '04/13/2026'])
    expect(body.questions).toMatchObject([{ code: 'date_order', required: true }])
    expect(body.questions[0].suggested).toBeUndefined()
  })

  test.each<[{ answers?: object[]; locale?: string }, number]>([
    [{}, 422],
    [{ answers: [{ code: 'date_order', column: 'day', choice: 'month_first' }] }, 201],
    [{ locale: 'nl' }, 201],
  ])('is asked once of a preset, which keeps the answer: %j', async ({ locale, ...kept }, status) => {
    const { shop, draft } = await open()
    const mapping = { fields: fieldsOf('day', 'Day'), ...(locale ? { locale } : {}) }
    const preset = await shop.call('mappingPresets.create', { body: { name: 'Gifts', mapping, ...kept } })
    const presetId = preset.body.id
    const uploadId = await shop.upload(listOf('Day', ['03/04/2026']))
    const begin = async (changes: object = {}) =>
      shop.call('postbatches.createImport', {
        params: { id: await draft() },
        body: { uploadId, presetId, ...changes },
      })
    const answer = await begin()
    expect(answer.status).toBe(status)
    if (status === 422) {
      expect(answer.body.errors).toMatchObject([{ parameter: 'answers' }])
      const answers = [{ code: 'date_order', column: 'Day', choice: 'day_first' }]
      expect((await begin({ answers })).status).toBe(201)
    }
    const decided = await shop.upload(listOf('Day', ['03/04/2026', '13/04/2026']))
    expect((await begin({ uploadId: decided })).status).toBe(201)
  })

  test('is not asked of numbers and days of a workbook', async () => {
    const renderer = { ...createFakeRenderer(), inspect: pdf.inspect } as never
    const { shop, draft } = await open({ ports: { renderer } })
    const bytes = workbook({
      sheets: [
        {
          name: 'Gifts',
          rows: [
            [...heading.split(';'), 'Rate'],
            ['Zoë', 'Damrak', '1', '1012 LG', 'Amsterdam', 1.234],
            ['Bo', 'Damrak', '2', '1012 LG', 'Amsterdam', 2500],
          ],
        },
      ],
    })
    const uploaded = await shop.call('uploads.create', { query: { kind: 'XLSX', name: 'g.xlsx' }, bytes })
    const id = await draft()
    const { body } = await shop.call('postbatches.createImport', {
      params: { id },
      body: { uploadId: uploaded.body.id, mapping: { fields: fieldsOf('rate', 'Rate') } },
    })
    expect(body.questions).toEqual([])
    await shop.settle()
    expect((await valuesOf(shop, id, 'rate')).toSorted()).toEqual(['1.234', '2500'])
  })
})

describe('a connector that reads by a preset without a locale', () => {
  test.each<[field: string, value: unknown, answers: object[], read: string | undefined]>([
    ['day', '13/04/2026', [], '2026-04-13'],
    ['day', '03/04/2026', [], undefined],
    ['day', '03/04/2026', [{ code: 'date_order', column: 'Value', choice: 'month_first' }], '2026-03-04'],
    ['rate', '1.234', [], undefined],
    ['rate', 1.234, [], '1.234'],
    ['rate', '12,5', [], '12.5'],
  ])('reads %s from %j as it is certain, with the answers %j', async (field, value, answers, read) => {
    const { shop, templateId } = await open()
    const mapping = { fields: fieldsOf(field, 'Value') }
    const preset = await shop.call('mappingPresets.create', { body: { name: 'Shop', mapping, answers } })
    const postflowId = await shop.postflow({ templateId })
    const { body } = await shop.call('integrations.create', {
      body: { name: 'Shop', postflowId, presetId: preset.body.id },
    })
    const tried = await shop.call('integrations.try', {
      params: { id: body.id },
      body: {
        payload: {
          ...{ Name: 'Zoë', Street: 'Damrak', Number: 1, Postcode: '1012 LG', City: 'Amsterdam' },
          Value: value,
        },
      },
    })
    expect(tried.body).toMatchObject(
      read === undefined
        ? { valid: false, errors: [{ parameter: 'Value' }] }
        : { valid: true, item: { data: { [field]: read } } },
    )
  })
})
