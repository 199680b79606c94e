import { describe, expect, it } from 'vitest'
import {
  addressKey,
  addressLines,
  carrierCode,
  checkAddress,
  countries,
  countryZone,
  type Recipient,
} from '../../src/core/items/address/index.ts'

type Address = Omit<Recipient, 'country'>
const codesOf = (recipient: Recipient, override = false) =>
  checkAddress(recipient, { originCountry: 'NL', override })
    .filter((finding) => finding.severity === 'error')
    .map((finding) => finding.code)

/** For each country: a good address as it is printed from the Netherlands, and addresses with what is wrong with them. */
const table: Record<string, { good: [Address, string[]][]; bad: [Address, string[]][] }> = {
  NL: {
    good: [
      [
        {
          name: 'Zoë de Vries',
          street: 'Keizersgracht',
          houseNumber: '12',
          houseNumberSuffix: 'A',
          postalCode: '1015cx',
          city: 'Amsterdam',
        },
        ['Zoë de Vries', 'Keizersgracht 12 A', '1015 CX  AMSTERDAM'],
      ],
      [
        {
          companyName: 'Bakker B.V.',
          name: 'J. Bakker',
          addressLine2: 'Unit 3',
          street: 'Markt 1',
          postalCode: 'NL-5211 JX',
          city: '’s-Hertogenbosch',
        },
        ['Bakker B.V.', 'J. Bakker', 'Unit 3', 'Markt 1', '5211 JX  ’S-HERTOGENBOSCH'],
      ],
      [
        { name: 'A. Jansen', street: 'Postbus 250', postalCode: '1000 AG', city: 'IJmuiden' },
        ['A. Jansen', 'Postbus 250', '1000 AG  IJMUIDEN'],
      ],
    ],
    bad: [
      [
        { name: 'A', street: 'Markt', houseNumber: '1', postalCode: '0123 AB', city: 'X' },
        ['postal_code_invalid'],
      ],
      [
        { name: 'A', street: 'Markt', houseNumber: '1', postalCode: '1234 SS', city: 'X' },
        ['postal_code_invalid'],
      ],
      [{ name: 'A', street: 'Markt', postalCode: '1234 AB', city: 'X' }, ['house_number_missing']],
      [
        { street: 'Markt', houseNumber: '1', city: ' ' },
        ['recipient_name_missing', 'postal_code_missing', 'city_missing'],
      ],
    ],
  },
  BE: {
    good: [
      [
        {
          name: 'Luc Peeters',
          street: 'Nieuwstraat',
          houseNumber: '5',
          houseNumberSuffix: '3',
          postalCode: 'B-1000',
          city: 'Brussel',
        },
        ['Luc Peeters', 'Nieuwstraat 5 bus 3', '1000 BRUSSEL', 'BELGIUM'],
      ],
      [
        {
          name: 'Marie',
          street: 'Rue Neuve',
          houseNumber: '7',
          houseNumberSuffix: 'A',
          postalCode: '4000',
          city: 'Liège',
        },
        ['Marie', 'Rue Neuve 7 A', '4000 LIÈGE', 'BELGIUM'],
      ],
    ],
    bad: [
      [
        { name: 'L', street: 'Nieuwstraat', houseNumber: '5', postalCode: '0999', city: 'Gent' },
        ['postal_code_invalid'],
      ],
      [{ name: 'L', street: 'Nieuwstraat', postalCode: '9000', city: 'Gent' }, ['house_number_missing']],
    ],
  },
  DE: {
    good: [
      [
        {
          name: 'Jörg Müller',
          street: 'Straße des 17. Juni',
          houseNumber: '135',
          postalCode: 'D-10623',
          city: 'Berlin',
        },
        ['Jörg Müller', 'Straße des 17. Juni 135', '10623 BERLIN', 'GERMANY'],
      ],
      [
        {
          companyName: 'Groß GmbH',
          name: 'Anna Groß',
          street: 'Hauptstr. 4a',
          postalCode: '80331',
          city: 'München',
        },
        ['Groß GmbH', 'Anna Groß', 'Hauptstr. 4a', '80331 MÜNCHEN', 'GERMANY'],
      ],
    ],
    bad: [
      [{ name: 'J', street: 'Hauptstr. 4', postalCode: '00123', city: 'Berlin' }, ['postal_code_invalid']],
      [
        { name: 'J', street: 'Hauptstr.', postalCode: '1012', city: 'Berlin' },
        ['house_number_missing', 'postal_code_invalid'],
      ],
    ],
  },
  FR: {
    good: [
      [
        {
          name: 'Élodie Durand',
          street: 'rue de la Paix',
          houseNumber: '12',
          houseNumberSuffix: 'bis',
          postalCode: 'F-75002',
          city: 'Paris',
        },
        ['Élodie Durand', '12 bis rue de la Paix', '75002 PARIS', 'FRANCE'],
      ],
      [
        { name: 'Jean', street: 'Le Bourg', postalCode: '24290', city: 'Montignac' },
        ['Jean', 'Le Bourg', '24290 MONTIGNAC', 'FRANCE'],
      ],
    ],
    bad: [
      [{ name: 'É', street: '1 rue X', postalCode: '99123', city: 'Paris' }, ['postal_code_invalid']],
      [
        {
          name: 'Société internationale de construction navale',
          street: '1 rue X',
          postalCode: '75001',
          city: 'Paris',
        },
        ['line_too_long'],
      ],
    ],
  },
  GB: {
    good: [
      [
        {
          name: 'Jane Doe',
          companyName: 'Doe Ltd',
          street: 'High Street',
          houseNumber: '12',
          houseNumberSuffix: 'A',
          postalCode: 'sw1a2aa',
          city: 'London',
        },
        ['Jane Doe', 'Doe Ltd', '12A High Street', 'LONDON', 'SW1A 2AA', 'UNITED KINGDOM'],
      ],
      [
        { name: 'Jane', street: 'Rose Cottage', postalCode: 'M1 1AE', city: 'Manchester' },
        ['Jane', 'Rose Cottage', 'MANCHESTER', 'M1 1AE', 'UNITED KINGDOM'],
      ],
    ],
    bad: [
      [{ name: 'J', street: 'High Street', postalCode: 'SW1A 2A', city: 'London' }, ['postal_code_invalid']],
      [{ name: 'J', street: 'High Street', city: 'London' }, ['postal_code_missing']],
    ],
  },
  IE: {
    good: [
      [
        {
          name: 'Aoife Byrne',
          street: 'Main Street',
          houseNumber: '3',
          city: 'Ballina',
          region: 'Co. Mayo',
          postalCode: 'f26 x7y8',
        },
        ['Aoife Byrne', '3 Main Street', 'BALLINA', 'Co. Mayo', 'F26 X7Y8', 'IRELAND'],
      ],
      [
        { name: 'Aoife', street: 'The Lodge', city: 'Dublin 6W', postalCode: 'D6WXY12' },
        ['Aoife', 'The Lodge', 'DUBLIN 6W', 'D6W XY12', 'IRELAND'],
      ],
      [{ name: 'Aoife', street: 'The Lodge', city: 'Sligo' }, ['Aoife', 'The Lodge', 'SLIGO', 'IRELAND']],
    ],
    bad: [[{ name: 'A', street: 'The Lodge', city: 'Sligo', postalCode: '12345' }, ['postal_code_invalid']]],
  },
  LU: {
    good: [
      [
        {
          name: 'Jean Muller',
          street: 'route de Longwy',
          houseNumber: '71',
          postalCode: 'L-4750',
          city: 'Pétange',
        },
        ['Jean Muller', '71, route de Longwy', 'L-4750 PÉTANGE', 'LUXEMBOURG'],
      ],
      [
        { name: 'Jean', street: '2, rue du Fort', postalCode: '1234', city: 'Luxembourg' },
        ['Jean', '2, rue du Fort', 'L-1234 LUXEMBOURG', 'LUXEMBOURG'],
      ],
    ],
    bad: [
      [{ name: 'J', street: '2, rue du Fort', postalCode: 'L-47500', city: 'X' }, ['postal_code_invalid']],
      [{ name: 'J', street: 'rue du Fort', postalCode: '4750', city: 'X' }, ['house_number_missing']],
    ],
  },
  AT: {
    good: [
      [
        {
          name: 'Eva Huber',
          street: 'Ringstraße',
          houseNumber: '12',
          houseNumberSuffix: '3/4',
          postalCode: 'A-1010',
          city: 'Wien',
        },
        ['Eva Huber', 'Ringstraße 12/3/4', '1010 WIEN', 'AUSTRIA'],
      ],
      [
        {
          name: 'Eva',
          street: 'Ring',
          houseNumber: '1',
          houseNumberSuffix: 'b',
          postalCode: '8010',
          city: 'Graz',
        },
        ['Eva', 'Ring 1b', '8010 GRAZ', 'AUSTRIA'],
      ],
    ],
    bad: [[{ name: 'E', street: 'Ring 1', postalCode: '0100', city: 'Wien' }, ['postal_code_invalid']]],
  },
  CH: {
    good: [
      [
        {
          name: 'Urs Meier',
          street: 'Bahnhofstrasse',
          houseNumber: '3',
          houseNumberSuffix: 'a',
          postalCode: 'CH-8001',
          city: 'Zürich',
        },
        ['Urs Meier', 'Bahnhofstrasse 3a', '8001 ZÜRICH', 'SWITZERLAND'],
      ],
      [
        { name: 'Urs', street: 'Postfach', postalCode: '3001', city: 'Bern' },
        ['Urs', 'Postfach', '3001 BERN', 'SWITZERLAND'],
      ],
    ],
    bad: [
      [
        { name: 'U', street: 'Gasse', postalCode: '80011', city: 'Z' },
        ['house_number_missing', 'postal_code_invalid'],
      ],
    ],
  },
  ES: {
    good: [
      [
        {
          name: 'Iñaki Núñez',
          street: 'Calle Mayor',
          houseNumber: '12',
          houseNumberSuffix: '3º B',
          postalCode: '28850',
          city: 'Torrejón',
          region: 'Madrid',
        },
        ['Iñaki Núñez', 'Calle Mayor, 12, 3º B', '28850 TORREJÓN', 'MADRID', 'SPAIN'],
      ],
      [
        { name: 'Ana', street: 'Gran Vía, 1', postalCode: '28013', city: 'Madrid', region: 'Madrid' },
        ['Ana', 'Gran Vía, 1', '28013 MADRID', 'SPAIN'],
      ],
    ],
    bad: [
      [{ name: 'A', street: 'Gran Vía 1', postalCode: '53001', city: 'Madrid' }, ['postal_code_invalid']],
    ],
  },
  IT: {
    good: [
      [
        {
          name: 'Luca Rossi',
          street: 'Via Roma',
          houseNumber: '12',
          houseNumberSuffix: 'A',
          postalCode: '00184',
          city: 'Roma',
          region: 'rm',
        },
        ['Luca Rossi', 'Via Roma 12/A', '00184 ROMA RM', 'ITALY'],
      ],
      [
        { name: 'Luca', street: 'Piazza Duomo 1', postalCode: 'I-20121', city: 'Milano' },
        ['Luca', 'Piazza Duomo 1', '20121 MILANO', 'ITALY'],
      ],
    ],
    bad: [
      [
        { name: 'L', street: 'Via Roma', postalCode: '184', city: 'Roma' },
        ['house_number_missing', 'postal_code_invalid'],
      ],
    ],
  },
  PT: {
    good: [
      [
        {
          name: 'João Sá',
          street: 'Rua do Ouro',
          houseNumber: '12',
          houseNumberSuffix: '3.º Esq',
          postalCode: '1000205',
          city: 'Lisboa',
        },
        ['João Sá', 'Rua do Ouro 12 3.º Esq', '1000-205 LISBOA', 'PORTUGAL'],
      ],
      [
        { name: 'João', street: 'Rua Nova 1', postalCode: '4000-001', city: 'Porto' },
        ['João', 'Rua Nova 1', '4000-001 PORTO', 'PORTUGAL'],
      ],
    ],
    bad: [[{ name: 'J', street: 'Rua Nova 1', postalCode: '4000', city: 'Porto' }, ['postal_code_invalid']]],
  },
  DK: {
    good: [
      [
        {
          name: 'Søren Ås',
          street: 'Hovedgaden',
          houseNumber: '12',
          houseNumberSuffix: '2. tv',
          postalCode: 'DK-1050',
          city: 'København K',
        },
        ['Søren Ås', 'Hovedgaden 12, 2. tv', '1050 KØBENHAVN K', 'DENMARK'],
      ],
      [
        {
          name: 'Søren',
          street: 'Torvet',
          houseNumber: '1',
          houseNumberSuffix: 'B',
          postalCode: '8000',
          city: 'Aarhus',
        },
        ['Søren', 'Torvet 1B', '8000 AARHUS', 'DENMARK'],
      ],
    ],
    bad: [[{ name: 'S', street: 'Torvet 1', postalCode: '105', city: 'K' }, ['postal_code_invalid']]],
  },
  SE: {
    good: [
      [
        { name: 'Åsa Öberg', street: 'Storgatan', houseNumber: '1', postalCode: '11349', city: 'Stockholm' },
        ['Åsa Öberg', 'Storgatan 1', 'SE-113 49 STOCKHOLM', 'SWEDEN'],
      ],
      [
        { name: 'Åsa', street: 'Storgatan 1 A', postalCode: 'SE-411 01', city: 'Göteborg' },
        ['Åsa', 'Storgatan 1 A', 'SE-411 01 GÖTEBORG', 'SWEDEN'],
      ],
    ],
    bad: [[{ name: 'Å', street: 'Storgatan 1', postalCode: '013 49', city: 'S' }, ['postal_code_invalid']]],
  },
  NO: {
    good: [
      [
        {
          name: 'Kåre Lie',
          street: 'Storgata',
          houseNumber: '3',
          houseNumberSuffix: 'B',
          postalCode: '0155',
          city: 'Oslo',
        },
        ['Kåre Lie', 'Storgata 3B', '0155 OSLO', 'NORWAY'],
      ],
      [
        { name: 'Kåre', street: 'Torget 2', postalCode: 'NO-5014', city: 'Bergen' },
        ['Kåre', 'Torget 2', '5014 BERGEN', 'NORWAY'],
      ],
    ],
    bad: [
      [
        { name: 'K', street: 'Torget', postalCode: '55', city: 'Oslo' },
        ['house_number_missing', 'postal_code_invalid'],
      ],
    ],
  },
  FI: {
    good: [
      [
        {
          name: 'Väinö Mäki',
          street: 'Mannerheimintie',
          houseNumber: '5',
          houseNumberSuffix: 'A 4',
          postalCode: '00100',
          city: 'Helsinki',
        },
        ['Väinö Mäki', 'Mannerheimintie 5 A 4', 'FI-00100 HELSINKI', 'FINLAND'],
      ],
      [
        { name: 'Väinö', street: 'Kauppakatu 2', postalCode: 'FI-33100', city: 'Tampere' },
        ['Väinö', 'Kauppakatu 2', 'FI-33100 TAMPERE', 'FINLAND'],
      ],
    ],
    bad: [[{ name: 'V', street: 'Kauppakatu 2', postalCode: '100', city: 'H' }, ['postal_code_invalid']]],
  },
  PL: {
    good: [
      [
        {
          name: 'Łukasz Żak',
          street: 'ul. Marszałkowska',
          houseNumber: '12',
          houseNumberSuffix: '4',
          postalCode: '00950',
          city: 'Warszawa',
        },
        ['Łukasz Żak', 'ul. Marszałkowska 12/4', '00-950 WARSZAWA', 'POLAND'],
      ],
      [
        { name: 'Łukasz', street: 'Rynek 1', postalCode: '31-042', city: 'Kraków' },
        ['Łukasz', 'Rynek 1', '31-042 KRAKÓW', 'POLAND'],
      ],
    ],
    bad: [[{ name: 'Ł', street: 'Rynek 1', postalCode: '3104', city: 'K' }, ['postal_code_invalid']]],
  },
  GR: {
    good: [
      [
        { name: 'Ελένη Παππά', street: 'Ερμού', houseNumber: '12', postalCode: '10557', city: 'Αθήνα' },
        ['Ελένη Παππά', 'Ερμού 12', '105 57 ΑΘΗΝΑ', 'GREECE'],
      ],
      [
        { name: 'Eleni', street: 'Ermou 12', postalCode: 'GR-105 57', city: 'Athina' },
        ['Eleni', 'Ermou 12', '105 57 ATHINA', 'GREECE'],
      ],
    ],
    bad: [
      [
        { name: 'E', street: 'Ermou', postalCode: '01557', city: 'A' },
        ['house_number_missing', 'postal_code_invalid'],
      ],
    ],
  },
  US: {
    good: [
      [
        {
          name: 'John Smith',
          companyName: 'Acme Inc',
          street: 'Main St',
          houseNumber: '12',
          houseNumberSuffix: 'Apt 4',
          city: 'New York',
          region: 'ny',
          postalCode: '100011234',
        },
        ['John Smith', 'Acme Inc', '12 Main St Apt 4', 'NEW YORK NY 10001-1234', 'UNITED STATES OF AMERICA'],
      ],
      [
        { name: 'John', street: '1 Main St', city: 'Boston', region: 'MA', postalCode: '02108' },
        ['John', '1 Main St', 'BOSTON MA 02108', 'UNITED STATES OF AMERICA'],
      ],
    ],
    bad: [
      [{ name: 'J', street: '1 Main St', city: 'Boston', postalCode: '02108' }, ['region_missing']],
      [
        { name: 'J', street: '1 Main St', city: 'Boston', region: 'MA', postalCode: '2108' },
        ['postal_code_invalid'],
      ],
    ],
  },
  CA: {
    good: [
      [
        {
          name: 'Anne Roy',
          street: 'Wellington St',
          houseNumber: '111',
          city: 'Ottawa',
          region: 'on',
          postalCode: 'k1a0b1',
        },
        ['Anne Roy', '111 Wellington St', 'OTTAWA ON  K1A 0B1', 'CANADA'],
      ],
      [
        { name: 'Anne', street: '1 rue Sherbrooke', city: 'Montréal', region: 'QC', postalCode: 'H2X 1X8' },
        ['Anne', '1 rue Sherbrooke', 'MONTRÉAL QC  H2X 1X8', 'CANADA'],
      ],
    ],
    bad: [
      [
        { name: 'A', street: '1 Main St', city: 'Ottawa', region: 'ON', postalCode: 'D1A 0B1' },
        ['postal_code_invalid'],
      ],
    ],
  },
  CZ: {
    good: [
      [
        {
          name: 'Jiří Dvořák',
          street: 'Dlouhá',
          houseNumber: '12',
          houseNumberSuffix: '4',
          postalCode: '11000',
          city: 'Praha 1',
        },
        ['Jiří Dvořák', 'Dlouhá 12/4', '110 00 PRAHA 1', 'CZECH REPUBLIC'],
      ],
      [
        { name: 'Jiří', street: 'Dlouhá 1', postalCode: 'CZ-602 00', city: 'Brno' },
        ['Jiří', 'Dlouhá 1', '602 00 BRNO', 'CZECH REPUBLIC'],
      ],
    ],
    bad: [[{ name: 'J', street: 'Dlouhá 1', postalCode: '810 00', city: 'P' }, ['postal_code_invalid']]],
  },
}

