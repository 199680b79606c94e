import { describe, expect, test } from 'vitest'
import type { ImportErrorRow } from '../../../src/core/model/imports.ts'
import { importLimits } from '../../../src/core/model/mapping.ts'
import { dutchMapping, line, listOfLines } from '../../support/dutch-list.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

interface Imported {
  shop: ImportShop
  id: string
  importId: string
}

const importing = async (...lines: string[]): Promise<Imported> => {
  const shop = await createImportShop()
  const id = await shop.draft()
  return { shop, id, importId: (await shop.imported(id, listOfLines(...lines))).id }
}

const groupsOf = async ({ shop, id, importId }: Imported) =>
  (await shop.call('postbatches.problemGroups', { params: { id, importId } })).body

const correct = ({ shop, id, importId }: Imported, body: unknown) =>
  shop.call('postbatches.correctProblemGroup', { params: { id, importId }, body })

/** Inserts copies of the import's first bad row until it has `count`. */
const addBadRows = ({ shop, importId }: Imported, count: number, changes: Partial<ImportErrorRow> = {}) =>
  shop.services.store.write(async (rows) => {
    const own = { organisationId: shop.organisation.id }
    const [first] = await rows.importErrors.find(own, { importId }, { limit: 1 })
    const rowFrom = 1_000
    const more = Array.from({ length: count - 1 }, (_, index) => ({
      ...first!,
      ...changes,
      row: rowFrom + index,
      id: `${importId}|${String(rowFrom + index).padStart(8, '0')}`,
    }))
    await rows.importErrors.insertMany(more)
    await rows.imports.update(own, importId, { failedCount: count })
  })

describe('the problems of a list', () => {
  test('are grouped by code and column, the largest group first', async () => {
    const imported = await importing(
      line(1),
      line(2, { first: '', code: '12' }),
      line(3, { name: 'Null' }),
      line(4, { code: '13' }),
      line(1),
    )
    const groups = await groupsOf(imported)
    expect(groups).toMatchObject({ rowCount: 4, isComplete: true })
    expect(groups.data).toEqual([
      {
        code: 'postal_code_invalid',
        column: 'Postcode',
        fields: ['recipient.postalCode'],
        takesValue: true,
        value: null,
        rowCount: 2,
        message: expect.stringContaining('12'),
        params: expect.any(Object),
        rows: [
          { row: 3, name: 'Person 2' },
          { row: 5, name: 'Person 4' },
        ],
      },
      expect.objectContaining({ column: 'Voornaam', fields: ['data.firstName'], value: '', rowCount: 1 }),
      expect.objectContaining({ code: 'placeholder', column: 'Naam', rows: [{ row: 4, name: 'Null' }] }),
      expect.objectContaining({ code: 'duplicate_recipient', rowCount: 1 }),
    ])
  })

  test('show the text of their column if all rows have the same', async () => {
    const long = 'x'.repeat(importLimits.sampleLength + 1)
    const { data } = await groupsOf(
      await importing(
        line(1, { code: ' 12' }),
        line(2, { code: '12 ' }),
        line(3, { first: '' }),
        line(4, { first: ' ' }),
        line(5, { city: long }),
      ),
    )
    expect(data.map(({ column, value }: Record<string, unknown>) => [column, value])).toEqual([
      ['Postcode', '12'],
      ['Voornaam', ''],
      ['Plaats', null],
    ])
  })

  test('without rejected rows are no groups', async () => {
    expect(await groupsOf(await importing(line(1)))).toEqual({ rowCount: 0, isComplete: true, data: [] })
  })

  test('show some rows of a group, and say which groups take no value', async () => {
    const many = Array.from({ length: importLimits.groupSamples + 1 }, (_, index) =>
      line(index + 1, { code: '1' }),
    )
    const { data } = await groupsOf(await importing(...many, `${line(9)};surplus`))
    expect(data[0]).toMatchObject({ rowCount: importLimits.groupSamples + 1, takesValue: true })
    expect(data[0].rows).toHaveLength(importLimits.groupSamples)
    expect(data[1]).toMatchObject({
      code: 'too_many_cells',
      column: 'column 8',
      fields: [],
      takesValue: false,
    })
  })

  test('name every field and column of a problem in joined columns', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const fields = { ...dutchMapping.fields, 'recipient.name': { columns: ['Voornaam', 'Naam'] } }
    const lines = listOfLines(line(1), line(2, { first: 'a'.repeat(100), name: 'b'.repeat(100) }))
    const { id: importId } = await shop.imported(id, lines, { mapping: { fields } })
    const { data } = await groupsOf({ shop, id, importId })
    expect(data).toContainEqual(
      expect.objectContaining({
        column: 'Voornaam + Naam',
        fields: ['recipient.name', 'data.firstName'],
        takesValue: false,
      }),
    )
  })

  test('are those of the first rows of a long list', async () => {
    const imported = await importing(line(1, { code: '12' }))
    await addBadRows(imported, importLimits.groupedRows + 1)
    expect(await groupsOf(imported)).toMatchObject({
      rowCount: importLimits.groupedRows,
      isComplete: false,
      data: [{ rowCount: importLimits.groupedRows }],
    })
  })

  test('of an import of an earlier version have no values', async () => {
    const imported = await importing(line(1, { code: '12' }))
    const problem = { row: 1_000, column: 'Postcode', code: 'postal_code_invalid', message: 'Wrong.' }
    await addBadRows(imported, 2, { problems: [problem], formatted: null })
    expect((await groupsOf(imported)).data).toMatchObject([
      { rowCount: 2, rows: [{ row: 2 }, { row: 1_000 }] },
    ])
  })

  test('are not shown of another organisation or mailing', async () => {
    const { shop, id, importId } = await importing(line(1, { code: '12' }))
    const other = await shop.draft()
    for (const params of [
      { id: other, importId },
      { id, importId: 'imp_none' },
    ]) {
      expect(await shop.call('postbatches.problemGroups', { params })).toMatchObject({ status: 404 })
      const body = { code: 'a', column: 'b', asGiven: true }
      expect(await shop.call('postbatches.correctProblemGroup', { params, body })).toMatchObject({
        status: 404,
      })
    }
  })
})

