import { describe, expect, test } from 'vitest'
import type { TemplateDocumentInput } from '../../../src/core/template/document.ts'
import { printedValues } from '../../../src/core/template/field-values.ts'
import { parseTags } from '../../../src/core/template/tags.ts'
import { filledText } from '../../../src/typesetting/page/elements.ts'
import { Report } from '../../../src/typesetting/page/report.ts'
import type { Scene } from '../../../src/typesetting/page/scene.ts'
import { documentOf, postcardInput } from '../../support/render-fixtures.ts'

type Field = NonNullable<TemplateDocumentInput['variables']>[string]
const withField = (field: Field, locale: string) =>
  documentOf({ ...postcardInput, locale, variables: { ...postcardInput.variables, it: field } })
const printed = (field: Field, value: string, locale: string) =>
  printedValues(withField(field, locale), { it: value }).it

describe('text prints the value of a merge field in the language of the template', () => {
  test.each<[Field, value: string, locale: string, text: string]>([
    [{ type: 'money' }, '1234.5', 'nl-NL', '€ 1.234,50'],
    [{ type: 'money' }, '1234.5', 'de-DE', '1.234,50 €'],
    [{ type: 'money' }, '1234567', 'fr-FR', '1 234 567,00 €'],
    [{ type: 'money', currency: 'GBP' }, '-3', 'en-GB', '-£3.00'],
    [{ type: 'money', currency: 'JPY' }, '1200', 'nl-NL', 'JP¥ 1.200'],
    [{ type: 'money', decimals: 0 }, '12', 'nl-NL', '€ 12'],
    [{ type: 'money' }, '9007199254740.93', 'nl-NL', '€ 9.007.199.254.740,93'],
    [{ type: 'decimal' }, '12.50', 'nl-NL', '12,50'],
    [{ type: 'decimal' }, '1234.567', 'en-GB', '1,234.567'],
    [{ type: 'decimal', decimals: 2 }, '3', 'nl-NL', '3,00'],
    [{ type: 'date', format: 'long' }, '2026-03-01', 'nl-NL', '1 maart 2026'],
    [{ type: 'date', format: 'long' }, '2026-03-01', 'pl-PL', '1 marca 2026'],
    [{ type: 'date', format: 'full' }, '2026-03-01', 'nl-NL', 'zondag 1 maart 2026'],
    [{ type: 'date', format: 'short' }, '2026-03-01', 'de-DE', '01.03.26'],
    [{ type: 'date' }, '2026-03-01', 'nl-NL', '2026-03-01'],
    [{ type: 'integer' }, '1234', 'nl-NL', '1234'],
    [{}, '1234.5', 'nl-NL', '1234.5'],
    // A value that is invalid for its type is an error of the item; it is returned unchanged.
    [{ type: 'money' }, '12,50', 'nl-NL', '12,50'],
    [{ type: 'money' }, '12.345', 'nl-NL', '12.345'],
    [{ type: 'decimal', decimals: 1 }, '0.25', 'nl-NL', '0.25'],
    [{ type: 'date', format: 'long' }, '1 maart', 'nl-NL', '1 maart'],
    [{ type: 'money' }, '', 'nl-NL', ''],
  ])('%j %s in %s: %s', (field, value, locale, text) => {
    expect(printed(field, value, locale)?.replaceAll('\u00A0', ' ')).toBe(text)
  })

  test('and codes take the value itself', () => {
    const document = withField({ type: 'money' }, 'nl-NL')
    const filled = (type: 'text' | 'qr') => {
      const element = document.pages[1]!.elements.find((one) => one.type === type)!
      const parts = new Map([[element, parseTags('{{it}}').parts]])
      return filledText({ document, parts } as unknown as Scene, element, { it: '12.5' }, new Report())
    }
    expect([filled('text'), filled('qr')]).toEqual(['€\u00A012,50', '12.5'])
  })
})
