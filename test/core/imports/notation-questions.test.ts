import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { giftFields, giftHeading, giftList, giftValues, openGiftShop } from '../../support/gift-lists.ts'
import type { ItemShopOptions } from '../../support/items.ts'
import { workbook } from '../../support/workbooks.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

describe('the question about the notation of a column', () => {
  const beginImport = async (column: string, values: readonly string[], options: ItemShopOptions = {}) => {
    const { shop, draft } = await openGiftShop(options)
    const id = await draft()
    const { body } = await shop.begin(id, giftList(column, values), {})
    const patch = (changes: object) =>
      shop.call('postbatches.patchImport', { params: { id, importId: body.id }, body: changes })
    return { shop, id, body, patch }
  }

  test('shows each value as printed, and must be answered', async () => {
    const { body, patch, shop, id } = await beginImport('Day', ['03/04/2026', '05/06/2026'])
    expect(body.questions).toEqual([
      {
        code: 'date_order',
        column: 'Day',
        message:
          'The column Day has days such as “03/04/2026”, which may start with the day or the month. Which comes first?',
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
    expect((await giftValues(shop, id, 'day')).toSorted()).toEqual(['2026-03-04', '2026-05-06'])
  })

  test('is settled by a locale, or by a mapping that assigns the column to no merge field', async () => {
    const { body, patch } = await beginImport('Day', ['03/04/2026'])
    const { 'data.day': _, ...fields } = body.suggestion.mapping.fields
    expect((await patch({ mapping: { ...body.suggestion.mapping, locale: 'en-US' } })).status).toBe(200)
    const other = await beginImport('Day', ['03/04/2026'])
    expect((await other.patch({ mapping: { fields } })).status).toBe(200)
  })

  test('offers first what is usual in the organisation’s country', async () => {
    const { shop, draft } = await openGiftShop()
    const changed = await shop.call('organisation.patch', { body: { country: 'US' } })
    expect(changed.status).toBe(200)
    const { body } = await shop.begin(await draft(), giftList('Rate', ['1,234']), {})
    const first = body.questions.map((one: { choices: { choice: string }[] }) => one.choices[0]!.choice)
    expect(first).toContain('point')
  })

  test.each([
    ['Day', ['03/04/2026', '13/04/2026'], 'day_first', ['13/04/2026', '03/04/2026']],
    ['Gift', ['2,500', '12.50'], 'point', ['12.50', '2,500']],
  ])(
    'names for %s the notation that its values %j determine: %s',
    async (column, values, suggested, samples) => {
      const { body } = await beginImport(column, values)
      expect(body.questions).toMatchObject([{ column, suggested, required: false, samples }])
    },
  )

  test('is settled by a later row of the file', async () => {
    const values = [...Array.from({ length: 300 }, () => '03/04/2026'), '13/04/2026']
    const { body } = await beginImport('Day', values)
    expect(body.questions).toMatchObject([{ suggested: 'day_first', required: false }])
  })

  test('is raised if the values are contradictory', async () => {
    const { body } = await beginImport('Day', ['13/04/2026', '03/04/2026', '04/13/2026'])
    expect(body.questions).toMatchObject([{ code: 'date_order', required: true }])
    expect(body.questions[0].suggested).toBeUndefined()
  })

  test.each<[{ answers?: object[]; locale?: string }, number]>([
    [{}, 422],
    [{ answers: [{ code: 'date_order', column: 'day', choice: 'month_first' }] }, 201],
    [{ locale: 'nl' }, 201],
  ])('is raised once for a preset, which keeps the answer: %j', async ({ locale, ...kept }, status) => {
    const { shop, draft } = await openGiftShop()
    const mapping = { fields: giftFields('day', 'Day'), ...(locale ? { locale } : {}) }
    const preset = await shop.call('mappingPresets.create', { body: { name: 'Gifts', mapping, ...kept } })
    const presetId = preset.body.id
    const uploadId = await shop.upload(giftList('Day', ['03/04/2026']))
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
    const decided = await shop.upload(giftList('Day', ['03/04/2026', '13/04/2026']))
    expect((await begin({ uploadId: decided })).status).toBe(201)
  })

  test('is not raised for numbers and days of a workbook', async () => {
    const renderer = { ...createFakeRenderer(), inspect: pdf.inspect } as never
    const { shop, draft } = await openGiftShop({ ports: { renderer } })
    const bytes = workbook({
      sheets: [
        {
          name: 'Gifts',
          rows: [
            [...giftHeading.split(';'), 'Rate'],
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
      body: { uploadId: uploaded.body.id, mapping: { fields: giftFields('rate', 'Rate') } },
    })
    expect(body.questions).toEqual([])
    await shop.settle()
    expect((await giftValues(shop, id, 'rate')).toSorted()).toEqual(['1.234', '2500'])
  })
})

describe('a connector reading by a preset without a locale', () => {
  test.each<[field: string, value: unknown, answers: object[], read: string | undefined]>([
    ['day', '13/04/2026', [], '2026-04-13'],
    ['day', '03/04/2026', [], undefined],
    ['day', '03/04/2026', [{ code: 'date_order', column: 'Value', choice: 'month_first' }], '2026-03-04'],
    ['rate', '1.234', [], undefined],
    ['rate', 1.234, [], '1.234'],
    ['rate', '12,5', [], '12.5'],
  ])('reads %s from %j only if certain, with the answers %j', async (field, value, answers, read) => {
    const { shop, templateId } = await openGiftShop()
    const mapping = { fields: giftFields(field, 'Value') }
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
