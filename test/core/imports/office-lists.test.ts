import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { createImportShop } from '../../support/imports.ts'
import { importSuggested, type Outcome, officeList } from '../../support/office-lists.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

const open = () =>
  createImportShop({ ports: { renderer: { ...createFakeRenderer(), inspect: pdf.inspect } as never } })

describe('a list as an office keeps it, imported as suggested', () => {
  test.each<[string, Outcome]>([
    [
      'empty-shared.xlsx',
      {
        printed: ['Anna de Boer / Damrak 1 / 1012 LG  AMSTERDAM', 'Bart Vis / Damrak 2 / 1012 LG  AMSTERDAM'],
        problems: [],
      },
    ],
    [
      'space-in-last-row.xlsx',
      { printed: ['Anna Bakker / Dorpsstraat 12 / 1012 AB  AMSTERDAM'], problems: [] },
    ],
  ])('%s', async (name, outcome) => {
    expect(await importSuggested(await open(), name, officeList(name))).toEqual(outcome)
  })
})
