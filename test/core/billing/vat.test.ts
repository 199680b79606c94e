import { describe, expect, test } from 'vitest'
import { derivedTreatment, fitsCountry, tidyVatNumber } from '../../../src/core/features/ledger/vat.ts'

describe('VAT numbers', () => {
  test.each([
    ['NL', 'NL 1234.56.789.B01', true],
    ['NL', 'NL123456789', false],
    ['DE', 'DE123456789', true],
    ['DE', 'DE12345678', false],
    ['GR', 'EL123456789', true],
    ['GR', 'GR123456789', false],
    ['AT', 'ATU12345678', true],
    ['BE', 'BE0123456789', true],
    ['FR', 'FR1A123456789', true],
    ['ES', 'ESX1234567R', true],
    ['IE', 'IE1234567WA', true],
    ['SE', 'SE123456789001', true],
    ['SE', 'SE123456789002', false],
    ['CH', 'CHE-123.456.788', true],
    ['US', '12-3456789', true],
    ['US', 'x'.repeat(21), false],
  ])('%s: %s', (country, text, fits) => {
    expect(fitsCountry(tidyVatNumber(text), country)).toBe(fits)
  })

  test.each([
    ['NL', 'NL', null, 'NL_STANDARD'],
    ['NL', 'NL', 'NL123456789B01', 'NL_STANDARD'],
    ['NL', 'DE', null, 'NL_STANDARD'],
    ['NL', 'DE', 'NL123456789B01', 'NL_STANDARD'],
    ['NL', 'DE', 'DE123456789', 'EU_REVERSE_CHARGE'],
    ['NL', 'CH', null, 'NON_EU'],
    ['NL', 'GB', '123456789', 'NON_EU'],
    ['DE', 'DE', 'DE123456789', 'DE_STANDARD'],
    ['DE', 'NL', 'NL123456789B01', 'EU_REVERSE_CHARGE'],
    ['DE', 'NL', null, 'DE_STANDARD'],
    ['FR', 'FR', null, 'FR_STANDARD'],
    ['FR', 'MC', 'FR12345678901', 'FR_STANDARD'],
    ['NL', 'MC', 'FR12345678901', 'EU_REVERSE_CHARGE'],
    ['AT', 'CH', null, 'NON_EU'],
    ['BE', 'BE', 'BE0403170701', 'BE_STANDARD'],
    ['FI', 'FI', null, 'NOT_INVOICED'],
    ['FI', 'NL', 'NL123456789B01', 'NOT_INVOICED'],
    ['CH', 'CH', null, 'NOT_INVOICED'],
    ['US', 'DE', 'DE123456789', 'NOT_INVOICED'],
    ['IT', 'IT', null, 'NOT_INVOICED'],
  ] as const)('a seller in %s taxes %s with %s as %s', (country, buyer, vatNumber, treatment) => {
    expect(derivedTreatment(buyer, vatNumber, { country, currency: 'EUR' })).toBe(treatment)
  })

  test('a seller whose prices are not in its country’s currency cannot invoice', () => {
    expect(derivedTreatment('NL', null, { country: 'NL', currency: 'USD' })).toBe('NOT_INVOICED')
  })
})
