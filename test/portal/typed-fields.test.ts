import { describe, expect, test } from 'vitest'
import { type ItemFields, TypedFields } from '../../portal/src/screens/items/typed-fields.ts'

const held: ItemFields = {
  locale: 'nl-NL',
  variables: {
    firstName: { type: 'text' },
    gift: { type: 'money' },
    yen: { type: 'money', currency: 'JPY' },
    share: { type: 'decimal' },
    years: { type: 'integer' },
    day: { type: 'date', format: 'long' },
    plain: { type: 'date' },
  },
}
const fields = new TypedFields(held, 'nl-NL')

describe('a merge field in the correction form', () => {
  test.each([
    ['firstName', '48.75', '48.75'],
    ['gift', '48.75', '€\u00A048,75'],
    ['yen', '1200', 'JP¥\u00A01.200'],
    ['share', '1.234', '1,234'],
    ['day', '2026-02-27', '27 februari 2026'],
    ['plain', '2026-02-27', '2026-02-27'],
    ['letterSalutation', 'Beste Zoë', 'Beste Zoë'],
  ])('%s shows %s as it is read back: %s', (name, value, shown) => {
    expect(fields.displayText(name, value)).toBe(shown)
  })

  test.each([
    ['gift', '48,75', '48.75', '€\u00A048,75'],
    ['gift', '€ 48,75', '48.75', '€\u00A048,75'],
    ['gift', '48.75', '48.75', '€\u00A048,75'],
    ['day', '27-2-2026', '2026-02-27', '27 februari 2026'],
    ['day', '27 februari 2026', '2026-02-27', '27 februari 2026'],
    ['plain', '27 februari 2026', '2026-02-27', '2026-02-27'],
    ['years', '1.250', '1250', '1250'],
    ['gift', 'veel', undefined, undefined],
    ['day', '27-2', undefined, undefined],
    ['gift', '', '', undefined],
    ['firstName', 'Zoë ', 'Zoë ', undefined],
  ])('%s reads %j as %s and shows that it prints %s', (name, text, value, printed) => {
    expect(fields.read(name, text)).toEqual({ value, printed, several: [] })
  })

  test('lists the meanings of an ambiguous text', () => {
    expect(fields.read('share', '1.234').several).toEqual(['1,234', '1.234'])
    const american = new TypedFields(held, 'en-US')
    expect(american.read('day', '3/4/2026')).toEqual({
      ...{ value: undefined, printed: undefined },
      several: ['3 april 2026', '4 maart 2026'],
    })
    expect(american.read('day', '27/2/2026').value).toBe('2026-02-27')
  })

  test.each([
    ['gift', '€\u00A048,75'],
    ['yen', 'JP¥\u00A048'],
    ['years', '48'],
    ['share', '48,75'],
    ['day', '27 februari 2026'],
    ['plain', '27 februari 2026'],
  ])('has a valid example of %s: %s', (name, example) => {
    expect(fields.exampleOf(name)).toBe(example)
    expect(fields.read(name, example).value).toBeTruthy()
  })
})
