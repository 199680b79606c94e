import { describe, expect, test } from 'vitest'
import {
  groupFields,
  joinedSamples,
  stillMissing,
  textIn,
  withBeforeName,
} from '../../portal/src/screens/postbatches/columns.ts'
import { withIncluded } from '../../portal/src/screens/postbatches/missed-columns.ts'
import {
  decidedBy,
  openAfterCheck,
  readings,
  relevantQuestions,
} from '../../portal/src/screens/postbatches/questions.ts'

const question = (code: string, column: string | null, required = false) => ({
  ...{ code, column, message: '', choices: [], samples: [], required },
})

test('only questions about rows are asked after a check, without answered ones', () => {
  const questions = [
    ...['heading_row', 'sheet', 'encoding'].map((code) => question(code, null)),
    question('unused_column', 'Aanhef', true),
    question('repeated_recipient', null),
    question('placeholder', 'Straat'),
    question('placeholder', 'Plaats'),
  ]
  const answers = [{ code: 'placeholder', column: 'Straat', choice: 'print' }]
  expect(openAfterCheck(questions, answers).map(({ code, column }) => [code, column])).toEqual([
    ['repeated_recipient', null],
    ['placeholder', 'Plaats'],
  ])
})

describe('a form of address before the name', () => {
  test.each([
    [{ column: 'Achternaam' }, ['Aanhef', 'Achternaam']],
    [{ columns: ['Voornaam', 'Achternaam'] }, ['Aanhef', 'Voornaam', 'Achternaam']],
    [{ columns: ['Voornaam', 'Aanhef', 'Achternaam'] }, ['Aanhef', 'Voornaam', 'Achternaam']],
  ])('is joined with %j', (source, columns) => {
    const mapping = { fields: { 'recipient.name': source, reference: { column: 'Nr' } } }
    expect(withBeforeName(mapping, 'Aanhef')).toEqual({
      fields: { 'recipient.name': { columns }, reference: { column: 'Nr' } },
    })
    expect(withBeforeName(mapping, '')).toBe(mapping)
  })

  test('needs a name column', () => {
    const mapping = { fields: { 'recipient.companyName': { column: 'Bedrijf' } } }
    expect(withBeforeName(mapping, 'Aanhef')).toBe(mapping)
  })

  test('is shown as printed', () => {
    const rows = [
      { row: 2, cells: ['Fam.', '', 'de Vries'] },
      { row: 3, cells: ['Dhr.', 'Jan', 'Smit'] },
    ]
    const columns = ['Aanhef', 'Voornaam', 'Achternaam']
    expect(joinedSamples(rows, columns, { columns, isText: false })).toBe('Fam. de Vries, Dhr. Jan Smit')
  })

  test('is not asked about once it is part of the name', () => {
    const questions = (inName: string[]) =>
      relevantQuestions([question('surname_alone', 'Aanhef')], new Set(['Aanhef']), { inName })
    expect(questions(['Achternaam'])).toHaveLength(1)
    expect(questions(['Aanhef', 'Achternaam'])).toEqual([])
  })
})

test('columns missing from a preset are joined to the selected name, in the order of the list', () => {
  const suggested = { fields: { 'recipient.name': { columns: ['Voornaam', 'Tussenvoegsel', 'Achternaam'] } } }
  const mapping = { fields: { 'recipient.name': { columns: ['Aanhef', 'Voornaam', 'Achternaam'] } } }
  const choices = [
    { choice: 'include', fields: suggested.fields },
    { choice: 'leave_out', fields: {} as Record<string, never> },
  ]
  const unused = { ...question('unused_column', 'Tussenvoegsel', true), choices }
  expect(withIncluded(mapping, suggested, [unused])?.fields).toEqual({
    'recipient.name': { columns: ['Aanhef', 'Voornaam', 'Tussenvoegsel', 'Achternaam'] },
  })
  expect(withIncluded(mapping, suggested, [])).toEqual(mapping)
})

test('a unit column keeps its word when a column missing from the preset is joined to it', () => {
  const columns = ['Flat', 'Building']
  const suggested = { fields: { 'recipient.addressLine2': { columns, separator: ', ' } } }
  const mapping = { fields: { 'recipient.addressLine2': { column: 'Flat', unitWord: 'Flat' } } }
  const choices = [{ choice: 'include', fields: suggested.fields }]
  const unused = { ...question('unused_column', 'Building', true), choices }
  const both = withIncluded(mapping, suggested, [unused])!
  expect(both.fields).toEqual({
    'recipient.addressLine2': { columns, separator: ', ', unitWords: { Flat: 'Flat' } },
  })
  expect(withIncluded(both, suggested, [unused])).toEqual(both)
})

