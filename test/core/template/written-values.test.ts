import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TemplateVariable } from '../../../src/core/template/document.ts'
import { printedValue } from '../../../src/core/template/field-values.ts'
import { readWritten } from '../../../src/core/template/written-values.ts'

const variable = (
  type: TemplateVariable['type'],
  more: Partial<TemplateVariable> = {},
): TemplateVariable => ({
  ...{ type, sample: '', maxLength: 500 },
  ...more,
})

describe('a merge field accepts formatted values', () => {
  test.each<[string, TemplateVariable['type'], string[], string[]]>([
    ['48,75', 'money', ['nl-NL'], ['48.75']],
    ['€ 48,75', 'money', ['nl-NL'], ['48.75']],
    ['48,75 EUR', 'money', ['nl-NL'], ['48.75']],
    ['€ 1.234,50', 'money', ['nl-NL'], ['1234.50']],
    ['€ 48,-', 'money', ['nl-NL'], ['48']],
    ['48.75', 'money', ['nl-NL'], ['48.75']],
    ['1.234', 'money', ['nl-NL'], ['1234']],
    ['1’234.50', 'money', ['de-CH'], ['1234.50']],
    ['1,234.50', 'money', ['en-GB'], ['1234.50']],
    ['48,75', 'money', ['en-GB', 'nl-NL'], ['48.75']],
    ['48,75', 'money', ['en-GB'], []],
    ['$ 48.75', 'money', ['nl-NL'], []],
    ['48,755', 'money', ['nl-NL'], []],
    ['achtenveertig', 'money', ['nl-NL'], []],
    ['12,5', 'decimal', ['nl-NL'], ['12.5']],
    ['1.234', 'decimal', ['nl-NL'], ['1.234', '1234']],
    ['1.234', 'integer', ['nl-NL'], ['1234']],
    ['0.500', 'decimal', ['nl-NL'], ['0.500']],
    ['0,500', 'decimal', ['en-GB', 'nl-NL'], ['0.500']],
    ['0.500,25', 'decimal', ['nl-NL'], []],
    ["1.234'567", 'integer', ['nl-NL'], []],
    ["1.234'567", 'decimal', ['nl-NL'], []],
    ['27-2-2026', 'date', ['nl-NL'], ['2026-02-27']],
    ['27/02/2026', 'date', ['nl-NL'], ['2026-02-27']],
    ['27 februari 2026', 'date', ['nl-NL'], ['2026-02-27']],
    ['27 Feb 2026', 'date', ['nl-NL', 'en-GB'], ['2026-02-27']],
    ['February 27, 2026', 'date', ['en-US'], ['2026-02-27']],
    ['27. Februar 2026', 'date', ['de-DE'], ['2026-02-27']],
    ['27 de febrero de 2026', 'date', ['es-ES'], ['2026-02-27']],
    ['2026-02-27', 'date', ['nl-NL'], ['2026-02-27']],
    ['3-4-2026', 'date', ['nl-NL'], ['2026-04-03']],
    ['3/4/2026', 'date', ['nl-NL', 'en-US'], ['2026-04-03', '2026-03-04']],
    ['3/4/2026', 'date', ['en'], ['2026-04-03', '2026-03-04']],
    ['27/2/2026', 'date', ['en'], ['2026-02-27']],
    ['27-2-26', 'date', ['nl-NL'], []],
    ['31-2-2026', 'date', ['nl-NL'], []],
    ['Beste Zoë', 'text', ['nl-NL'], ['Beste Zoë']],
  ])('%j as %s, in %j', (text, type, languages, values) => {
    expect(readWritten(variable(type), text, languages)).toEqual(values)
  })

  const languages = [
    'nl-NL',
    'nl-BE',
    'de-DE',
    'de-CH',
    'fr-FR',
    'en-GB',
    'en-US',
    'es-ES',
    'it-IT',
    'pl-PL',
    'da-DK',
    'sv-SE',
  ]
  test.each(languages)('a value printed in %s is read back as the original', (language) => {
    const readBack = (one: TemplateVariable, value: string) =>
      readWritten(one, printedValue(one, language, value), [language])
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
        const value = (cents / 100).toFixed(2)
        expect(readBack(variable('money'), value)).toEqual([value])
        expect(readBack(variable('decimal', { decimals: 2 }), value)).toEqual([value])
      }),
      { numRuns: 50 },
    )
    const days = fc.date({
      min: new Date(Date.UTC(1900, 0, 1)),
      max: new Date(Date.UTC(2099, 11, 31)),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(days, fc.constantFrom('long' as const, 'medium' as const), (date, format) => {
        const value = date.toISOString().slice(0, 10)
        expect(readBack(variable('date', { format }), value)).toEqual([value])
      }),
      { numRuns: 50 },
    )
  })
})
