import { describe, expect, test } from 'vitest'
import { line, listOfLines } from '../../support/dutch-list.ts'
import { createImportShop } from '../../support/imports.ts'

describe('importing a list', () => {
  test('rejects a row whose name is only a salutation', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const done = await shop.imported(id, listOfLines(line(1), line(2, { name: 'Dhr.' })))
    expect(done).toMatchObject({ createdCount: 1, failedCount: 1 })
    expect(done.problems).toEqual([
      {
        row: 3,
        column: 'Naam',
        code: 'recipient_name_incomplete',
        message: '“Dhr.” does not name a person. Add a first or last name.',
        params: { name: 'Dhr.' },
      },
    ])
    const withName = (await shop.errors(id, done.id)).replace(';Dhr.;', ';Dhr. Bakker;')
    expect(await shop.imported(id, withName)).toMatchObject({ createdCount: 1, failedCount: 0 })
  })

  test('reports an unclosed quotation mark that joined several rows', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const lines = Array.from({ length: 8 }, (_, index) => line(index + 1))
    lines[1] = lines[1]!.replace('Damrak', '"Damrak')
    lines[6] = lines[6]!.replace('Damrak', 'Damrak"')
    const done = await shop.imported(id, listOfLines(...lines))
    expect(done).toMatchObject({ rowCount: 3, createdCount: 2, failedCount: 1 })
    expect(done.problems).toEqual([
      {
        row: 3,
        column: 'Straat',
        code: 'invalid',
        message:
          'The text has 6 lines. In a CSV, an unclosed quotation mark joins several rows. Close or remove it.',
        params: { case: 'lines', lines: 6 },
      },
    ])
  })

  test('searches for such a mark only in the columns of the heading', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const row = `${line(1).replace('Damrak', 'D'.repeat(121))};"\n\n\n\n\n"`
    const done = await shop.imported(id, listOfLines(row))
    expect(done.problems).toMatchObject([{ row: 2, column: 'Straat', code: 'max_length' }])
  })

  test('rejects a row with more cells than the heading, and returns all of them', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const done = await shop.imported(
      id,
      listOfLines(`${line(1)};;`, line(2, { name: 'Bakker; Jansen' }), `${line(3)};;a note`, 'K4;P4'),
    )
    expect(done).toMatchObject({ rowCount: 4, createdCount: 1, failedCount: 3, emptyCount: 0 })
    expect(done.problems.slice(0, 2)).toEqual(
      [8, 9].map((cells, index) => ({
        row: 3 + index,
        column: 'column 8',
        code: 'too_many_cells',
        message:
          `The row has ${cells} cells, but the heading has 7. Quote texts that contain a delimiter, ` +
          'and leave cells after the last column empty.',
        params: { case: 'row', cells, columns: 7 },
      })),
    )
    const csv = await shop.errors(id, done.id)
    expect(csv).toContain('K2;P2;Bakker; Jansen;Damrak;2;1012 LG;;3;')
    expect(csv.split('\r\n')[1]).toMatch(/;;3;column 8: The row has 8 cells.*;Amsterdam$/)
    expect(csv.split('\r\n')[2]).toMatch(/;Amsterdam;;4;.*;;a note$/)
    // Corrected rows are imported; the others are rejected again.
    const corrected = csv
      .replace('Bakker; Jansen;Damrak;2;1012 LG;', 'Bakker Jansen;Damrak;2;1012 LG;Amsterdam;')
      .replace('empty.;Amsterdam', 'empty.')
    const again = await shop.imported(id, corrected)
    expect(again).toMatchObject({ createdCount: 1, failedCount: 2 })
    expect(await shop.errors(id, again.id)).toContain('empty.;;a note\r\n')
  })
})