test.each([
  ['the second line has it', { 'recipient.addressLine2': ['Apt'] }, true],
  ['the second line has it among others', { 'recipient.addressLine2': ['Apt', 'Building'] }, true],
  ['the second line has another one', { 'recipient.addressLine2': ['Care of'] }, false],
  ['another field has it', { 'recipient.houseNumberSuffix': ['Apt'] }, false],
])('the word of a unit column is asked about if %s: %j', (_, columns, expected) => {
  const source = { column: 'Apt' }
  const choices = ['with_word', 'number_alone'].map((choice) => ({
    choice,
    fields: { 'recipient.addressLine2': source },
  }))
  const columnsFor = (field: string) => (columns as Record<string, string[]>)[field] ?? []
  const questions = relevantQuestions([{ ...question('unit_word', 'Apt'), choices }], new Set(['Apt']), {
    columnsFor,
  })
  expect(questions).toHaveLength(expected ? 1 : 0)
})

describe('the date format of a column', () => {
  const days = { ...question('date_order', 'Datum'), suggested: 'day_first' }

  test('is asked about while a merge field prints the column, and suggested by its values', () => {
    const questions = (columns: string[]) =>
      relevantQuestions([days], new Set(['Datum']), { inLetter: new Set(columns) })
    expect(questions(['Datum'])).toEqual([days])
    expect(questions(['Naam'])).toEqual([])
    expect(decidedBy([days])).toEqual({ '["date_order","Datum"]': 'day_first' })
    expect(openAfterCheck([days, question('date_order', 'Lid sinds')], [])).toMatchObject([
      { column: 'Lid sinds' },
    ])
  })

  test('is shown with each value as printed', () => {
    const printed = ['3 april 2026', '']
    expect(readings(['03/04/2026', '04/13/2026'], printed)).toBe('03/04/2026 → 3 april 2026')
  })
})

describe('the fields of a list', () => {
  const suggested = {
    fields: {
      'recipient.name': { column: 'Naam' },
      'recipient.companyName': { column: 'Bedrijf' },
      'data.bedrag': { column: 'Gift' },
    },
  }
  const fields = [
    ...[
      'recipient.name',
      'recipient.companyName',
      'recipient.street',
      'recipient.region',
      'recipient.country',
    ],
    ...['data.bedrag', 'data.datum', 'data.groet'],
  ]

  test('are needed, recognised or others, with missing ones first', () => {
    expect(groupFields(fields, suggested, ['recipient.street', 'data.groet'])).toEqual({
      needed: ['recipient.street', 'data.groet', 'recipient.name', 'data.bedrag'],
      recognised: ['recipient.companyName', 'recipient.country'],
      others: ['recipient.region', 'data.datum'],
    })
  })

  test.each([
    ['nothing', {}, ['recipient.name', 'recipient.city', 'data.groet']],
    ['a company instead of a name', { 'recipient.companyName': 'Bedrijf' }, ['recipient.city', 'data.groet']],
    ['a postal code with the city', { 'recipient.postalCode': 'Plaats' }, ['recipient.name', 'data.groet']],
    ['a merge field', { 'data.groet': 'Groet' }, ['recipient.name', 'recipient.city']],
  ])('are still missing with %s', (_what, choices: Record<string, string>, left) => {
    const missing = ['recipient.name', 'recipient.city', 'data.groet']
    expect(stillMissing(missing, (field) => choices[field] ?? '')).toEqual(left)
  })
})

test.each([
  ['a column, as a text field prints it', { column: 'Gift' }, true, '€ 25,00'],
  ['a column, as another field reads it', { column: 'Gift' }, false, '25'],
  ['joined columns without empty ones', { columns: ['Voornaam', 'Tussen', 'Achternaam'] }, false, 'Ada Smit'],
  ['another separator', { columns: ['Voornaam', 'Achternaam'], separator: ', ' }, false, 'Ada, Smit'],
  ['the default of an empty column', { column: 'Tussen', default: '-' }, false, '-'],
  ['a fixed value', { value: 'NL' }, false, 'NL'],
])('the preview shows %s', (_what, source, isText, text) => {
  const heading = ['Voornaam', 'Tussen', 'Achternaam', 'Gift']
  const row = { row: 2, cells: ['Ada', ' ', 'Smit', '25'], printed: ['Ada', '', 'Smit', '€ 25,00'] }
  expect(textIn(source, heading, row, isText)).toBe(text)
})
