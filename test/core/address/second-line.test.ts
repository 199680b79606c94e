import { describe, expect, test } from 'vitest'
import {
  addressKey,
  addressLines,
  carrierCode,
  checkAddress,
  checkCarrierCode,
  type Recipient,
} from '../../../src/core/address/index.ts'
import { createReader } from '../../../src/core/features/lists/mapping/apply.ts'
import { suggestMapping } from '../../../src/core/features/lists/mapping/suggest.ts'

const postalCodes: Readonly<Record<string, string>> = {
  NL: '1012 LG',
  GB: 'SW1A 2AA',
  US: '10001',
  DE: '10115',
}
const regions: Readonly<Record<string, string>> = { US: 'NY', CA: 'ON', AU: 'NSW' }
const at = (country: string, street: string, addressLine2: string, houseNumber?: string): Recipient => ({
  name: 'Name',
  street,
  addressLine2,
  ...(houseNumber === undefined ? {} : { houseNumber }),
  postalCode: postalCodes[country] ?? '',
  city: 'City',
  ...(regions[country] === undefined ? {} : { region: regions[country] }),
  country,
})
/** Returns a recipient with two address lines, and the same recipient as read from columns of a list. */
const inList = async (country: string, upper: string, lower: string) => {
  const heading = ['Name', 'Address 1', 'Address 2', 'Postcode', 'City', 'State', 'Country']
  const recipient = at(country, upper, lower)
  const row = ['Name', upper, lower, recipient.postalCode ?? '', 'City', recipient.region ?? '', country]
  const { mapping } = await suggestMapping({ heading, rows: [row], country, variables: [], required: [] })
  const read = createReader(mapping!, { heading, country, variables: {} }).read(row).recipient as Recipient
  return { recipient, read }
}
/** The lines between the name and the city. */
const linesOf = (recipient: Recipient): string => {
  const lines = addressLines(recipient, recipient.country).slice(1)
  return lines
    .slice(
      0,
      lines.findIndex((line) => /city/i.test(line)),
    )
    .join(' / ')
}
const findingsOf = (recipient: Recipient): string[] =>
  checkAddress(recipient, { originCountry: recipient.country, override: true })
    .map(({ code }) => code)
    .filter((code) => !/^(?:postal_code|house_number)_/.test(code))

/** Country, upper line, lower line, and the house number if it has its own field. */
const inOrderOfTheEnvelope: [string, string, string, string?][] = [
  ['GB', 'Flat 3', '12 High Street'],
  ['GB', 'Acme House', '12 High Street'],
  ['GB', 'Acme Ltd', '12 High Street'],
  ['GB', 'Flat 3, Victoria Court', '12 High Street'],
  ['GB', 'Ground Floor', '12 High Street'],
  ['GB', 'Flat 3', '12 Hall Gate'],
  ['GB', 'Tower House', '12 Hall Gate'],
  ['GB', 'c/o Ann Smith', '12 High Street'],
  ['US', 'Attn: John', '12 Main St'],
  ['US', 'Acme Inc', 'PO Box 12'],
  ['IN', 'Plot 12', 'MG Road'],
  ['DE', 'c/o Bergmann', 'Hauptstr. 5'],
  ['SE', 'c/o Berg', 'Storgatan 5'],
  ['NL', 't.a.v. J. Bos', 'Damrak 12'],
  ['NL', 'Afdeling 3', 'Damrak 12'],
  ['NL', 'Acme B.V.', 'Damrak 12'],
  ['NL', 'Acme BV', 'Postbus 250'],
  ['NL', 'Kavel 5', 'Havenweg 12'],
  ['NL', 'Kantoor 4.12', 'Hoofdstraat 12'],
  ['NL', 'Woonboot 3', 'Amstel 12'],
  ['US', 'Acme Inc', '12 Main St'],
  ['US', 'Suite 400', '12 Main St'],
  ['US', 'Bldg 7', '118-35 Queens Blvd'],
  ['IE', 'Unit 3', '12 Main Street'],
  ['AU', 'Unit 3', '12 Smith St'],
  ['AU', 'Level 5', '45 George St'],
  ['CA', 'Unit 3', '12 King St W'],
  ['NZ', 'Flat 2', '45 Queen Street'],
  ['FR', 'Bâtiment A', '12 rue Haute'],
  ['FR', 'Appt 4', '12 bis rue Haute'],
  ['FR', 'Résidence B', '12, rue Haute'],
  ['DE', 'Haus 2', 'Hauptstr. 5'],
  ['DE', 'Hinterhaus', 'Hauptstr. 5'],
  ['DE', '2. OG links', 'Hauptstr. 5'],
  ['BE', 'Residentie 3', 'Kerkstraat 12'],
  ['BE', 'bus 3', 'Kerkstraat 12'],
  ['NL', 'Appartement 3', 'Damrak 12'],
  ['NL', 'Gebouw 2', 'Damrak 12'],
  ['NL', '2 hoog', 'Damrak 12'],
  ['AT', 'Stiege 2 Tür 5', 'Ring 12'],
  ['DK', '1. th', 'Vestergade 12'],
  ['SE', 'lgh 1102', 'Storgatan 5'],
  ['FI', 'Porras B 12', 'Mannerheimintie 5'],
  ['ES', 'Bloque 2', 'Calle Mayor, 5'],
  ['ES', '3º izda', 'Calle Mayor, 5'],
  ['IT', 'Scala B', 'Via Roma 12'],
  ['PL', 'Blok 4', 'ul. Polna 12'],
  ['SG', '#05-12', '12 Orchard Road'],
  ['BR', 'Apto 3', 'Rua Augusta 12'],
  ['IN', 'Flat 3', '12 MG Road'],
]