describe('a group of rejected rows', () => {
  const wrongCode = { code: 'postal_code_invalid', column: 'Postcode' }

  test('is corrected with one value', async () => {
    const imported = await importing(
      line(1, { code: '12' }),
      line(2, { code: '13', first: '' }),
      line(3, { first: '' }),
    )
    const answer = await correct(imported, { ...wrongCode, value: '1012 LG' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        import: { createdCount: 1, failedCount: 2 },
        correctedCount: 1,
        leftCount: 1,
        nextAfterRow: null,
      },
    })
    const { data } = await groupsOf(imported)
    expect(data).toMatchObject([{ column: 'Voornaam', rowCount: 2, rows: [{ row: 3 }, { row: 4 }] }])
    const { column, code } = data[0]
    expect((await correct(imported, { code, column, value: 'Zoë' })).body).toMatchObject({
      correctedCount: 2,
      leftCount: 0,
    })
    expect(await groupsOf(imported)).toMatchObject({ rowCount: 0, data: [] })
    expect(await imported.shop.read(imported.id)).toMatchObject({ itemCount: 3 })
  })

  test('is corrected only where the column has a text, if one is given', async () => {
    const imported = await importing(
      line(1, { code: '13' }),
      line(2, { code: '12' }),
      line(3, { code: ' 13' }),
      line(4, { code: '12' }),
    )
    const first = await correct(imported, { ...wrongCode, current: '13', value: '1012 LG' })
    expect(first.body).toMatchObject({ correctedCount: 2, leftCount: 0, import: { failedCount: 2 } })
    expect((await groupsOf(imported)).data).toMatchObject([{ value: '12', rowCount: 2 }])
    const second = await correct(imported, { ...wrongCode, current: '12 ', value: '1012 LG' })
    expect(second.body).toMatchObject({ correctedCount: 2, import: { failedCount: 0 } })
    const nameless = await importing(line(1, { first: '' }), line(2, { first: ' ' }))
    const [empty] = (await groupsOf(nameless)).data
    const filled = { code: empty.code, column: 'Voornaam', current: '', value: 'Zoë' }
    expect((await correct(nameless, filled)).body).toMatchObject({ correctedCount: 2, leftCount: 0 })
  })

  test('is confirmed by one decision, which changes no cell', async () => {
    const imported = await importing(
      line(1, { name: 'Null' }),
      line(2, { name: 'Null' }),
      line(3, { code: '1' }),
    )
    const answer = await correct(imported, { code: 'placeholder', column: 'Naam', asGiven: true })
    expect(answer.body).toMatchObject({ import: { createdCount: 2, failedCount: 1 }, correctedCount: 2 })
    expect((await groupsOf(imported)).data).toMatchObject([{ code: 'postal_code_invalid' }])
  })

  test('is corrected once, however often the request is repeated', async () => {
    const { shop, id, importId } = await importing(line(1, { code: '12' }))
    const call = {
      params: { id, importId },
      body: { ...wrongCode, value: '1012 LG' },
      idempotencyKey: 'once',
    }
    const first = await shop.call('postbatches.correctProblemGroup', call)
    expect(await shop.call('postbatches.correctProblemGroup', call)).toMatchObject({ body: first.body })
    const { body } = await correct({ shop, id, importId }, call.body)
    expect(body).toMatchObject({ correctedCount: 0, leftCount: 0, nextAfterRow: null })
    expect(body.import.revision).toBe(first.body.import.revision)
  })

  test('is corrected in parts if it has many rows', async () => {
    const imported = await importing(line(1, { code: '12' }))
    await addBadRows(imported, importLimits.correctedRows + 2)
    const part = async (afterRow?: number) =>
      (await correct(imported, { ...wrongCode, value: 'x', ...(afterRow ? { afterRow } : {}) })).body
    const first = await part()
    expect(first).toMatchObject({ correctedCount: 0, leftCount: importLimits.correctedRows })
    expect(first.nextAfterRow).toBe(1_000 + importLimits.correctedRows - 2)
    expect(await part(first.nextAfterRow)).toMatchObject({ leftCount: 2, nextAfterRow: null })
  })

  test('is searched for in a limited number of rows for each request', async () => {
    const imported = await importing(line(1, { code: '12' }))
    await addBadRows(imported, importLimits.groupedRows + 1)
    const other = { code: 'other', column: 'Naam', asGiven: true }
    const { body } = await correct(imported, other)
    expect(body).toMatchObject({ correctedCount: 0, leftCount: 0, nextAfterRow: expect.any(Number) })
    const { nextAfterRow } = body
    expect((await correct(imported, { ...other, afterRow: nextAfterRow })).body).toMatchObject({
      nextAfterRow: null,
    })
  })

  test('is only checked in a dry run', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const settings = { mapping: dutchMapping, dryRun: true }
    const { id: importId } = await shop.imported(id, listOfLines(line(1, { code: '12' })), settings)
    const { body } = await correct({ shop, id, importId }, { ...wrongCode, value: '1012 LG' })
    expect(body).toMatchObject({ import: { dryRun: true, failedCount: 0 }, correctedCount: 1 })
    expect(await shop.read(id)).toMatchObject({ itemCount: 0 })
  })

  test.each([
    ['no correction', {}, 'value'],
    ['a refused decision', { asGiven: false }, 'value'],
    ['a value for a column that the list does not have', { column: 'column 8', value: 'a' }, 'column'],
    [
      'rows with a text in a column that the list does not have',
      { column: 'Voornaam + Naam', current: '', asGiven: true },
      'column',
    ],
    ['a character that cannot be stored', { value: '\0' }, 'value'],
    ['no code', { code: '', value: 'a' }, 'code'],
    ['the row zero', { value: 'a', afterRow: 0 }, 'afterRow'],
    ['another field', { value: 'a', cells: [] }, 'cells'],
  ])('is refused with %s', async (_what, changes, parameter) => {
    const imported = await importing(line(1, { code: '12' }))
    expect(await correct(imported, { ...wrongCode, ...changes })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter }] },
    })
  })

  test('of another caller’s list shows nothing of the list without items.read', async () => {
    const imported = await importing(line(1, { code: '12' }))
    const { shop, id, importId } = imported
    const call = async (scopes: string[], column: string) =>
      shop.call('postbatches.correctProblemGroup', {
        key: await shop.key('live', scopes),
        params: { id, importId },
        body: { ...wrongCode, column, value: 'x' },
      })
    const refused = { status: 403, body: { code: 'insufficient_scope' } }
    const [known, unknown] = [
      await call(['postflows.write'], 'Postcode'),
      await call(['postflows.write'], 'column 8'),
    ]
    expect([known, unknown]).toMatchObject([refused, refused])
    expect(known.body.detail).toBe(unknown.body.detail)
    expect(await call(['postflows.write', 'items.read'], 'column 8')).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'column' }] },
    })
  })

  test('of an own list is corrected without items.read', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const key = await shop.key('live', ['postflows.write', 'templates.write'])
    const uploadId = await shop.upload(listOfLines(line(1, { code: '12' })), key)
    const begun = await shop.call('postbatches.createImport', {
      key,
      params: { id },
      body: { uploadId, mapping: dutchMapping },
    })
    await shop.settle()
    const params = { id, importId: begun.body.id }
    const body = { ...wrongCode, value: '1012 LG' }
    expect(await shop.call('postbatches.correctProblemGroup', { key, params, body })).toMatchObject({
      status: 200,
      body: { correctedCount: 1, leftCount: 0 },
    })
  })

  test('can be corrected neither before the end nor in a closed Postbatch', async () => {
    const imported = await importing(line(1, { code: '12' }))
    const { shop, id } = imported
    const waiting = (await shop.begin(id, listOfLines(line(9)), {})).body
    const body = { ...wrongCode, value: '1012 LG' }
    const refused = { status: 409, body: { code: 'invalid_state' } }
    expect(await correct({ ...imported, importId: waiting.id }, body)).toMatchObject(refused)
    await shop.step('postbatches.cancel', id)
    expect(await correct(imported, body)).toMatchObject(refused)
  })

  test('is refused if another correction came in between', async () => {
    const imported = await importing(line(1, { code: '12' }), line(2, { code: '13' }))
    const [one, other] = await Promise.all([
      correct(imported, { ...wrongCode, value: '1012 LG' }),
      correct(imported, { ...wrongCode, value: '1012 AB' }),
    ])
    const statuses = [one.status, other.status].sort()
    // Both may also run one after the other.
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses)
    expect(await imported.shop.read(imported.id)).toMatchObject({ itemCount: 2 })
  })
})
