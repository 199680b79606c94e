import { describe, expect, test } from 'vitest'
import { addressLines, type Recipient } from '../../../src/core/address/index.ts'
import { createReader } from '../../../src/core/features/lists/mapping/apply.ts'
import { asInFile } from '../../../src/core/features/lists/mapping/sources.ts'
import { suggestMapping } from '../../../src/core/features/lists/mapping/suggest.ts'
import { withMissed } from '../../../src/core/features/lists/preset-questions.ts'
import { withAnswers } from '../../../src/core/features/lists/questions.ts'
import type { Answer, Mapping } from '../../../src/core/model/mapping.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createImportShop } from '../../support/imports.ts'
import { importSuggested, uploadList } from '../../support/office-lists.ts'

const heading = (unit: string) => ['Name', 'Street', 'House number', unit, 'Postcode', 'City']
const row = (unit: string) => ['A Bos', 'Lange Weg', '12', unit, '', 'City']
const suggest = (country: string, unit: string, values: readonly string[]) =>
  suggestMapping({
    heading: heading(unit),
    rows: values.map(row),
    country,
    variables: [],
    required: [],
  })

/** Returns the lines above the city by the suggested mapping, and ` ?` if it asks about the unit's word. */
const printed = async (country: string, unit: string, value: string) => {
  const { mapping, questions } = await suggest(country, unit, [value])
  const reader = createReader(mapping!, { heading: heading(unit), country, variables: {} })
  const lines = addressLines(reader.read(row(value)).recipient as Recipient, country)
  const hasQuestion = questions.some(({ code }) => code === 'unit_word')
  return `${lines.slice(1, -1).join(' / ')}${hasQuestion ? ' ?' : ''}`
}

describe('a unit column with bare numbers', () => {
  test.each<[string, string, string, string]>([
    ['NL', 'Apt', '4', 'Apt 4 / Lange Weg 12 ?'],
    ['NL', 'Appartement', '4', 'Appartement 4 / Lange Weg 12 ?'],
    ['NL', 'Bus', '4', 'Lange Weg 12 bus 4 ?'],
    ['DE', 'Wohnung', '4', 'Lange Weg 12 Wohnung 4 ?'],
    ['DE', 'Wohnungsnr.', '4B', 'Lange Weg 12 Wohnung 4B ?'],
    ['DE', 'Etage', '4', 'Lange Weg 12 Etage 4 ?'],
    ['SE', 'Lgh', '1203', 'Lange Weg 12 lgh 1203 ?'],
    ['IT', 'Interno', '4', 'Lange Weg 12 int 4 ?'],
    ['ES', 'Piso', '4', 'Lange Weg, 12, Piso 4 ?'],
    ['CZ', 'Číslo bytu', '4', 'Lange Weg 12 byt 4 ?'],
    ['US', 'Apt/Suite', '4', 'Apt 4 / 12 Lange Weg ?'],
    ['US', 'Unit #', 'B', 'Unit B / 12 Lange Weg ?'],
    ['GB', 'Flat number', '4', 'Flat 4 / 12 Lange Weg ?'],
    ['FR', 'Appt', '4', 'Appt. 4 / 12 Lange Weg ?'],
    // The country’s own word or sign.
    ['BE', 'Boîte', '4', 'Lange Weg 12 bus 4'],
    ['AT', 'Top', '4', 'Lange Weg 12/4'],
    ['PL', 'Nr lokalu', '4', 'Lange Weg 12/4'],
    ['EE', 'Korter', '4', 'Lange Weg 12'],
    // The value contains its word, or needs none.
    ['NL', 'Apt', 'Apt 4', 'Apt 4 / Lange Weg 12'],
    ['US', 'Apt', '#4', '#4 / 12 Lange Weg'],
    ['DE', 'Wohnung', 'links', 'Lange Weg 12 links'],
    // Not a unit.
    ['NL', 'Toevoeging', '4', 'Lange Weg 12 4'],
    ['NL', 'Adresregel 2', '4', '4 / Lange Weg 12'],
  ])('%s %s %s is printed %s', async (country, unit, value, lines) => {
    expect(await printed(country, unit, value)).toBe(lines)
  })

  test('raises a question if it has no place of its own', async () => {
    const { questions } = await suggest('EE', 'Korter', ['4a'])
    expect(questions).toMatchObject([{ code: 'unused_column', column: 'Korter', required: true }])
  })

  test('has the word for the rows whose country writes one', async () => {
    const own = [...heading('Apt'), 'Country']
    const rows = [
      ['A', 'Weg', '12', '4', '', 'X', 'PL'],
      ['B', 'Weg', '12', '4', '', 'X', 'NL'],
    ]
    own[3] = 'Wohnung'
    const { mapping } = await suggestMapping({
      heading: own,
      rows,
      country: 'DE',
      variables: [],
      required: [],
    })
    const reader = createReader(mapping!, { heading: own, country: 'DE', variables: {} })
    expect(rows.map((cells) => (reader.read(cells).recipient as Recipient).houseNumberSuffix)).toEqual([
      '4',
      'Wohnung 4',
    ])
  })

  test('staircase and door are joined in the Austrian notation', async () => {
    const columns = ['Name', 'Straße', 'Hausnummer', 'Stiege', 'Tür', 'PLZ', 'Ort']
    const { questions } = await suggestMapping({
      heading: columns,
      rows: [['A', 'Ring', '12', '2', '5', '1010', 'Wien']],
      country: 'AT',
      variables: [],
      required: [],
    })
    expect(questions[0]!.choices[0]!.fields).toEqual({
      'recipient.houseNumberSuffix': { columns: ['Stiege', 'Tür'], separator: '/' },
    })
  })
})

