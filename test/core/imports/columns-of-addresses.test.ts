import { describe, expect, test } from 'vitest'
import { suggestMapping } from '../../../src/core/features/lists/mapping/suggest.ts'
import { withAnswers } from '../../../src/core/features/lists/questions.ts'
import type { Source } from '../../../src/core/model/mapping.ts'
import { importLimits } from '../../../src/core/model/mapping.ts'

const suggest = (country: string, heading: readonly string[], ...rows: (readonly string[])[]) =>
  suggestMapping({ heading, rows, country, variables: [], required: [] })

const lists: Readonly<Record<string, [heading: string, row: string]>> = {
  GB: ['Name;Address;Town;Postcode', 'Jane Doe;High Street;Leeds;LS1 1AA'],
  US: ['Name;Street;City;State;Zip', 'Jane Doe;Main;Springfield;IL;62701'],
  NL: ['Naam;Straat;Postcode;Plaats', 'A. Bos;Damrak;1012 LG;Amsterdam'],
  DE: ['Name;Straße;PLZ;Ort', 'Anna Berg;Ring;80331;München'],
  AT: ['Name;Straße;PLZ;Ort', 'Anna Berg;Ring;1010;Wien'],
  FR: ['Nom;Rue;Code postal;Ville', 'Anna Berg;rue Haute;75001;Paris'],
  ES: ['Nombre;Calle;Código postal;Ciudad', 'Anna Berg;Calle Mayor;28001;Madrid'],
  IT: ['Nome;Via;CAP;Città', 'Anna Berg;Via Roma;00184;Roma'],
  DK: ['Navn;Vej;Postnr;By', 'Anna Berg;Nørregade;8000;Aarhus'],
  SE: ['Namn;Gata;Postnr;Ort', 'Anna Berg;Storgatan;111 22;Stockholm'],
  PL: ['Nazwa;Ulica;Kod pocztowy;Miasto', 'Anna Berg;Długa;00-001;Kraków'],
}
const suggestWith = (country: string, column: string, value: string) => {
  const [heading, row] = lists[country]!
  return suggest(country, [...heading.split(';'), column], [...row.split(';'), value])
}

describe('a column that is certainly part of the address is used', () => {
  test.each<[string, string, string, string]>([
    ['GB', 'House', '12', 'houseNumber'],
    ['GB', 'Premise', '12-14', 'houseNumber'],
    ['GB', 'Door no.', '12', 'houseNumber'],
    ['US', 'House #', '12', 'houseNumber'],
    ['US', 'Street #', '12', 'houseNumber'],
    ['NL', 'Huis', '12', 'houseNumber'],
    ['DE', 'Haus', '12a', 'houseNumber'],
    ['FR', 'No voie', '12', 'houseNumber'],
    ['PL', 'Dom', '12', 'houseNumber'],
    ['PL', 'Numer', '12', 'houseNumber'],
    ['FR', 'Bis/ter', 'bis', 'houseNumberSuffix'],
    ['DK', 'Husbogstav', 'B', 'houseNumberSuffix'],
  ])('%s %s (%s): %s', async (country, column, value, field) => {
    const { mapping, questions, unusedColumns } = await suggestWith(country, column, value)
    expect(mapping?.fields[`recipient.${field}`]).toEqual({ column })
    expect({ questions, unusedColumns }).toEqual({ questions: [], unusedColumns: [] })
  })
})

