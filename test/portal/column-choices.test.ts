import { describe, expect, test } from 'vitest'
import { joinedSamples, withBeforeName } from '../../portal/src/screens/postbatches/columns.ts'
import { askedBeside } from '../../portal/src/screens/postbatches/questions.ts'

describe('a form of address before the name', () => {
  test.each([
    [{ column: 'Achternaam' }, ['Aanhef', 'Achternaam']],
    [{ columns: ['Voornaam', 'Achternaam'] }, ['Aanhef', 'Voornaam', 'Achternaam']],
    [{ columns: ['Voornaam', 'Aanhef', 'Achternaam'] }, ['Aanhef', 'Voornaam', 'Achternaam']],
  ])('is joined to %j', (source, columns) => {
    const mapping = { fields: { 'recipient.name': source, reference: { column: 'Nr' } } }
    expect(withBeforeName(mapping, 'Aanhef')).toEqual({
      fields: { 'recipient.name': { columns }, reference: { column: 'Nr' } },
    })
    expect(withBeforeName(mapping, '')).toBe(mapping)
  })

  test('needs a column of names', () => {
    const mapping = { fields: { 'recipient.companyName': { column: 'Bedrijf' } } }
    expect(withBeforeName(mapping, 'Aanhef')).toBe(mapping)
  })

  test('is shown as it is printed', () => {
    const rows = [
      { row: 2, cells: ['Fam.', '', 'de Vries'] },
      { row: 3, cells: ['Dhr.', 'Jan', 'Smit'] },
    ]
    const columns = ['Aanhef', 'Voornaam', 'Achternaam']
    expect(joinedSamples(rows, columns, { columns, isText: false })).toBe('Fam. de Vries, Dhr. Jan Smit')
  })

  test('is not asked about once it is part of the name', () => {
    const question = {
      ...{ code: 'surname_alone', column: 'Aanhef', message: '' },
      ...{ choices: [], samples: [], required: false },
    }
    const asked = (inName: string[]) => askedBeside([question], new Set(['Aanhef']), inName)
    expect(asked(['Achternaam'])).toHaveLength(1)
    expect(asked(['Aanhef', 'Achternaam'])).toEqual([])
  })
})
