import { describe, expect, test } from 'vitest'
import { suggestMapping } from '../../../src/core/features/lists/mapping/suggest.ts'
import { columnsOfSource } from '../../../src/core/model/mapping.ts'

const suggest = (heading: string, ...rows: string[]) =>
  suggestMapping({
    heading: heading.split(';'),
    rows: rows.map((row) => row.split(';')),
    country: 'NL',
    variables: [],
    required: [],
  })

describe('a column with an unknown heading', () => {
  test.each([
    ['Naam partner', 'B. de Wit'],
    ['Partner', 'B. de Wit'],
    ['Echtgenote', 'B. de Wit'],
    ['Contactnaam ouder', 'B. de Wit'],
    ['Nom de naissance', 'Martin'],
    ['buyer-name', 'Bob'],
    ['Address (formatted)', 'Spui 2, Amsterdam'],
    ['Bezoekersadres', 'Spui 2'],
    ['Land van verzending', 'Duitsland'],
  ])('raises a question if it looks like a part: %s', async (column, value) => {
    const { questions } = await suggest(
      `Naam;Straat;Huisnr;Postcode;Plaats;${column}`,
      `A. Bos;Damrak;12;1012 LG;Amsterdam;${value}`,
    )
    expect(questions).toMatchObject([{ code: 'unused_column', column, samples: [value], required: true }])
    expect(questions[0]!.choices[0]).toEqual({ choice: 'leave_out', fields: {} })
  })

  test.each([
    ['E-mail address', 'a@example.com'],
    ['E-mailadres', 'anna'],
    ['Is a Company', 'False'],
    ['Company Size', '11-50'],
    ['Contact owner', 'Bob'],
    ['Gebruikersnaam', 'bos'],
    ['Productnaam', 'Kaars'],
    ['Campaign name', 'Voorjaar'],
    ['IP address', '10.0.0.1'],
    ['Geboorteplaats', 'Utrecht'],
    ['Adressart', 'STR'],
    ['Regio', 'Noord'],
    ['Land van herkomst', ''],
    ['Naam partner', 'A. Bos'],
  ])('raises no question if it is something else or already printed: %s', async (column, value) => {
    const { questions } = await suggest(
      `Naam;Straat;Huisnr;Postcode;Plaats;${column}`,
      `A. Bos;Damrak;12;1012 LG;Amsterdam;${value}`,
    )
    expect(questions).toEqual([])
  })
})

describe('neighbouring columns decide', () => {
  const fieldsOf = async (heading: string, ...rows: string[]) =>
    Object.fromEntries(
      Object.entries((await suggest(heading, ...rows)).mapping?.fields ?? {}).map(([field, source]) => [
        field.replace('recipient.', ''),
        columnsOfSource(source).join('+'),
      ]),
    )

  test.each<[string, string, string, Record<string, string | undefined>]>([
    [
      'that a German Staat is a country',
      'Name;Straße;PLZ;Ort;Staat',
      'Anna Berg;Ring 5;80331;München;DE',
      { country: 'Staat', region: undefined },
    ],
    [
      'that a Dutch Staat is a province',
      'Naam;Straat;Postcode;Plaats;Staat',
      'Anna Berg;Ring 5;1012 LG;Amsterdam;Noord-Holland',
      { region: 'Staat', country: undefined },
    ],
    [
      'that a Zusatz of one letter belongs to the number',
      'Name;Straße;Hausnr.;Zusatz;PLZ;Ort',
      'Anna Berg;Ring;5;a;80331;München',
      { houseNumberSuffix: 'Zusatz', addressLine2: undefined },
    ],
    [
      'that a Zusatz of words is a line',
      'Name;Straße;Hausnr.;Zusatz;PLZ;Ort',
      'Anna Berg;Ring;5;c/o Schmidt;80331;München',
      { addressLine2: 'Zusatz', houseNumberSuffix: undefined },
    ],
    [
      'that a locality next to a town is a village',
      'Name;Street;Locality;Town;Postcode',
      'Jane Doe;12 Mill Lane;Little Snoring;Fakenham;NR21 0HW',
      { city: 'Town', addressLine2: 'Locality' },
    ],
    [
      'that a locality alone is the city',
      'Name;Street;Locality;Postcode',
      'Jane Doe;12 Mill Lane;Fakenham;NR21 0HW',
      { city: 'Locality' },
    ],
    [
      'that an empty contact column is no name',
      'Firma;Name;Vorname;Ansprechpartner;Straße;PLZ;Ort',
      ';Müller;Peter;;Ring 5;80331;München',
      { name: 'Vorname+Name' },
    ],
  ])('%s', async (_what, heading, row, fields) => {
    expect(await fieldsOf(heading, row)).toMatchObject(
      Object.fromEntries(Object.entries(fields).filter(([, column]) => column !== undefined)),
    )
    for (const [field, column] of Object.entries(fields))
      if (column === undefined) expect(await fieldsOf(heading, row)).not.toHaveProperty(field)
  })

  test('that the name next to a contact is the company', async () => {
    const { questions } = await suggest(
      'Naam;Contactpersoon;Straat;Huisnr;Postcode;Plaats',
      'Acme;Anna Bos;Damrak;12;1012 LG;Amsterdam',
    )
    expect(questions).toMatchObject([
      {
        column: 'Contactpersoon',
        choices: [
          {
            choice: 'include',
            fields: {
              'recipient.companyName': { column: 'Naam' },
              'recipient.name': { column: 'Contactpersoon' },
            },
          },
          { choice: 'leave_out' },
        ],
      },
    ])
  })

  test('that a second name is the line below it', async () => {
    const { questions } = await suggest(
      'Name1;Name2;Straße;Hausnr;PLZ;Ort',
      'ACME GmbH;Abt. Einkauf;Ring;5;80331;München',
    )
    expect(questions).toMatchObject([
      { column: 'Name2', choices: [{ fields: { 'recipient.addressLine2': { column: 'Name2' } } }, {}] },
    ])
  })
})
