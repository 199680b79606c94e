import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { createImportShop } from '../../support/imports.ts'
import { importSuggested, officeList } from '../../support/office-lists.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

const importList = async (name: string, bytes = officeList(name)) => {
  const renderer = { ...createFakeRenderer(), inspect: pdf.inspect } as never
  return importSuggested(await createImportShop({ ports: { renderer } }), name, bytes)
}

describe('a list with house numbers in the street column', () => {
  test('prints the numbers as written', async () => {
    const { printed, problems } = await importList('house-number-range.csv')
    expect(problems).toEqual([])
    expect(printed.map((lines) => lines.split(' / ')[1])).toEqual([
      'Bahnhofstrasse 12-14',
      'Hauptstraße 2-4',
      'Hauptstraße 12-14/3',
      'Kerkstraat 12-14',
      'Ilica 12-14',
    ])
  })
  test('accepts a comma after the number', async () => {
    expect(await importList('street-trailing-comma.csv')).toMatchObject({
      printed: ['Anna Bakker / Damrak 12 / 1012 LG  AMSTERDAM'],
      problems: [],
    })
  })
})

describe('a list with countries in words', () => {
  const name = 'countries-in-their-own-words.csv'
  test('has only the postal code errors of each country', async () => {
    const { printed, problems } = await importList(name)
    expect(printed.map((lines) => lines.split(' / ').slice(2).join(' / '))).toEqual([
      '1012 LG AMSTERDAM / TÜRKIYE',
      '1012 LG  AMSTERDAM',
    ])
    expect([...new Set(problems.map((problem) => problem.replace(/^\d+ /, '')))].sort()).toEqual([
      'Postcode postal_code_invalid',
      'region region_missing',
    ])
    expect(problems.filter((problem) => problem.includes('postal_code_invalid'))).toHaveLength(11)
  })
  test('rejects an ambiguous country name', async () => {
    const text = new TextDecoder().decode(officeList(name)).split(/\r?\n/).slice(0, 2).join('\n')
    const { problems } = await importList(name, new TextEncoder().encode(text.replace('Scotland', 'Korea')))
    expect(problems).toEqual(['2 Land invalid_format'])
  })
})