describe('lines in postal order are kept', () => {
  test.each(inOrderOfTheEnvelope)('%s: %s, %s', (country, upper, lower) => {
    const recipient = at(country, upper, lower)
    expect(linesOf(recipient)).toBe(`${upper} / ${lower}`)
    expect(findingsOf(recipient)).toEqual([])
  })
  test.each(inOrderOfTheEnvelope)('%s: %s, %s in a list', async (country, upper, lower) => {
    const { read } = await inList(country, upper, lower)
    expect(linesOf(read)).toBe(`${upper} / ${lower}`)
  })
  test.each(inOrderOfTheEnvelope)('%s: %s, %s is one address in either order', (country, upper, lower) => {
    expect(addressKey(at(country, upper, lower))).toBe(addressKey(at(country, lower, upper)))
  })

  test.each<[string, string, string, string, string]>([
    ['GB', 'Flat 3', '12', 'High Street', 'Flat 3 / 12 High Street'],
    ['NL', 'Appartement', '3', 'Damrak 12', 'Appartement 3 / Damrak 12'],
    ['NL', 'Kamer', '214', 'Damrak 12', 'Kamer 214 / Damrak 12'],
    ['DE', 'Haus', '2', 'Hauptstr. 5', 'Haus 2 / Hauptstr. 5'],
    ['FR', 'Bâtiment A', '12', 'rue Haute', 'Bâtiment A / 12 rue Haute'],
    ['DE', 'c/o Bergmann', '5', 'Hauptstr.', 'c/o Bergmann / Hauptstr. 5'],
  ])('%s: %s with the number %s, %s', (country, street, houseNumber, line2, lines) => {
    const recipient = at(country, street, line2, houseNumber)
    expect(linesOf(recipient)).toBe(lines)
    expect(findingsOf(recipient)).toEqual([])
  })
})

