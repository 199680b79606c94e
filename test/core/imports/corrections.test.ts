import { describe, expect, test } from 'vitest'
import { importLimits } from '../../../src/core/model/mapping.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { line, listOfLines } from '../../support/dutch-list.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const cellsOf = (text: string) => text.split(';')

const openBadList = async () => {
  const shop = await createImportShop()
  const id = await shop.draft()
  const list = listOfLines(line(1), line(2, { code: '12' }), line(3, { first: '' }), line(1))
  const done = await shop.imported(id, list)
  expect(done).toMatchObject({ rowCount: 4, createdCount: 1, failedCount: 3, duplicateCount: 1 })
  return { shop, id, importId: done.id as string }
}

const correct = (shop: ImportShop, id: string, importId: string, rows: unknown) =>
  shop.call('postbatches.mendImport', { params: { id, importId }, body: { rows } })

const badRows = async (shop: ImportShop, id: string, importId: string, query = '') =>
  (await shop.call('postbatches.badRows', { params: { id, importId }, query })).body

const leftOutRows = async (shop: ImportShop, id: string, importId: string) =>
  (await shop.call('postbatches.leftOutRows', { params: { id, importId } })).body

describe('rejected rows of an import', () => {
  test('are listed with their cells and problems, in the order of the file', async () => {
    const { shop, id, importId } = await openBadList()
    const first = await badRows(shop, id, importId, 'limit=2')
    expect(first.data.map(({ row }: { row: number }) => row)).toEqual([3, 4])
    expect(first.data[0]).toEqual({
      row: 3,
      cells: cellsOf(line(2, { code: '12' })),
      problems: [expect.objectContaining({ row: 3, column: 'Postcode', code: 'postal_code_invalid' })],
    })
    const rest = await badRows(shop, id, importId, { limit: '2', cursor: first.nextCursor } as never)
    expect(rest.data.map(({ row }: { row: number }) => row)).toEqual([5])
  })

  test('don’t suggest a second letter to the same recipient, and are not returned for another mailing', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const done = await shop.imported(id, listOfLines(line(1), line(2, { code: '12' }), line(1)))
    const [, wrong, again] = (await shop.errors(id, done.id)).split('\r\n')
    expect(wrong).toMatch(/^K2;.*;;3;/)
    expect(again).toMatch(
      /^K1;.*;;4;.*is in this Postbatch already \(row 2\) and gets one piece: leave this one out/,
    )
    expect(again).not.toContain('addressOverride')
    const others = (await shop.errors(id, done.id, 'duplicates=false')).split('\r\n')
    expect(others.slice(1)).toEqual([wrong, ''])
  })

  test('that were left out manually are in the file if requested', async () => {
    const { shop, id, importId } = await openBadList()
    await correct(shop, id, importId, [{ row: 3, cells: ['', '', '', '', '', '', ''] }])
    const rowsOf = async (query = '') => (await shop.errors(id, importId, query)).split('\r\n').slice(1, -1)
    const [first, ...others] = await rowsOf('leftOut=true')
    expect(first).toMatch(/^K2;.*;;3;"?Left out manually\. Postcode: 12 is not a postal code/)
    expect(others).toEqual(await rowsOf())
  })

  test('with a doubtful value become items if confirmed, row by row', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const doubtful = [line(2, { name: 'Null' }), line(3, { name: 'Null' })]
    const { id: importId } = await shop.imported(id, listOfLines(line(1), ...doubtful))
    const codes = async () =>
      (await badRows(shop, id, importId)).data.map(
        ({ row, problems }: { row: number; problems: { code: string }[] }) => [row, problems[0]!.code],
      )
    expect(await codes()).toEqual([
      [3, 'placeholder'],
      [4, 'placeholder'],
    ])
    const same = await correct(shop, id, importId, [{ row: 3, cells: cellsOf(doubtful[0]!) }])
    expect(same.body).toMatchObject({ createdCount: 1, failedCount: 2 })
    const confirmed = await correct(shop, id, importId, [
      { row: 3, cells: cellsOf(doubtful[0]!), asGiven: true },
    ])
    expect(confirmed.body).toMatchObject({ createdCount: 2, failedCount: 1 })
    expect(await codes()).toEqual([[4, 'placeholder']])
    // Other problems remain.
    const wrong = await correct(shop, id, importId, [
      { row: 4, cells: cellsOf(line(3, { name: 'Null', code: 'x' })), asGiven: true },
    ])
    expect(wrong.body).toMatchObject({ createdCount: 2, failedCount: 1 })
    expect(await codes()).toEqual([[4, 'postal_code_invalid']])
  })

  test('become items once corrected, and are no longer rejected', async () => {
    const { shop, id, importId } = await openBadList()
    const answer = await correct(shop, id, importId, [
      { row: 3, cells: cellsOf(line(2)) },
      { row: 4, cells: cellsOf(line(3, { code: 'x' })) },
    ])
    expect(answer).toMatchObject({
      status: 200,
      body: { rowCount: 4, createdCount: 2, failedCount: 2, duplicateCount: 1, emptyCount: 0 },
    })
    expect(answer.body.problems.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual([
      [4, 'postal_code_invalid'],
      [5, 'duplicate_recipient'],
    ])
    const left = (await badRows(shop, id, importId)).data
    expect(left[0]).toMatchObject({ row: 4, cells: cellsOf(line(3, { code: 'x' })) })
    expect(await shop.errors(id, importId)).not.toContain('Person 2')
    const items = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))
    expect(items.map(({ recipientName }) => recipientName)).toEqual(['Person 1', 'Person 2'])
  })

  test('are left out if sent without any value', async () => {
    const { shop, id, importId } = await openBadList()
    const answer = await correct(shop, id, importId, [{ row: 5, cells: ['', ' '] }])
    expect(answer.body).toMatchObject({
      createdCount: 1,
      failedCount: 2,
      duplicateCount: 0,
      emptyCount: 1,
    })
  })

  test('that were left out are no longer rejected, and are listed unchanged afterwards', async () => {
    const { shop, id, importId } = await openBadList()
    const typed = cellsOf(line(2, { code: 'x' }))
    await correct(shop, id, importId, [{ row: 3, cells: typed }])
    await shop.advance(60_000)
    const { body } = await correct(shop, id, importId, [
      { row: 3, cells: [] },
      { row: 5, cells: ['', ' '] },
    ])
    expect(body).toMatchObject({ failedCount: 1, emptyCount: 2, leftOutCount: 2 })
    expect(body.problems.map(({ row }: { row: number }) => row)).toEqual([4])
    expect((await badRows(shop, id, importId)).data.map(({ row }: { row: number }) => row)).toEqual([4])
    expect(await shop.errors(id, importId)).not.toContain('Person 2')
    expect((await leftOutRows(shop, id, importId)).data).toMatchObject([
      { row: 3, cells: typed, problems: [{ code: 'postal_code_invalid' }], leftOutAt: body.updatedAt },
      { row: 5, cells: cellsOf(line(1)), problems: [{ code: 'duplicate_recipient' }] },
    ])
    // Rows that were left out can no longer be corrected, but another list may contain them.
    const again = await correct(shop, id, importId, [{ row: 3, cells: cellsOf(line(2)) }])
    expect(again).toMatchObject({ status: 422, body: { errors: [{ parameter: 'rows[0].row' }] } })
  })

  test('that were left out are deleted after 30 days with the others, and only their number stays', async () => {
    const { shop, id, importId } = await openBadList()
    expect((await leftOutRows(shop, id, importId)).data).toEqual([])
    await correct(shop, id, importId, [{ row: 5, cells: [] }])
    await shop.advance((importLimits.errorDays + 1) * 86_400_000)
    expect((await leftOutRows(shop, id, importId)).data).toEqual([])
    const { body } = await shop.call('postbatches.getImport', { params: { id, importId } })
    expect(body).toMatchObject({ leftOutCount: 1 })
  })

  test('return a validated Postbatch to a draft when corrected', async () => {
    const { shop, id, importId } = await openBadList()
    await shop.step('postbatches.validate', id)
    await correct(shop, id, importId, [{ row: 3, cells: cellsOf(line(2)) }])
    expect(await shop.read(id)).toMatchObject({ status: 'DRAFT', itemCount: 2 })
  })

  test('are created once, however often they are sent', async () => {
    const { shop, id, importId } = await openBadList()
    const body = { rows: [{ row: 3, cells: cellsOf(line(2)) }] }
    const call = { params: { id, importId }, body, idempotencyKey: 'once' }
    const first = await shop.call('postbatches.mendImport', call)
    expect(await shop.call('postbatches.mendImport', call)).toMatchObject({ status: 200, body: first.body })
    const again = await correct(shop, id, importId, body.rows)
    expect(again).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'rows[0].row', code: 'unknown_row' }] },
    })
    expect((await shop.read(id)).itemCount).toBe(2)
  })

  test.each([
    ['no row', []],
    ['a row twice', [3, 3].map((row) => ({ row, cells: [] }))],
    [
      'more than two hundred rows',
      Array.from({ length: importLimits.correctedRows + 1 }, (_, index) => ({ row: index + 2, cells: [] })),
    ],
    ['more cells than a row has', [{ row: 3, cells: Array.from({ length: 501 }, () => '') }]],
    ['a cell longer than a record', [{ row: 3, cells: ['x'.repeat(64 * 1024 + 1)] }]],
    ['characters that cannot be stored', [{ row: 3, cells: ['\0'] }]],
  ])('are refused with %s', async (_what, rows) => {
    const { shop, id, importId } = await openBadList()
    expect(await correct(shop, id, importId, rows)).toMatchObject({ status: 422 })
    expect((await badRows(shop, id, importId)).data).toHaveLength(3)
  })

  test('are accepted up to every limit, and rows that were not rejected are reported', async () => {
    const { shop, id, importId } = await openBadList()
    const rows = Array.from({ length: importLimits.correctedRows }, (_, index) => ({
      row: index + 3,
      cells: ['x'.repeat(64 * 1024), ...Array.from({ length: 499 }, () => '')].slice(
        0,
        index === 0 ? 500 : 1,
      ),
    }))
    const answer = await correct(shop, id, importId, rows)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveLength(importLimits.correctedRows - 3)
    expect(await correct(shop, id, importId, rows.slice(0, 3))).toMatchObject({
      status: 200,
      body: { failedCount: 3 },
    })
  })

  test('are checked in a dry run, which creates nothing', async () => {
    const { shop, id, importId } = await openBadList()
    const { mapping } = await shop.readImport(id, importId)
    const list = listOfLines(line(8, { code: '12' }), line(9, { code: 'x' }), line(10))
    const dry = await shop.imported(id, list, { mapping, dryRun: true })
    const answer = await correct(shop, id, dry.id, [
      { row: 2, cells: cellsOf(line(8)) },
      { row: 3, cells: cellsOf(line(1)) },
    ])
    expect(answer).toMatchObject({
      status: 200,
      body: { dryRun: true, createdCount: 2, failedCount: 1, duplicateCount: 1 },
    })
    expect((await badRows(shop, id, dry.id)).data).toMatchObject([
      { row: 3, cells: cellsOf(line(1)), problems: [{ code: 'duplicate_recipient' }] },
    ])
    expect((await shop.read(id)).itemCount).toBe(1)
  })

  test('can be corrected neither before the end nor in a closed Postbatch', async () => {
    const { shop, id, importId } = await openBadList()
    const row = { row: 3, cells: cellsOf(line(2)) }
    const waiting = (await shop.begin(id, listOfLines(line(9)), {})).body
    expect(await correct(shop, id, waiting.id, [{ row: 2, cells: [] }])).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    })
    await shop.step('postbatches.cancel', id)
    expect(await correct(shop, id, importId, [row])).toMatchObject({ status: 409 })
    expect(await correct(shop, id, 'imp_none', [row])).toMatchObject({ status: 404 })
  })
})

