import { describe, expect, it } from 'vitest'
import { checkAddress, type Recipient } from '../../../src/core/address/index.ts'

const codesOf = (recipient: Recipient) =>
  checkAddress(recipient, { originCountry: 'NL', override: false }).map(({ code }) => code)

describe('a name', () => {
  const named = (name: string, changes: Partial<Recipient> = {}): Recipient => ({
    name,
    street: 'Damrak',
    houseNumber: '12',
    postalCode: '1012 LG',
    city: 'Amsterdam',
    country: 'NL',
    ...changes,
  })
  it.each([
    ...[
      'Dhr.',
      'DHR',
      'Dhr',
      'Mevr.',
      'mw',
      'De heer',
      'de heer / mevrouw',
      'Dhr./Mevr.',
      'Aan de heer',
      'Fam.',
    ],
    ...['Herr', 'Frau', 'Herr und Frau', 'Herrn Dr.', 'Frau Prof. Dr.', 'Sehr geehrte Frau', 'Familie'],
    ...['Mr', 'Mrs.', 'Mr. & Mrs.', 'Dr', 'Dear Sir or Madam', 'M.', 'Mme', 'M. et Mme', 'Monsieur'],
    ...['Sig.', 'Sig.ra', 'Sra.', 'Pani', 'Fru', 'Sr. y Sra.'],
    ...['Dhr. van der', 'van der', "van 't", '-', '—', '?', 'Dhr. -'],
  ])('%j is incomplete', (name) => {
    expect(codesOf(named(name))).toEqual(['recipient_name_incomplete'])
    expect(codesOf(named(name, { companyName: 'Bakker B.V.' }))).toEqual(['recipient_name_incomplete'])
    const [finding] = checkAddress(named(name), { originCountry: 'NL', override: true })
    expect(finding).toMatchObject({ severity: 'warning', field: 'recipient.name' })
    expect(finding!.message).toContain(`“${name}” does not name a person`)
  })
  it.each([
    ...['Dhr. Jansen', 'Mevr. de Heer', 'Jan de Heer', 'M. de Heer', 'Frau Herr', 'Herr Frau', 'Mr. Miss'],
    ...[
      'Jan van der',
      'Le Van',
      'Van Le',
      'Dr. No',
      'A',
      'Dhr. X',
      'Li',
      'Prof. Dr. Frauke',
      '王',
      'Familie Öz',
    ],
    ...['Damestasjes', 'Herrmann', 'De Bakkerij', 'T. de Heer', '3M'],
  ])('%j is accepted', (name) => expect(codesOf(named(name))).toEqual([]))
})