describe('lines that could both be the street give a finding with both', () => {
  test.each<[string, string, string, string | undefined, string]>([
    ['US', 'PO Box 12', '12 Main St', undefined, '12 Main St / PO Box 12'],
    ['NL', 'Damrak 12', 'Postbus 250', undefined, 'Postbus 250 / Damrak 12'],
    ['US', 'The Towers', 'PO Box 12', undefined, 'The Towers / PO Box 12'],
    ['IN', 'Khasra 12', 'MG Road', undefined, 'Khasra 12 / MG Road'],
    ['NL', 'Damrak 12', 'Parkweg', undefined, 'Parkweg / Damrak 12'],
    ['US', 'Acme Inc', 'Main St', '12', 'Acme Inc / 12 Main St'],
    ['NL', 'Zonnehof', 'Postbus 250', undefined, 'Zonnehof / Postbus 250'],
    ['NL', 'Zonnehof', 'Damrak 12', undefined, 'Zonnehof / Damrak 12'],
    ['DE', 'Komplex 7', 'Hauptstr. 5', undefined, 'Komplex 7 / Hauptstr. 5'],
    ['DE', 'Hauptstr. 5', 'Bergweg 7', undefined, 'Bergweg 7 / Hauptstr. 5'],
    ['GB', '3 Rose Cottages', '12 Mill Lane', undefined, '12 Mill Lane / 3 Rose Cottages'],
    ['NL', 'Gebouw 3', 'Zonnehof', undefined, 'Zonnehof / Gebouw 3'],
    ['NL', 'Damrak', 'Hoofdstraat 5', '12', 'Hoofdstraat 5 / Damrak 12'],
    ['NL', 'Zonneflat', 'Damrak 12', '3', 'Damrak 12 / Zonneflat 3'],
    ['NL', 'Postbus', 'Damrak 12', '250', 'Damrak 12 / Postbus 250'],
  ])('%s: %s, %s, %s', (country, street, line2, houseNumber, lines) => {
    const recipient = at(country, street, line2, houseNumber)
    expect(linesOf(recipient)).toBe(lines)
    expect(findingsOf(recipient)).toEqual(['lines_doubtful'])
    const [finding] = checkAddress(recipient, { originCountry: country, override: true }).filter(
      ({ code }) => code === 'lines_doubtful',
    )
    expect(finding).toMatchObject({ severity: 'warning', field: 'recipient.addressLine2' })
    for (const line of lines.split(' / ')) expect(finding!.message).toContain(`“${line}”`)
  })
})

describe('a unit above an unnumbered street keeps its number', () => {
  const units: [string, string, string, string][] = [
    ['NL', 'Gebouw', '3', 'Dorpsstraat'],
    ['NL', 'Kavel', '12', 'Dorpsplein'],
    ['NL', 'Toren', '12', 'Dorpsstraat'],
    ['NL', 'Afdeling', '3', 'Dorpsstraat'],
    ['DE', 'Haus', '3', 'Dorfstraße'],
    ['DE', 'Block', '3', 'Musterstr.'],
    ['FR', 'Bâtiment', '3', 'rue Haute'],
    ['US', 'Apt', '3', 'Main St'],
  ]
  test.each(units)('%s: %s with the number %s, %s', (country, unit, houseNumber, road) => {
    const recipient = at(country, unit, road, houseNumber)
    expect(linesOf(recipient)).toBe(`${unit} ${houseNumber} / ${road}`)
    expect(findingsOf(recipient)).toEqual(['lines_doubtful'])
    const codes = checkAddress(recipient, { originCountry: country, override: true }).map(({ code }) => code)
    expect(codes.includes('house_number_missing')).toBe(['NL', 'DE'].includes(country))
  })
  test.each(units)('%s: %s %s, %s in a list', async (country, unit, houseNumber, road) => {
    const { recipient, read } = await inList(country, `${unit} ${houseNumber}`, road)
    expect(linesOf(read)).toBe(`${unit} ${houseNumber} / ${road}`)
    const codes = checkAddress(read, { originCountry: country, override: true }).map(({ code }) => code)
    expect(codes.includes('house_number_missing')).toBe(['NL', 'DE'].includes(country))
    expect(addressKey(read)).toBe(addressKey(recipient))
  })
})

describe('a second line within the building or below the street keeps its place', () => {
  test.each<[string, string, string, string]>([
    ['GB', '12 High Street', 'Flat 3', 'Flat 3 / 12 High Street'],
    ['GB', '12 High Street', 'Little Wymondley', '12 High Street / Little Wymondley'],
    ['GB', '12 High Street', 'Acme Ltd', 'Acme Ltd / 12 High Street'],
    ['GB', 'Rose Cottage', 'Mill Lane', 'Rose Cottage / Mill Lane'],
    ['US', '12 Main St', 'Apt 4', 'Apt 4 / 12 Main St'],
    ['DE', 'Hauptstr. 5', 'Komplex 7', 'Komplex 7 / Hauptstr. 5'],
    ['DE', 'Hauptstr. 5', 'c/o Bergmann', 'c/o Bergmann / Hauptstr. 5'],
    ['NL', 'Damrak 12', 't.a.v. afdeling 4', 't.a.v. afdeling 4 / Damrak 12'],
    ['NL', 'Damrak 12', 'Camping De Zon', 'Camping De Zon / Damrak 12'],
  ])('%s: %s, %s', (country, street, line2, lines) => {
    const recipient = at(country, street, line2)
    expect(linesOf(recipient)).toBe(lines)
    expect(findingsOf(recipient)).toEqual([])
  })
})