const cases = Object.entries(table)
const good = cases.flatMap(([country, { good }]) =>
  good.map(([address, lines]) => ({ country, recipient: { ...address, country }, lines })),
)
const bad = cases.flatMap(([country, { bad }]) =>
  bad.map(([address, codes]) => ({ country, recipient: { ...address, country }, codes })),
)

describe('addresses by country', () => {
  it.each(good)('$country prints $lines.1', ({ recipient, lines }) => {
    expect(codesOf(recipient)).toEqual([])
    expect(addressLines(recipient, 'NL')).toEqual(lines)
  })
  it.each(bad)('$country finds $codes', ({ recipient, codes }) => {
    expect(codesOf(recipient)).toEqual(codes)
  })
  it('has three cases or more for each of twenty countries', () => {
    expect(cases.length).toBeGreaterThanOrEqual(20)
    for (const [, { good, bad }] of cases) expect(good.length + bad.length).toBeGreaterThanOrEqual(3)
  })
})

const berlin: Recipient = {
  name: 'A',
  street: 'Invalidenstraße',
  houseNumber: '12',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
}
const amsterdam: Recipient = {
  name: 'A',
  street: 'Damrak',
  houseNumber: '12',
  houseNumberSuffix: 'a',
  postalCode: '1012 LG',
  city: 'Amsterdam',
  country: 'NL',
}

