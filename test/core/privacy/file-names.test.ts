import { describe, expect, test } from 'vitest'
import type { JobContext } from '../../../src/core/engine/jobs/job.ts'
import { eraseFileNames, withoutPersons } from '../../../src/core/features/privacy/erase-file-names.ts'
import type { ErasedPerson } from '../../../src/core/model/privacy.ts'
import { noTurns } from '../../../src/core/ports/system.ts'
import { createImportShop } from '../../support/imports.ts'

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
  ])('of %s: %s becomes %s', async (name, fileName, expected) => {
    const without = await withoutPersons([person(name)], noTurns)
    expect(without(fileName)).toBe(expected)
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
  ])('is kept if it does not name %s: %s', async (name, fileName) => {
    const without = await withoutPersons([person(name)], noTurns)
    expect(without(fileName)).toBe(fileName)
  })

  test('loses a reference, and the whole name of a company', async () => {
    const customer = person(null, { companyName: 'Bakker & Co', reference: 'Loyalty7788' })
    const without = await withoutPersons([customer], noTurns)
    expect(without('loyalty7788.csv')).toBe('erased.csv')
    expect(without('Bakker Co.pdf')).toBe('erased.pdf')
    expect(without('bakker-list.csv')).toBe('bakker-list.csv')
  })

  test('loses the names of several recipients', async () => {
    const without = await withoutPersons([person('Zoë de Vries'), person('Anna Bakker')], noTurns)
    expect(without('Vries and Bakker.csv')).toBe('erased and erased.csv')
    expect((await withoutPersons([], noTurns))('Vries.csv')).toBe('Vries.csv')
  })
})

describe('the erasure of many recipients', () => {
  const counted = () => {
    let rests = 0
    const rest = async () => {
      rests++
    }
    return { turns: { rest }, rests: () => rests }
  }

  test('yields to other work before the words of each one are computed', async () => {
    const { turns, rests } = counted()
    await withoutPersons(Array(500).fill(person('Zebulon Quistgaard')), turns)
    expect(rests()).toBe(500)
  })

  test('yields to other work before each file name is searched', async () => {
    const shop = await createImportShop()
    for (let n = 0; n < 3; n++) await shop.upload(`name,street\nZoë,Damrak ${n}\n`)
    const { turns, rests } = counted()
    const { store } = shop.services
    const context = { services: { store, turns }, extend: async () => {} } as unknown as JobContext
    const searched: number[] = []
    await eraseFileNames(context, { organisationId: shop.organisation.id, mode: 'live' }, (name) => {
      searched.push(rests())
      return name
    })
    expect(searched.length).toBeGreaterThanOrEqual(3)
    expect(new Set(searched).size).toBe(searched.length)
  })
})
