import { describe, expect, test } from 'vitest'
import {
  type Kind,
  type NotationCode,
  readingsOf,
} from '../../../src/core/features/lists/mapping/notation.ts'
import { giftFields, giftList, giftValues, openGiftShop } from '../../support/gift-lists.ts'

describe('a day or number in a list', () => {
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
    ['€ 1.250,-', 'decimal_sign', 'money', 'comma'],
    ['1.250.000,--', 'decimal_sign', 'money', 'comma'],
    ['1.250,– EUR', 'decimal_sign', 'money', 'comma'],
    ['1,250.-', 'decimal_sign', 'money', 'point'],
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
    'is rejected if the column of %s has only %s, naming the possible readings',
    async (field, value, read) => {
      const { shop, draft } = await openGiftShop()
      const code = field === 'day' ? 'date_order' : 'decimal_sign'
      const choices = field === 'day' ? ['day_first', 'month_first'] : ['comma', 'point']
      const mapping = { fields: giftFields(field, 'Value') }
      const id = await draft()
      const done = await shop.imported(id, giftList('Value', [value]), { mapping })
      expect(done).toMatchObject({ createdCount: 0, failedCount: 1 })
      expect(done.problems).toMatchObject([{ row: 2, column: 'Value', code, params: { value } }])
      for (const [n, choice] of choices.entries()) {
        const other = await draft()
        const answers = [{ code, column: 'Value', choice }]
        await shop.imported(other, giftList('Value', [value]), { mapping, answers })
        expect(await giftValues(shop, other, field)).toEqual(read[n] === undefined ? [] : [read[n]])
      }
      const returned = await shop.imported(await draft(), giftList('Value', [value]), {
        ...{ mapping, answers: [{ code, column: 'Value', choice: 'return' }] },
      })
      expect(returned).toMatchObject({ createdCount: 0, problems: [{ code }] })
    },
  )

  test.each([
    ['nl', '2026-04-03'],
    ['en-GB', '2026-04-03'],
    ['en-US', '2026-03-04'],
  ])('is read in the mapping’s locale %s', async (locale, day) => {
    const { shop, draft } = await openGiftShop()
    const id = await draft()
    const mapping = { locale, fields: giftFields('day', 'Value') }
    await shop.imported(id, giftList('Value', ['03/04/2026']), { mapping })
    expect(await giftValues(shop, id, 'day')).toEqual([day])
  })

  test.each([
    ['day', ['03/04/2026', '13/04/2026'], ['2026-04-03', '2026-04-13']],
    ['day', ['03/04/2026', '04/13/2026'], ['2026-03-04', '2026-04-13']],
    ['gift', ['€ 2.500', '€ 12,50'], ['2500', '12.50']],
    ['rate', ['2.500', '0.75'], ['2.500', '0.75']],
  ])('of %s is read as determined by other values of its column: %j', async (field, values, expected) => {
    const { shop, draft } = await openGiftShop()
    const mapping = { fields: giftFields(field, 'Value') }
    for (const order of [values, values.toReversed()]) {
      const id = await draft()
      const done = await shop.imported(id, giftList('Value', order), { mapping })
      expect(done).toMatchObject({ createdCount: 2, questions: [{ required: false }] })
      expect((await giftValues(shop, id, field)).toSorted()).toEqual(expected.toSorted())
    }
  })

  test('that cannot be confirmed as given is rejected rather than guessed', async () => {
    const { shop, draft } = await openGiftShop()
    const id = await draft()
    const mapping = { fields: giftFields('day', 'Value') }
    const done = await shop.imported(id, giftList('Value', ['03/04/2026']), { mapping })
    const correct = (day: string) =>
      shop.call('postbatches.mendImport', {
        params: { id, importId: done.id },
        body: {
          rows: [{ row: 2, cells: ['Zoë', 'Damrak', '1', '1012 LG', 'Amsterdam', day], asGiven: true }],
        },
      })
    expect((await correct('03/04/2026')).body).toMatchObject({ createdCount: 0, failedCount: 1 })
    expect((await correct('2026-04-03')).body).toMatchObject({ createdCount: 1, failedCount: 0 })
  })

  test('that is a constant of the mapping is refused by name', async () => {
    const { shop, draft } = await openGiftShop()
    const fields = { ...giftFields('day', 'Value'), 'data.day': { value: '03/04/2026' } }
    const done = await shop.imported(await draft(), giftList('Value', ['x']), { mapping: { fields } })
    expect(done).toMatchObject({
      createdCount: 0,
      questions: [],
      problems: [{ column: 'day', code: 'invalid_value', params: { first: '2026-04-03' } }],
    })
  })
})