describe('an address seen from its own country', () => {
  it('has no country line, and a city in capitals only where the post asks for it', () => {
    expect(addressLines(berlin, 'DE').at(-1)).toBe('10115 Berlin')
    expect(addressLines(amsterdam, 'NL').at(-1)).toBe('1012 LG  AMSTERDAM')
    expect(addressLines(amsterdam, 'DE').at(-1)).toBe('NETHERLANDS')
  })
})

describe('a country without rules of its own', () => {
  const recipient: Recipient = {
    name: 'Aiko',
    street: '1-2-3 Ginza',
    city: 'Tokyo',
    postalCode: '104-0061',
    country: 'JP',
  }
  it('is taken with name, street and city', () => {
    expect(codesOf(recipient)).toEqual([])
    expect(addressLines(recipient, 'NL')).toEqual(['Aiko', '1-2-3 Ginza', '104-0061 TOKYO', 'JAPAN'])
    expect(codesOf({ country: 'JP' })).toEqual(['recipient_name_missing', 'street_missing', 'city_missing'])
  })
  it('must exist', () => {
    expect(codesOf({ ...recipient, country: 'XX' })).toEqual(['country_unsupported'])
  })
})

describe('an override', () => {
  it('turns what the rules doubt into warnings, not what cannot be delivered', () => {
    const doubtful: Recipient = { name: '', street: 'Markt', postalCode: '0000 AA', city: 'X', country: 'NL' }
    expect(codesOf(doubtful, true)).toEqual(['recipient_name_missing'])
    expect(
      checkAddress(doubtful, { originCountry: 'NL', override: true }).map((f) => `${f.severity} ${f.code}`),
    ).toEqual(['error recipient_name_missing', 'warning house_number_missing', 'warning postal_code_invalid'])
  })
})