describe('the sample of an import', () => {
  test('shows each column with distinct values, and the first rows', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const long = 'x'.repeat(importLimits.sampleLength)
    const lines = Array.from({ length: 12 }, (_, index) => line(index + 1))
    const list = listOfLines(line(0, { name: `${long}y` }), ...lines)
    const { id: importId } = (await shop.begin(id, list, {})).body
    const { status, body } = await shop.call('postbatches.importSample', { params: { id, importId } })
    expect(status).toBe(200)
    expect(body.columns.slice(0, 4)).toEqual([
      { name: 'Klantnr', samples: ['K0', 'K1', 'K2', 'K3', 'K4'] },
      { name: 'Voornaam', samples: ['P0', 'P1', 'P2', 'P3', 'P4'] },
      { name: 'Naam', samples: [long, 'Person 1', 'Person 2', 'Person 3', 'Person 4'] },
      { name: 'Straat', samples: ['Damrak'] },
    ])
    expect(body.rows).toHaveLength(importLimits.shownRows)
    expect(body.rows[1]).toEqual({ row: 3, cells: cellsOf(line(1)) })
  })

  test('has no rows once the file is deleted', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const { id: importId, uploadId } = (await shop.begin(id, listOfLines(line(1)), {})).body
    await shop.services.store.write((rows) =>
      rows.uploads.update(everyone, uploadId, { blobKey: null, status: 'REMOVED' }),
    )
    const { body } = await shop.call('postbatches.importSample', { params: { id, importId } })
    expect(body.rows).toEqual([])
    expect(body.columns[0]).toEqual({ name: 'Klantnr', samples: [] })
  })
})