describe('a column that may be part of the address raises a question', () => {
  test.each<[string, string, string]>([
    ['GB', 'Sub building', '4'],
    ['GB', 'Village', 'Little Snoring'],
    ['GB', 'Room', 'Red'],
    ['NL', 'Kamer', 'Blauw'],
    ['NL', 'Dorp', 'Noord'],
    ['US', 'Unit', 'Sales'],
    ['GB', 'Block', '3'],
    ['GB', 'Block number', '3'],
    ['GB', 'Entrance', 'B'],
    ['GB', 'House', 'Rose Cottage'],
    ['GB', 'Parish', 'Hexham'],
    ['GB', 'Number of the flat', '4'],
    ['US', 'Apt No', '4'],
    ['US', 'Zip4', '1234'],
    ['US', 'Plus4', '1234'],
    ['US', 'Zip+4', '1234'],
    ['US', 'Bldg', '2'],
    ['US', 'Suite #', '300'],
    ['US', 'Mail stop', '4'],
    ['NL', 'Letter', 'A'],
    ['NL', 'Kamer', '3'],
    ['NL', 'Locatie', 'Noord'],
    ['NL', 'Extra adresregel', 'achterhuis'],
    ['NL', 'Blok', '4'],
    ['NL', 'Portiek', '2'],
    ['NL', 'Toev. 2', 'b'],
    ['DE', 'Wohnung', '4'],
    ['DE', 'Wohnungsnr', '4'],
    ['DE', 'Stockwerk', '3'],
    ['DE', 'Aufgang', '2'],
    ['AT', 'Stock', '2'],
    ['FR', 'Cedex', 'CEDEX 08'],
    ['FR', 'Escalier', 'B'],
    ['FR', 'Porte', '12'],
    ['FR', 'N° appt', '3'],
    ['FR', 'Indice', 'bis'],
    ['ES', 'Portal', '2'],
    ['ES', 'Bloque', '3'],
    ['ES', 'Planta', '4'],
    ['ES', 'Letra', 'B'],
    ['ES', 'Urbanización', 'Los Pinos'],
    ['IT', 'Scala', 'B'],
    ['IT', 'Int.', '4'],
    ['IT', 'Piano', '2'],
    ['DK', 'Side', 'tv'],
    ['DK', 'Sal', '1'],
    ['SE', 'Uppgång', 'A'],
    ['SE', 'Lgh', '1203'],
    ['PL', 'Klatka', 'B'],
    ['PL', 'm.', '4'],
    ['PL', 'Nr mieszk.', '4'],
  ])('%s %s (%s)', async (country, column, value) => {
    const { questions, mapping } = await suggestWith(country, column, value)
    const raised = questions.find((question) => question.column === column)
    // If the unit is printed, the question may be about its word instead.
    const isUsed = Object.values(mapping!.fields).some((source) => source.column === column)
    expect(raised?.code).toBe(isUsed ? 'unit_word' : 'unused_column')
    expect(raised?.samples).toEqual([value])
  })

  test.each<[string, string, string]>([
    ['GB', 'House visit', 'yes'],
    ['NL', 'Letter', 'ja'],
    ['NL', 'Locatie', 'info@example.nl'],
    ['DE', 'Hausarzt', 'Dr. Weiß'],
    ['US', 'Building', 'no'],
    ['GB', '#', '7'],
  ])('not for %s %s (%s)', async (country, column, value) => {
    const { questions } = await suggestWith(country, column, value)
    expect(questions.filter((question) => question.column === column)).toEqual([])
  })

  test('even if its number happens to equal the house number', async () => {
    const { questions } = await suggest(
      'ES',
      ['Nombre', 'Calle', 'Número', 'Portal', 'Código postal', 'Ciudad'],
      ['Anna Berg', 'Calle Mayor', '2', '2', '28001', 'Madrid'],
    )
    expect(questions).toMatchObject([{ code: 'unused_column', column: 'Portal' }])
  })

  test('under an unknown heading between the columns of the address', async () => {
    const heading = ['Name', 'Street', 'Zwischen', 'Phone', 'Postcode', 'Town', 'Hobby']
    const row = ['Jane Doe', '12 High Street', 'links', '0113 496 0000', 'LS1 1AA', 'Leeds', 'Chess']
    const { questions } = await suggest('GB', heading, row)
    expect(questions).toMatchObject([{ code: 'unused_column', column: 'Zwischen', samples: ['links'] }])
    expect(questions[0]!.choices[0]).toEqual({ choice: 'leave_out', fields: {} })
  })
})

