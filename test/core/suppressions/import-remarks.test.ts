import { beforeAll, describe, expect, test } from 'vitest'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

let shop: ImportShop
beforeAll(async () => {
  shop = await createImportShop()
})

const heading = 'Naam;Straat;Huisnummer;Postcode;Plaats'

/** Imports rows with the mapping that the sample suggests. */
const imported = async (
  rows: readonly string[],
  { head = heading, ...settings }: Record<string, unknown> = {},
) => {
  const uploadId = await shop.upload(`${head}\r\n${rows.join('\r\n')}\r\n`)
  const { mapping, fields } = (await shop.call('suppressions.importSample', { query: { uploadId } })).body
  const started = await shop.call('suppressions.import', { body: { uploadId, mapping, fields, ...settings } })
  expect(started).toMatchObject({ status: 202, body: { doubtfulCount: 0 } })
  await shop.settle()
  const params = { id: started.body.id }
  const done = (await shop.call('suppressions.getImport', { params })).body
  const errors: string = (await shop.call('suppressions.importErrors', { params })).body
  return { done, lines: errors.trim().split('\r\n').slice(1) }
}
const stopsNothing = 'it stops no correctly addressed mail'
const kept = 'The entry is kept. Correct the row'

describe('a row that becomes an entry with doubts', () => {
  test.each<[what: string, row: string, remark: string, end: string, matchName?: boolean]>([
    ['has no house number', 'Eva Bakker;Damrak;;1012 LG;Amsterdam', 'houseNumber: ', stopsNothing],
    [
      'has a street that is missing',
      'Eva Bakker;#N/A;12;1012 LG;Amsterdam',
      'street: “#N/A” is a placeholder',
      kept,
    ],
    [
      'has a missing street that is needed for matching',
      'Eva Bakker;#N/A;12;;Amsterdam',
      'street: ',
      stopsNothing,
    ],
    ['has a name that lost a letter', 'Zo�;Damrak;12;1012 LG;Amsterdam', 'name: The character �', kept],
    [
      'has such a name and matches one person',
      'Zo�;Damrak;13;1012 LG;Amsterdam',
      'name: ',
      stopsNothing,
      true,
    ],
    [
      'has a name that was encoded twice',
      'ZoÃ«;Damrak;14;1012 LG;Amsterdam',
      'encoded twice. Did you mean ë?',
      kept,
    ],
    ['has no visible name', 'NULL;Damrak;15;1012 LG;Amsterdam', 'name: “NULL” is a placeholder', kept],
    [
      'has a date as its house number',
      'Eva;Damrak;2026-03-01;1012 LG;Amsterdam',
      'houseNumber: “2026-03-01”',
      stopsNothing,
    ],
    ['has no postal code', 'Eva Bakker;Damrak;16;;Amsterdam', 'postalCode: ', stopsNothing],
    ['has a postal code of another country', 'Eva;Damrak;17;10115;Amsterdam', 'postalCode: ', stopsNothing],
    [
      'has a city that is missing',
      'Eva Bakker;Damrak;18;1012 LG;n.v.t.',
      'city: “n.v.t.” is a placeholder',
      kept,
    ],
  ])('%s', async (_what, row, remark, end, matchName = false) => {
    const { done, lines } = await imported([row], { matchName })
    const counts = { rowCount: 1, failedCount: 0, doubtfulCount: 1 }
    expect(done).toMatchObject({ status: 'COMPLETED', ...counts })
    expect(done.addedCount + done.mergedCount).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`^${row.replace('.', '\\.')};2;;`))
    expect(lines[0]).toContain(remark)
    expect(lines[0]).toContain(end)
  })

  test('is reported where its columns are joined or split', async () => {
    const head = 'Naam;Straat + nr;Postcode + plaats'
    const { done, lines } = await imported(
      ['Eva;Damrak 12;1012 LG Amsterdam', 'Jan;Damrak;1012 LG Amsterdam', 'Kim;#N/A 12;1012 LG Amsterdam'],
      { head },
    )
    expect(done).toMatchObject({ fields: { 'recipient.street': {} }, doubtfulCount: 2 })
    expect(lines.map((line) => line.split(';')[3])).toEqual(['3', '4'])
  })
})

test.each([
  'Eva Bakker;Damrak;12;1012 LG;Amsterdam',
  ';Damrak;12;1012 LG;Amsterdam',
  '"Bakker, Eva";Damrak 12;;1012LG;AMSTERDAM',
  'Zoë Łukasz;Damrak;12;1012 LG;Amsterdam',
])('%s is not doubtful', async (row) => {
  expect(await imported([row])).toMatchObject({ done: { doubtfulCount: 0 }, lines: [] })
})

test('a corrected row suppresses mail that the doubtful one did not', async () => {
  const recipient = {
    name: 'Eva',
    street: 'Singel',
    houseNumber: '7',
    postalCode: '1012 VC',
    city: 'Amsterdam',
  }
  const isStopped = async () =>
    (await shop.call('suppressions.check', { body: { recipient: { ...recipient, country: 'NL' } } })).body
      .suppressed
  const { lines } = await imported(['Eva;Singel;;1012 VC;Amsterdam'])
  expect(await isStopped()).toBe(false)
  const head = `${heading};importRow;importError;importRemark`
  const again = await imported([lines[0]!.replace('Singel;;', 'Singel;7;')], { head })
  expect(again.done).toMatchObject({ addedCount: 1, doubtfulCount: 0 })
  expect(await isStopped()).toBe(true)
})

test('an import of an earlier version keeps its file', async () => {
  const uploadId = await shop.upload('street;city\r\nMarkt;Delft\r\n;Delft\r\n')
  const { body } = await shop.call('suppressions.import', { body: { uploadId } })
  const scope = { organisationId: shop.organisation.id, mode: 'live' as const }
  // Simulates the state in which a server of an earlier version leaves an import between chunks.
  await shop.services.store.write((rows) =>
    rows.suppressionImports.update(scope, body.id, { doubtfulCount: null, rowCount: 1 }),
  )
  await shop.settle()
  const params = { id: body.id }
  const done = (await shop.call('suppressions.getImport', { params })).body
  expect(done).toMatchObject({ status: 'COMPLETED', failedCount: 1, doubtfulCount: null })
  expect((await shop.call('suppressions.importErrors', { params })).body).toMatch(
    /^street;city;importRow;importError\r\n;Delft;3;street: /,
  )
})