describe('a second line that may identify the door', () => {
  const units = [
    '2 hoog',
    'Appartement 3',
    'kamer 214',
    'Gebouw B',
    'Acme BV, unit C',
    'A',
    'B',
    'II',
    'bis',
    'hs',
    'Achterhuis',
  ]
  test.each([
    ...units,
    'boven de winkel',
    'kelder',
    'Zuidvleugel',
    'lokaal 2.04',
    'Bungalowpark De Zon 12',
    '3e etage',
  ])('has no KIX: %s', (line2) => {
    const recipient = at('NL', 'Damrak', line2, '12')
    expect(carrierCode(recipient)).toBeUndefined()
    const [finding] = checkCarrierCode(recipient, 'NL')
    expect(finding).toMatchObject({ code: 'carrier_code_uncertain' })
    expect(finding!.message).toContain(`“12 ${line2}”`)
  })
  test.each(['Appartement 3', 'Unit 5', 'Gebouw 2', 'Blok 4', 'Toren 1', 'Kamer 214', 'Etage 3'])(
    'has no KIX and differs from the neighbour’s: %s above the street',
    (unit) => {
      const recipient = at('NL', unit, 'Damrak 12')
      expect(carrierCode(recipient)).toBeUndefined()
      expect(checkCarrierCode(recipient, 'NL')).toMatchObject([{ code: 'carrier_code_uncertain' }])
      const neighbour = at('NL', `Damrak ${unit.replace(/\D/g, '')}`, '')
      expect(addressKey(recipient)).not.toBe(addressKey(neighbour))
      expect(carrierCode(at('NL', unit, ''))).toBeUndefined()
    },
  )
  test.each(['', 'Acme BV', 't.a.v. J. Bos', 'c/o familie Zwart', 'Wilgenhof'])(
    'has a KIX if it identifies no door: %s',
    (line2) => {
      expect(carrierCode(at('NL', 'Damrak', line2, '12'))).toBe('1012LG12')
    },
  )

  test.each(['Zuid', 'Noord', 'Damrak'])('has a KIX with the street %s', (street) => {
    expect(carrierCode(at('NL', street, '', '12'))).toBe('1012LG12')
  })

  const keyOf = (line2: string) => addressKey(at('NL', 'Damrak', line2, '12'))
  test('distinguishes the doors of a house', () => {
    // `2 hoog` and `II` are the same door.
    const keys = ['', ...units.filter((unit) => unit !== 'II')].map(keyOf)
    expect(new Set(keys).size).toBe(keys.length)
  })
  test.each([
    ['A', 'A'],
    ['B', 'b'],
    ['II', '2'],
    ['2 hoog', '2 hg'],
    ['hs', 'huis'],
    ['bis', 'bis'],
    ['Appartement 3', '3'],
    ['kamer 214', 'kamer 214'],
    ['Achterhuis', 'achterhuis'],
    ['Gebouw B', 'gebouw B'],
  ])('is the same as the second line %s and as the suffix %s', (line2, houseNumberSuffix) => {
    expect(addressKey({ ...at('NL', 'Damrak', '', '12'), houseNumberSuffix })).toBe(keyOf(line2))
  })
  test('does not turn building A into 12A', () => {
    expect(addressKey(at('FR', '12 rue Haute', 'Bâtiment A'))).not.toBe(
      addressKey(at('FR', '12A rue Haute', '')),
    )
    expect(addressKey(at('IT', 'Via Roma 12', 'Scala B'))).not.toBe(addressKey(at('IT', 'Via Roma 12B', '')))
  })
})