/** Returns the lines between the name and the last line, printed after answering the list's questions. */
const answered = async (
  { country, columns, cells }: { country: string; columns: string; cells: string },
  answers: readonly Answer[],
  changed: (fields: Mapping['fields']) => Mapping['fields'] = (fields) => fields,
) => {
  const own = columns.split(';')
  const rows = [cells.split(';')]
  const sample = { heading: own, rows, country, variables: [], required: [] }
  const { mapping, questions } = await suggestMapping(sample)
  const fields = changed(mapping!.fields)
  const reader = createReader(withAnswers({ fields }, questions, answers), {
    ...{ heading: own, country, variables: {} },
  })
  const lines = addressLines(reader.read(rows[0]!).recipient as Recipient, country)
  return lines.slice(1, -1).join(' / ')
}
const word = (column: string, choice = 'with_word') => ({ code: 'unit_word', column, choice })
const include = (column: string) => ({ code: 'unused_column', column, choice: 'include' })

describe('the answer about a column’s word', () => {
  const list = {
    country: 'US',
    columns: 'Name;Street;Apt;Care of;City;State;Zip',
    cells: 'Jo;12 Main St;4;c/o Al;Boise;ID;83701',
  }
  const line = 'recipient.addressLine2'
  const suffix = 'recipient.houseNumberSuffix'
  test.each<[string, Mapping['fields'], string, string]>([
    ['the column', { [line]: { column: 'Apt' } }, 'with_word', 'Apt 4 / 12 Main St'],
    ['the column in another case', { [line]: { column: 'APT' } }, 'with_word', 'Apt 4 / 12 Main St'],
    ['the column', { [line]: { column: 'Apt', unitWord: 'Apt' } }, 'number_alone', '4 / 12 Main St'],
    ['another column', { [line]: { column: 'Care of' } }, 'with_word', 'c/o Al / 12 Main St'],
    ['another column', { [line]: { column: 'Care of' } }, 'number_alone', 'c/o Al / 12 Main St'],
    ['none', {}, 'with_word', '12 Main St'],
    ['nothing, with Apt as suffix,', { [suffix]: { column: 'Apt' } }, 'with_word', '12 Main St 4'],
    [
      'both',
      { [line]: { columns: ['Apt', 'Care of'], separator: ', ' } },
      'with_word',
      'Apt 4, c/o Al / 12 Main St',
    ],
    [
      'both',
      { [line]: { columns: ['Apt', 'Care of'], unitWords: { Apt: 'Apt' } } },
      'number_alone',
      '4 c/o Al / 12 Main St',
    ],
  ])('keeps the selected columns: line 2 has %s (%j), %s', async (_, given, choice, lines) => {
    const changed = ({ [line]: _line, ...others }: Mapping['fields']) => ({ ...others, ...given })
    expect(await answered(list, [word('Apt', choice)], changed)).toBe(lines)
  })
})

describe('a column included next to a selected one', () => {
  const list = {
    country: 'US',
    columns: 'Name;Street;Apt;Care of;Building;City;State;Zip',
    cells: 'Jo;12 Main St;4;c/o Al;B;Boise;ID;83701',
  }
  const line = 'recipient.addressLine2'
  test.each<[Mapping['fields'], string]>([
    [{ [line]: { column: 'Care of' } }, 'c/o Al, B / 12 Main St'],
    [{ [line]: { columns: ['Care of', 'Apt'], separator: ', ' } }, 'c/o Al, 4, B / 12 Main St'],
    [{ [line]: { columns: ['Care of', 'BUILDING'], separator: ', ' } }, 'c/o Al, B / 12 Main St'],
    [{ [line]: { column: 'Apt', unitWord: 'Apt' } }, 'Apt 4, B / 12 Main St'],
  ])('is joined to it: %j', async (given, lines) => {
    const changed = (fields: Mapping['fields']) => ({ ...fields, ...given })
    expect(await answered(list, [include('Building')], changed)).toBe(lines)
  })
})

