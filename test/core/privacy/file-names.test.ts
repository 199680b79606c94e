import { describe, expect, test } from 'vitest'
import { withoutPersons } from '../../../src/core/features/privacy/file-names.ts'
import type { ErasedPerson } from '../../../src/core/model/privacy.ts'

const person = (name: string | null, changes: Partial<ErasedPerson> = {}): ErasedPerson => ({
  name,
  companyName: null,
  reference: null,
  addressKeys: [],
  ...changes,
})

describe('the name of a file', () => {
  test.each([
    ['Zebulon Quistgaard', 'Zebulon Quistgaard.csv', 'erased.csv'],
    ['Zebulon Quistgaard', 'opt-outs_quistgaard_2026.xlsx', 'opt-outs_erased_2026.xlsx'],
    ['Zebulon Quistgaard', 'ZebulonQuistgaard.JPG', 'erased.JPG'],
    ['Zebulon Quistgaard', 'photo of zebulon.png', 'photo of erased.png'],
    ['Mevr. Zoë de Vries', 'Donor Zoe de Vries.CSV', 'Donor erased.CSV'],
    ['Zoë de Vries', 'VRIES.pdf', 'erased.pdf'],
    ['Eva Müller', 'mueller-eva.csv', 'erased.csv'],
    ['Eva Mueller', 'Müller.csv', 'erased.csv'],
    ["Sean O'Brien", 'Letter to Sean O’Brien (2).pdf', 'Letter to erased (2).pdf'],
    ['Li Wu', 'Li Wu.csv', 'erased.csv'],
    ['Anna Bos', 'annabos.png', 'erased.png'],
    ['山田太郎', '山田太郎様リスト.csv', 'erased.csv'],
  ])('of %s: %s becomes %s', (name, fileName, expected) => {
    expect(withoutPersons([person(name)])(fileName)).toBe(expected)
  })

  test.each([
    ['Jan de Vries', 'Jan 2026.csv'],
    ['Jan de Vries', 'list of the de bakker.csv'],
    ['Anna Bakker', 'Hannah.png'],
    ['Anna Bakker', 'annals.pdf'],
    ['Li Wu', 'list.csv'],
    ['Dhr.', 'dhr-letter.csv'],
    ['Zebulon Quistgaard', 'logo.png'],
    ['', 'logo.png'],
  ])('that does not name %s stays: %s', (name, fileName) => {
    expect(withoutPersons([person(name)])(fileName)).toBe(fileName)
  })

  test('is cleared of a reference, and of a company whose whole name it holds', () => {
    const without = withoutPersons([person(null, { companyName: 'Bakker & Co', reference: 'Loyalty7788' })])
    expect(without('loyalty7788.csv')).toBe('erased.csv')
    expect(without('Bakker Co.pdf')).toBe('erased.pdf')
    expect(without('bakker-list.csv')).toBe('bakker-list.csv')
  })

  test('is cleared of each of several persons', () => {
    const without = withoutPersons([person('Zoë de Vries'), person('Anna Bakker')])
    expect(without('Vries and Bakker.csv')).toBe('erased and erased.csv')
    expect(withoutPersons([])('Vries.csv')).toBe('Vries.csv')
  })
})