describe('lines that do not fit', () => {
  it('are named with their field', () => {
    const [finding] = checkAddress(
      { ...amsterdam, street: 'x'.repeat(50) },
      { originCountry: 'NL', override: false },
    )
    expect(finding).toMatchObject({ code: 'line_too_long', field: 'recipient.street', severity: 'error' })
  })
  it('are counted with the country line', () => {
    const tall: Recipient = {
      name: 'A',
      companyName: 'B',
      addressLine2: 'C',
      street: 'D',
      city: 'E',
      region: 'F',
      postalCode: 'D02 X285',
      country: 'IE',
    }
    expect(codesOf(tall)).toEqual(['too_many_lines'])
    expect(checkAddress(tall, { originCountry: 'IE', override: false })).toEqual([])
  })
})

describe('the normalised address', () => {
  const same: [string, Recipient, Recipient][] = [
    [
      'writing',
      amsterdam,
      {
        ...amsterdam,
        name: 'B',
        street: 'DAMRAK 12-A',
        houseNumber: null,
        houseNumberSuffix: null,
        postalCode: 'nl-1012lg',
        city: 'A’dam',
      },
    ],
    ['abbreviation', berlin, { ...berlin, street: 'Invalidenstr. 12', houseNumber: null }],
    ['ß', berlin, { ...berlin, street: 'INVALIDENSTRASSE', city: '' }],
    [
      'number first',
      {
        street: 'rue de la Paix',
        houseNumber: '12',
        houseNumberSuffix: 'bis',
        postalCode: '75002',
        city: 'Paris',
        country: 'FR',
      },
      { street: '12 bis, Rue de la Paix', postalCode: 'F-75002', city: 'PARIS', country: 'FR' },
    ],
    [
      'no number',
      { street: 'Rose Cottage', city: 'Slough', country: 'GB', postalCode: 'SL1 1AA' },
      { street: 'ROSE  COTTAGE', city: 'Slough', country: 'GB', postalCode: 'sl11aa' },
    ],
  ]
  it.each(same)('is the same for another %s', (_name, one, other) => {
    expect(addressKey(other)).toBe(addressKey(one))
  })
  const different: [string, Recipient, Recipient][] = [
    ['suffix', amsterdam, { ...amsterdam, houseNumberSuffix: 'b' }],
    ['street under one German postal code', berlin, { ...berlin, street: 'Chausseestraße' }],
    ['flat', { ...berlin, addressLine2: 'Apt 1' }, { ...berlin, addressLine2: 'Apt 2' }],
    ['country', berlin, { ...berlin, country: 'IT' }],
    [
      'city without a postal code',
      { street: 'A', city: 'B', country: 'JP' },
      { street: 'A', city: 'C', country: 'JP' },
    ],
  ]
  it.each(different)('differs by %s', (_name, one, other) => {
    expect(addressKey(other)).not.toBe(addressKey(one))
  })
  it('is short where a postal code names a street', () => {
    expect(addressKey(amsterdam)).toBe('NL|1012LG|12A')
  })
})

