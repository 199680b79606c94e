import { describe, expect, test } from 'vitest'
import { addressLines, doorOf, type Recipient } from '../../../src/core/address/index.ts'
import { partsOf } from '../../../src/core/address/normalise.ts'
import given from '../../fixtures/inputs/recipients/house-number-letter-and-flat.json' with { type: 'json' }

const rest = { name: 'Name', city: 'City', postalCode: '' }
const linesOf = (recipient: Pick<Recipient, 'country'> & Partial<Recipient>) =>
  addressLines({ ...rest, ...recipient }, recipient.country)

describe('a house number is printed in its country’s position', () => {
  test.each(
    [
      'Vestergade 12B, 1. th',
      'Polna 12A/5',
      'Flat 2 / 12A High Street',
      'Appt 4 / 12 bis rue Haute',
      'Hauptstr. 5/6',
    ].map((lines, index) => [lines, given[index]!] as const),
  )('%s', (lines, recipient) => {
    expect(addressLines(recipient, recipient.country).slice(1).join(' / ')).toContain(lines)
  })

  test.each<[string, string, string, string, string]>([
    ['CH', 'Bahnhofstrasse', '12', '14', 'Bahnhofstrasse 12 14'],
    ['CH', 'Bahnhofstrasse', '12', 'a', 'Bahnhofstrasse 12a'],
    ['HR', 'Ilica', '12-14', '', 'Ilica 12-14'],
    ['AT', 'Ring', '12', 'Top 5', 'Ring 12 Top 5'],
    ['AT', 'Ring', '12', '3/4', 'Ring 12/3/4'],
    ['PL', 'Polna', '12', 'm. 5', 'Polna 12 m. 5'],
    ['PL', 'Polna', '12/m. 5', '', 'Polna 12/m. 5'],
    ['PL', 'Polna 12', '', '5', 'Polna 12/5'],
    ['EE', 'Pikk', '12', '5', 'Pikk 12-5'],
    ['DK', 'Vestergade', '12', 'st. tv.', 'Vestergade 12, st. tv.'],
    ['FR', 'rue Haute', '13', 'bis à 14', '13 bis à 14 rue Haute'],
    ['FR', '13 bis à 14 rue Haute', '', '', '13 bis à 14 rue Haute'],
    ['FR', 'rue Haute', '12', 'à 14', '12 à 14 rue Haute'],
    ['FR', 'rue Haute', '12', 'à 14 bis', '12 à 14 bis rue Haute'],
    ['FR', 'rue Haute', '12', 'A 14', '12 A 14 rue Haute'],
    ['FR', 'rue Haute', '12', 'A au 14', '12 A au 14 rue Haute'],
    ['FR', 'rue Haute', '12', 'et 14', '12 et 14 rue Haute'],
    ['GB', 'High Street', '12', 'to 14', '12 to 14 High Street'],
    ['GB', 'High Street', '12', 'and 14', '12 and 14 High Street'],
    ['US', 'Main St', '12', 'thru 14', '12 thru 14 Main St'],
    ['AT', 'Ring', '12', 'bis 14', 'Ring 12 bis 14'],
    ['DK', 'Vestergade', '12', 'til 14', 'Vestergade 12 til 14'],
    ['DK', 'Vestergade', '12', 'A-C', 'Vestergade 12A-C'],
    ['ES', 'Calle Mayor', '12', 'al 14', 'Calle Mayor, 12 al 14'],
    ['ES', 'Calle Mayor', '12', 'y 14', 'Calle Mayor, 12 y 14'],
    ['IT', 'Via Roma', '12', 'e 14', 'Via Roma 12 e 14'],
    ['CZ', 'Dlouhá', '12', 'až 14', 'Dlouhá 12 až 14'],
    ['PL', 'Polna', '12', 'A 14', 'Polna 12/A 14'],
    ['GB', '12 High Street', '', 'A', '12A High Street'],
    ['GB', '12 High Street', '', 'Flat 2', 'Flat 2 / 12 High Street'],
    ['IE', 'Main Street', '3', 'Apt 4', 'Apt 4 / 3 Main Street'],
    ['US', 'Main Street', '12', '1/2', '12 1/2 Main Street'],
    ['US', 'Main Street', '12', 'Apt 4', '12 Main Street Apt 4'],
    ['US', 'Queens Blvd', '118-35', '', '118-35 Queens Blvd'],
    ['AU', 'Smith St', '3/45', '', '3/45 Smith St'],
    ['KR', '동교로', '146', '', '동교로 146'],
    ['KR', 'Donggyo-ro', '146', '', '146 Donggyo-ro'],
    ['TW', '陽明街', '168', '', '陽明街 168'],
    ['JP', '銀座', '4-5', '6', '銀座 4-5 6'],
    ['GB', 'Mill Lane', 'Rose Cottage', '', 'Rose Cottage / Mill Lane'],
    ['AU', 'Smith St', '45', '3', '3/45 Smith St'],
    ['AU', 'Smith St', '45', 'Unit 3', '45 Smith St Unit 3'],
    ['AU', 'Smith St', '45', 'A', '45A Smith St'],
    ['NZ', 'Queen Street', '45', '3B', '3B/45 Queen Street'],
    ['NL', 'Kinkerstraat', '1', '11', 'Kinkerstraat 1 11'],
    ['NL', 'Postbus', '', '250', 'Postbus 250'],
    ['GB', 'Rose Cottage', '', 'Flat 2', 'Flat 2 / Rose Cottage'],
    ['GB', 'Rose Cottage', '', 'A', 'Rose Cottage A'],
  ])('%s: %s, %s, %s', (country, street, houseNumber, houseNumberSuffix, lines) => {
    expect(linesOf({ street, houseNumber, houseNumberSuffix, country }).slice(1, -1).join(' / ')).toBe(lines)
  })

  test.each([
    ['9000', 'Kerkstraat', '3', 'Kerkstraat 12 bus 3'],
    ['4000', 'Place Saint-Lambert', '3', 'Place Saint-Lambert 12 bte 3'],
    ['1348', 'Grand-Place', '3', 'Grand-Place 12 bte 3'],
    ['1000', 'Rue Neuve', '3', 'Rue Neuve 12 bte 3'],
    ['1000', 'Nieuwstraat', '3', 'Nieuwstraat 12 bus 3'],
    ['4000', 'Place Saint-Lambert', 'bus 3', 'Place Saint-Lambert 12 bus 3'],
    ['9000', 'Kerkstraat', 'bte 3', 'Kerkstraat 12 bte 3'],
  ])(
    'a Belgian letter box at %s %s is written in the language of the street',
    (postalCode, street, box, line) => {
      const recipient = {
        ...rest,
        street,
        houseNumber: '12',
        houseNumberSuffix: box,
        postalCode,
        country: 'BE',
      }
      expect(addressLines(recipient, 'BE')[1]).toBe(line)
    },
  )
})

