import { describe, expect, test } from 'vitest'
import { addressLines, type Recipient } from '../../../src/core/address/index.ts'
import { createReader } from '../../../src/core/features/lists/mapping/apply.ts'
import { suggestMapping } from '../../../src/core/features/lists/mapping/suggest.ts'
import { withAnswers } from '../../../src/core/features/lists/questions.ts'

/** Returns the printed lines and the columns with a question. `choice` answers all of them. */
const printed = async (country: string, [heading, ...rows]: readonly string[], choice?: string) => {
  const names = heading!.split(';')
  const cells = rows.map((row) => row.split(';'))
  const sample = { heading: names, rows: cells, country, variables: [], required: [] }
  const { mapping, questions } = await suggestMapping(sample)
  const unused = questions.filter(({ code }) => code === 'unused_column')
  const answers = choice ? unused.map(({ code, column }) => ({ code, column, choice })) : []
  const reader = createReader(withAnswers(mapping!, unused, answers), {
    heading: names,
    country,
    variables: {} as never,
  })
  const lines = cells.map((row) => addressLines(reader.read(row).recipient as Recipient, country).join(' / '))
  return { unused: unused.map(({ column }) => column), lines }
}

describe('a number in a house column that differs from the address raises a question', () => {
  test.each<[string, string[], string[]]>([
    [
      'US',
      ['Name;Address;City;State;Zip;House', 'Jo Smith;123 Main St;Boise;ID;83701;12'],
      ['Jo Smith / 123 Main St / BOISE ID 83701'],
    ],
    [
      'GB',
      [
        'Name;House;Address;Town;Postcode',
        'Jo Smith;2;12 High St;Leeds;LS1 1AA',
        'Al Hill;3;3 Mill Lane;York;YO1 1AA',
      ],
      ['Jo Smith / 12 High St / LEEDS / LS1 1AA', 'Al Hill / 3 Mill Lane / YORK / YO1 1AA'],
    ],
    [
      'GB',
      ['Name;Address;Town;Postcode;House', 'Al Hill;7 Mill Lane;York;YO1 1AA;3'],
      ['Al Hill / 7 Mill Lane / YORK / YO1 1AA'],
    ],
    [
      'NL',
      ['Naam;Adres;Postcode;Plaats;Huis', 'Jan;Damrak 12;1012AB;Amsterdam;2'],
      ['Jan / Damrak 12 / 1012 AB  AMSTERDAM'],
    ],
    [
      'DE',
      ['Name;Straße;PLZ;Ort;Haus', 'Hans;Hauptstr. 12;10115;Berlin;2'],
      ['Hans / Hauptstr. 12 / 10115 Berlin'],
    ],
  ])('%s %j', async (country, list, lines) => {
    const { unused, ...result } = await printed(country, list)
    expect(unused).toEqual([expect.stringMatching(/^(?:House|Huis|Haus)$/)])
    expect(result.lines).toEqual(lines)
  })

  test('which makes it the house number if most streets have none', async () => {
    const list = [
      'Naam;Adres;Postcode;Plaats;Huis',
      'Jan;Damrak;1012AB;Amsterdam;2',
      'An;Singel;1012AB;Amsterdam;3',
      'Bo;Kade 9;1012AB;Amsterdam;4',
    ]
    expect((await printed('NL', list)).unused).toEqual(['Huis'])
    expect((await printed('NL', list, 'include')).lines[0]).toBe('Jan / Damrak 2 / 1012 AB  AMSTERDAM')
  })
})

describe('a number in a house column is the house number without a question', () => {
  test.each<[string, string, string[], string]>([
    [
      'if the street has none',
      'NL',
      ['Naam;Adres;Postcode;Plaats;Huis', 'Jan;Damrak;1012AB;Amsterdam;2'],
      'Damrak 2',
    ],
    [
      'if the street is named after a year',
      'NL',
      ['Naam;Adres;Postcode;Plaats;Huis', 'Jan;Plein 1944;1012AB;Amsterdam;2'],
      'Plein 1944 2',
    ],
    [
      'if the street is named by a number',
      'US',
      [
        'Name;House;Address;City;State;Zip',
        'Jo;350;5th Ave;Boise;ID;83701',
        'Al;12;County Road 9;Boise;ID;83701',
      ],
      '350 5th Ave',
    ],
    [
      'if the street repeats it',
      'GB',
      ['Name;House;Address;Town;Postcode', 'Jo;12;12 High St;Leeds;LS1 1AA'],
      '12 High St',
    ],
  ])('%s', async (_what, country, list, line) => {
    const { unused, lines } = await printed(country, list)
    expect({ unused, line: lines[0]!.split(' / ')[1] }).toEqual({ unused: [], line })
  })
})