describe('the carrier’s code', () => {
  it.each([
    [amsterdam, '1012LG12XA'],
    [{ ...amsterdam, houseNumberSuffix: null }, '1012LG12'],
    [{ ...amsterdam, houseNumber: null, houseNumberSuffix: null, street: 'Postbus 250' }, '1012LG250'],
    [{ ...amsterdam, postalCode: '12' }, undefined],
    [berlin, undefined],
  ] as [Recipient, string | undefined][])('of %o is %s', (recipient, code) => {
    expect(carrierCode(recipient)).toBe(code)
  })
})

describe('price zones', () => {
  it.each([
    ['NL', 'NL', 'domestic'],
    ['NL', 'GB', 'europe'],
    ['NL', 'US', 'world'],
    ['US', 'US', 'domestic'],
    ['US', 'NL', 'world'],
    ['US', 'CA', 'world'],
  ])('%s → %s is %s', (origin, country, zone) => {
    expect(countryZone(origin, country)).toBe(zone)
  })
})

describe('the list of countries', () => {
  it('tells what each one needs', () => {
    expect(countries.length).toBe(250)
    expect(countries.find((country) => country.code === 'US')).toEqual({
      code: 'US',
      name: 'United States of America',
      rules: 'own',
      postalCodeRequired: true,
      postalCodeExample: '10001',
      houseNumberRequired: false,
      regionRequired: true,
    })
    expect(countries.find((country) => country.code === 'JP')).toMatchObject({
      rules: 'generic',
      postalCodeRequired: false,
    })
  })
})