describe('a house number repeated in the street', () => {
  test.each([
    ['Damrak 12', '12', '', 'Damrak 12'],
    ['Damrak 12', '12', 'A', 'Damrak 12 A'],
    ['Damrak 12 A', '12', 'A', 'Damrak 12 A'],
    ['Damrak 12', '12A', '', 'Damrak 12A'],
    ['Damrak 12', '14', '', 'Damrak 12 14'],
    ['Plein 1944', '5', '', 'Plein 1944 5'],
  ])('%s with %s%s is printed as %s', (street, houseNumber, houseNumberSuffix, line) => {
    expect(linesOf({ street, houseNumber, houseNumberSuffix, country: 'NL' })[1]).toBe(line)
  })
  test('is distinguished from a numbered street', () => {
    expect(linesOf({ street: '12 Street SW', houseNumber: '12', country: 'CA' })[1]).toBe('12 12 Street SW')
    expect(linesOf({ street: '12th Avenue', houseNumber: '12', country: 'US' })[1]).toBe('12 12th Avenue')
  })
})

describe('door tokens', () => {
  const tokensOf = (country: string, street: string, houseNumber = '', houseNumberSuffix = '') => {
    const { tokens, certain } = doorOf(partsOf({ street, houseNumber, houseNumberSuffix, country }))
    return `${tokens.join(' ')}${certain ? '' : '?'}`
  }
  test.each<[string, string, string, string, string]>([
    ['NL', 'Damrak', '12', 'A', '12 A'],
    ['NL', 'Damrak 12-a', '', '', '12 A'],
    ['NL', 'Damrak', '1', '11', '1 11'],
    ['NL', 'Damrak', '11', '1', '11 1'],
    ['NL', 'Damrak', '111', '', '111'],
    ['NL', 'Damrak 12-14', '', '', '12 14?'],
    ['NL', 'Damrak', '12-2', '', '12 2'],
    ['NL', 'Damrak', '12 II', '', '12 II'],
    ['NL', 'Damrak', '12-hs', '', '12 HS'],
    ['NL', 'Damrak 12', '12', '', '12?'],
    ['NL', 'Damrak 12,', '', '', '12'],
    ['NL', 'Damrak 12 t/m 16', '', '', '12 16?'],
    ['NL', 'Damrak', '12 t/m 16', '', '12 16?'],
    ['NL', 'Damrak', '12', 't/m 16', '12 16?'],
    ['NL', 'Damrak 12A t/m C', '', '', '12 A T M C?'],
    ['NL', 'Damrak', '12a-c', '', '12 A C?'],
    ['NL', 'Damrak 12 gebouw B 3', '', '', '3?'],
    ['NL', 'Damrak', '12', 'gebouw B 3', '12 GEBOUW B 3?'],
    ['NL', 'Damrak', '12', 'kamer 214', '12 214?'],
    ['NL', 'Damrak', '12', '3e etage', '12 3?'],
    ['NL', 'Damrak', '12', '12', '12 12?'],
    ['NL', 'Damrak', '12A', 'a', '12 A A?'],
    ['NL', 'Damrak 12 boven', '', '', '12 BOVEN'],
    ['NL', 'Damrak 12 (achter)', '', '', '12 ACHTER?'],
    ['NL', 'Damrak', '5', 'huis', '5 HUIS?'],
    ['NL', 'Damrak tegenover 12', '', '', '12?'],
    ['NL', 'Damrak t.o. 12', '', '', '12?'],
    ['NL', 'Damrak t/o nr. 20', '', '', '20?'],
    ['NL', 'Damrak naast', '12', '', '12?'],
    ['NL', 'Damrak nabij nr 12', '', '', '12?'],
    ['NL', 'Plein 1944', '', '', '1944?'],
    ['NL', 'Plein 1944 12', '', '', '12?'],
    ['NL', 'Plein 1944', '12', '', '12'],
    ['NL', '2e Hugo de Grootstraat 12', '', '', '12'],
    ['NL', 'Damrak', '12½', '', '12 ½?'],
    ['NL', 'Kerkstraat 12 naast 14', '', '', '14?'],
    ['NL', 'Amstel t.o. 12', '', '', '12?'],
    ['NL', 'Damrak', '12', 't/o', '12 T O?'],
    ['NL', 'Park 5 kavel 12', '', '', '12?'],
    ['NL', 'Plein 1944', '', '', '1944?'],
    ['NL', 'Damrak', '12', '12A', '12 12 A?'],
    ['NL', 'Damrak', '5A-C', '', '5 A C?'],
    ['NL', 'Damrak 12 boven', '', '', '12 BOVEN'],
    ['NL', 'Damrak 12 achter', '', '', '12 ACHTER?'],
    ['DE', 'Hauptstr. 12 a-c', '', '', '12 A C?'],
    ['IT', 'Via Roma 12 rosso', '', '', '12 ROSSO?'],
    ['NL', 'Straße des 17. Juni', '', '', '?'],
    ['DE', 'Straße des 17. Juni 135', '', '', '135'],
    ['BE', 'Kerkstraat 12 bus 3', '', '', '12 3'],
    ['BE', 'Kerkstraat', '12', '3', '12 3'],
    ['AT', 'Ring 12 Stiege 2 Tür 5', '', '', '12 2 5'],
    ['AT', 'Ring', '12/2/5', '', '12 2 5'],
    ['DK', 'Vestergade', '12B', '1. th', '12 B 1 TH'],
    ['AU', 'Smith St', '3/45', '', '45 3?'],
    ['AU', 'Smith St', '45', 'Unit 3', '45 3'],
    ['RU', 'улица Ленина, д. 5, кв. 7', '', '', '5 7'],
    ['JP', 'Ginza', '１２', '', '12'],
    ['GB', '12A High Street', '', '', '12 A'],
    ['GB', 'High Street 12', '', '', '12?'],
    ['BE', '12 rue Neuve', '', '', '12?'],
    ['ES', 'Calle Mayor s/n', '', '', 'S N?'],
  ])('%s: %s, %s, %s gives %s', (country, street, houseNumber, suffix, reading) => {
    expect(tokensOf(country, street, houseNumber, suffix)).toBe(reading)
  })
})