test.each<[string, string, string]>([
  ['US', 'Homeroom', 'Mrs Day'],
  ['US', 'Business Unit', '7'],
  ['US', 'Business Unit', 'Sales'],
  ['US', 'Member Unit', '7'],
  ['NL', 'Bedrijfsunit', 'Verkoop'],
  ['NL', 'Werkkamer', '3'],
  ['DE', 'Kunde Top', '3'],
])(
  'the column of a company or a contact is not part of the address: %s %s (%s)',
  async (country, column, value) => {
    const { mapping } = await suggestWith(country, column, value)
    expect(Object.values(mapping!.fields).filter((source) => source.column === column)).toEqual([])
  },
)

test('house and flat before the street are both printed', async () => {
  const heading = ['Name', 'House', 'Flat', 'Street', 'Town', 'Postcode']
  const { mapping } = await suggest('GB', heading, ['Jane Doe', '12', '4', 'High Street', 'Leeds', 'LS1 1AA'])
  expect(mapping?.fields['recipient.houseNumber']).toEqual({ column: 'House' })
  expect(mapping?.fields['recipient.addressLine2']?.column).toBe('Flat')
})

describe('an included column keeps its place', () => {
  const included = async (country: string, heading: string, row: string, field: string): Promise<Source> => {
    const { mapping, questions } = await suggest(country, heading.split(';'), row.split(';'))
    const answers = questions.map(({ code, column }) => ({ code, column, choice: 'include' }))
    return withAnswers(mapping!, questions, answers).fields[`recipient.${field}`]!
  }

  test.each<[string, string, string, string, string, Source]>([
    [
      'the last digits after the ZIP',
      'US',
      'Name;Street;City;State;Plus4;Zip',
      'Jane Doe;12 Main;Springfield;IL;1234;62701',
      'postalCode',
      { columns: ['Zip', 'Plus4'], separator: '-' },
    ],
    [
      'CEDEX after the city',
      'FR',
      'Nom;Rue;Code postal;Ville;Cedex',
      'Anna Berg;12 rue Haute;75008;Paris;CEDEX 08',
      'city',
      { columns: ['Ville', 'Cedex'] },
    ],
    [
      'the direction and the kind around the street',
      'US',
      'Name;House #;Street;Pre-dir;Street suffix;Post-dir;City;State;Zip',
      'Jane Doe;12;Main;N;Ave;NW;Springfield;IL;62701',
      'street',
      { columns: ['Pre-dir', 'Street', 'Street suffix', 'Post-dir'] },
    ],
    [
      'stairs, floor and door after the number',
      'ES',
      'Nombre;Calle;Número;Portal;Planta;Letra;Código postal;Ciudad',
      'Anna Berg;Calle Mayor;12;2;4;B;28001;Madrid',
      'houseNumberSuffix',
      { columns: ['Portal', 'Planta', 'Letra'] },
    ],
  ])('%s', async (_what, country, heading, row, field, source) => {
    expect(await included(country, heading, row, field)).toEqual(source)
  })
})

describe('many columns that may be part of the address', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Adres ${index + 10}`)
  const questionsOf = async (count: number) => {
    const [heading, row] = lists.NL!
    const values = names(count).map((_, index) => `gang ${index}`)
    return (await suggest('NL', [...heading.split(';'), ...names(count)], [...row.split(';'), ...values]))
      .questions
  }

  test('each raise a question, up to the limit', async () => {
    const questions = await questionsOf(importLimits.askedColumns)
    expect(questions.map(({ column }) => column)).toEqual(names(importLimits.askedColumns))
  })

  test('share one question beyond it', async () => {
    const questions = await questionsOf(importLimits.askedColumns + 2)
    expect(questions).toHaveLength(importLimits.askedColumns + 1)
    expect(questions.at(-1)).toMatchObject({
      code: 'unused_columns',
      column: null,
      required: true,
      message: expect.stringContaining('2 more columns'),
      samples: names(importLimits.askedColumns + 2).slice(-2),
    })
  })
})