describe('a unit column joined with another', () => {
  const lists = {
    US: ['Name;Street;Apt;Building;City;State;Zip', 'Jo;12 Main St;4;B;Boise;ID;83701'],
    GB: ['Name;Flat;Building;Street;City;Postcode', 'Jo;4;Victoria House;12 High St;Leeds;LS1 1AA'],
    NL: ['Naam;Straat;Nr;Kamer;Gebouw;Postcode;Plaats', 'Jo;Damrak;12;214;B;1012AB;Amsterdam'],
    ES: ['Nombre;Calle;Número;Escalera;Piso;Puerta;CP;Ciudad', 'Jo;Mayor;12;A;3;B;28001;Madrid'],
  } as const
  test.each<[keyof typeof lists, Answer[], string]>([
    ['US', [word('Apt'), include('Building')], 'Apt 4, B / 12 Main St'],
    ['US', [include('Building')], 'Apt 4, B / 12 Main St'],
    ['US', [word('Apt', 'number_alone'), include('Building')], '4, B / 12 Main St'],
    ['GB', [word('Flat'), include('Building')], 'Flat 4, Victoria House / 12 High St / LEEDS'],
    ['NL', [word('Kamer'), include('Gebouw')], 'kamer 214, B / Damrak 12'],
    ['ES', [word('Escalera'), include('Piso'), include('Puerta')], 'Mayor, 12, Escalera A 3 B'],
  ])('keeps the answered word: %s %j', async (country, answers, lines) => {
    const [columns, cells] = lists[country]
    expect(await answered({ country, columns, cells }, answers)).toBe(lines)
  })

  test('has no word if the mapping has none', async () => {
    const [columns, cells] = lists.US
    const alone = (fields: Mapping['fields']) => ({ ...fields, 'recipient.addressLine2': { column: 'Apt' } })
    expect(await answered({ country: 'US', columns, cells }, [include('Building')], alone)).toBe(
      '4, B / 12 Main St',
    )
  })

  test('keeps its word with a preset', () => {
    const suggested = { columns: ['Flat', 'Building'], separator: ', ' }
    expect(withMissed(suggested, { column: 'Flat', unitWord: 'Flat' }, ['Building'])).toEqual({
      ...suggested,
      unitWords: { Flat: 'Flat' },
    })
  })

  test('keeps its word if the file spells it in another case', () => {
    const source = { columns: ['flat', 'building'], unitWords: { flat: 'Flat' } }
    const mapping = { fields: { 'recipient.addressLine2': source } }
    expect(asInFile(mapping, ['Flat', 'Building']).fields['recipient.addressLine2']).toEqual({
      columns: ['Flat', 'Building'],
      unitWords: { Flat: 'Flat' },
    })
  })
})

describe('an import of such a list', () => {
  const csv = 'Name;Street;House number;Apt;Postcode;City\nAnna Bos;Damrak;12;4;1012 LG;Amsterdam\n'
  const bytes = new TextEncoder().encode(csv)

  test('prints the word as suggested', async () => {
    const shop = await createImportShop()
    const { printed: lines } = await importSuggested(shop, 'list.csv', bytes)
    expect(lines).toEqual(['Anna Bos / Apt 4 / Damrak 12 / 1012 LG  AMSTERDAM'])
  })

  test('prints the bare number after the answer “number_alone”', async () => {
    const shop = await createImportShop()
    const answer = { code: 'unit_word', column: 'Apt', choice: 'number_alone' }
    const { printed: lines } = await importSuggested(shop, 'list.csv', bytes, { answers: [answer] })
    expect(lines).toEqual(['Anna Bos / 4 / Damrak 12 / 1012 LG  AMSTERDAM'])
  })

  test('with a preset of an earlier version prints the bare number', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const fields = {
      'recipient.name': { column: 'Name' },
      'recipient.street': { column: 'Street' },
      'recipient.houseNumber': { column: 'House number' },
      'recipient.addressLine2': { column: 'Apt' },
      'recipient.postalCode': { column: 'Postcode' },
      'recipient.city': { column: 'City' },
      'data.firstName': { column: 'Name' },
    }
    const upload = await uploadList(shop, 'list.csv', bytes)
    const body = { uploadId: upload.body.id, mapping: { fields } }
    await shop.call('postbatches.createImport', { params: { id }, body })
    await shop.settle()
    const items = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))
    expect(items.map(({ recipient }) => recipient.addressLine2)).toEqual(['4'])
  })
})
